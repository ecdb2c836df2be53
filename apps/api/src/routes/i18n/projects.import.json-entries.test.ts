import type { FileFormatName, Project } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { bring, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

const exportOf = async (
  format: FileFormatName,
  locale: string,
  base?: string,
  baseLocale?: string,
) => {
  const type = formatById(format)!.contentType;
  const asked = { projectId: project.id, locale };
  const { projects } = tenant.client.i18n;
  const response =
    base === undefined
      ? await projects.export({ ...asked, format }, { raw: type })
      : await projects.export(
          { ...asked, ...(baseLocale && { baseLocale }), body: base, contentType: type },
          { raw: type },
        );
  return response.text();
};

const codesOf = ({ warnings }: Awaited<ReturnType<typeof bring>>) =>
  warnings.map(({ code }) => code);

describe('i18n.projects.import of ARB', () => {
  const file = (locale: string, text: string) =>
    `{\n  "@@locale": "${locale}",\n  "count": "${text}",\n  "@count": {\n    "description": "Below"\n  }\n}\n`;

  it('keeps texts and descriptions, and an export returns the same file', async () => {
    const source = file('en', '{n, plural, one {# book} other {# books}}');
    await bring(tenant, project, source, { locale: 'en', format: 'arb' });
    expect(await exportOf('arb', 'en')).toBe(source);
    const target = file('pt_BR', '{n, plural, one {# livro} other {# livros}}');
    await bring(tenant, project, target, { locale: 'pt-BR', format: 'arb' });
    expect(await exportOf('arb', 'pt-BR')).toBe(target);
    const withTypes = source.replace('"Below"', '"Below",\n    "placeholders": {"n": {}}');
    expect(await exportOf('arb', 'pt-BR', withTypes, 'en')).toBe(
      withTypes.replace('"en"', '"pt_BR"').replace('book}', 'livro}').replace('books}', 'livros}'),
    );
  });

  it('rejects the file of another locale', async () => {
    const sent = bring(tenant, project, file('de', 'x'), { locale: 'en', format: 'arb' });
    expect(await refusalOf(sent)).toMatchObject({
      status: 422,
      errors: [{ path: '@@locale', line: 2 }],
    });
  });
});

describe('i18n.projects.import of messages.json of browser extensions', () => {
  it('warns of undeclared placeholders, and an export into a file keeps the placeholders of the file', async () => {
    await tenant.client.i18n.projects.update({
      projectId: project.id,
      settings: { messageFormat: 'chrome' },
    });
    const source =
      '{\n  "hi": {\n    "message": "Hi $USER$",\n    "description": "Top"\n  },\n  "none": {\n    "message": ""\n  }\n}\n';
    const brought = await bring(tenant, project, source, { locale: 'en', format: 'chrome' });
    expect(codesOf(brought).sort()).toEqual(['empty_message', 'placeholder_undeclared']);
    await bring(tenant, project, '{"hi":{"message":"Hallo $USER$"}}', {
      locale: 'de',
      format: 'chrome',
    });
    const full = '{"hi":{"message":"Hi $USER$","placeholders":{"user":{"content":"$1"}}}}';
    expect(await exportOf('chrome', 'de', full, 'en')).toBe(full.replace('Hi $', 'Hallo $'));
    expect(await exportOf('chrome', 'de', full)).toBe(full.replace('Hi $', 'Hallo $'));
  });

  it('lets no export write a placeholder that no file declares, because Chrome would not load the file', async () => {
    await bring(tenant, project, '{"hi":"Hi $USER$"}', { locale: 'en', format: 'json' });
    const refusal = {
      status: 422,
      code: 'content_invalid',
      errors: [{ path: 'hi', message: expect.stringContaining('$user$') }],
    };
    expect(await refusalOf(exportOf('chrome', 'en'))).toMatchObject(refusal);
    for (const base of ['{}', '{"hi":{"message":"Hi"}}']) {
      expect(await refusalOf(exportOf('chrome', 'en', base))).toMatchObject(refusal);
    }
    const zip = tenant.client.i18n.projects.export(
      {
        projectId: project.id,
        locales: ['en'],
        format: 'chrome',
        path: '_locales/{locale:chrome}/messages.json',
      },
      { raw: 'application/zip' },
    );
    expect(await refusalOf(zip)).toMatchObject(refusal);
  });

  it('answers 422 with the key of a name that extensions do not allow', async () => {
    await bring(tenant, project, '{"a.b":"x"}', { locale: 'en', format: 'json' });
    expect(await refusalOf(exportOf('chrome', 'en'))).toMatchObject({
      status: 422,
      code: 'content_invalid',
      errors: [{ path: 'a.b' }],
    });
  });
});

describe('i18n.projects.import of files of FormatJS', () => {
  it('accepts extracted messages for the source locale and plain texts for a translation', async () => {
    const source =
      '{\n  "a.b": {\n    "defaultMessage": "Hi {name}",\n    "description": "Top"\n  }\n}\n';
    await bring(tenant, project, source, { locale: 'en', format: 'formatjs' });
    await bring(tenant, project, '{"a.b":"Hallo {name}"}', { locale: 'de', format: 'formatjs' });
    expect(await storedTexts(app, project.id, 'de')).toEqual([['a.b', 'Hallo {name}']]);
    expect(await exportOf('formatjs', 'en')).toBe(source);
    expect(await exportOf('formatjs', 'de', '{"a.b":"x"}')).toBe('{"a.b":"Hallo {name}"}');
    const compiled = '{"a.b":[{"type":0,"value":"x"}]}';
    const refused = bring(tenant, project, compiled, { locale: 'en', format: 'formatjs' });
    expect(await refusalOf(refused)).toMatchObject({ status: 422, errors: [{ path: 'a.b' }] });
  });
});
