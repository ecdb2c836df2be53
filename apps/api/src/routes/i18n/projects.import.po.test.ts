import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { storedValues } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

const CONTENT_TYPE = 'text/x-gettext-translation';

const send = async (locale: string, body: string, options: { poKind?: 'text' | 'ids' } = {}) =>
  (
    await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale,
      body,
      contentType: CONTENT_TYPE,
      ...options,
    })
  ).data;

const exportOf = async (locale: string): Promise<string> => {
  const { data } = await tenant.client.i18n.projects.export({
    projectId: project.id,
    locale,
    format: 'po',
  });
  return (data as { content: string }).content;
};

const valuesOf = async () =>
  (await storedValues(app, project.id)).map(({ locale, text, state }) => [locale, text, state]);

const TEMPLATE = `msgid ""
msgstr "Content-Type: text/plain; charset=CHARSET\\n"

#. Of the menu
msgctxt "menu"
msgid "Open"
msgstr ""

msgid "Close"
msgstr ""
`;

const translation = (language: string, open: string, close: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

#, fuzzy
msgctxt "menu"
msgid "Open"
msgstr "${open}"

msgid "Close"
msgstr "${close}"
`;

describe('i18n.projects.import and i18n.projects.export of PO', () => {
  it('import a template and two translations, and export a translation', async () => {
    const template = await send('en', TEMPLATE);
    expect(template).toMatchObject({ format: 'po', keys: { created: 2 } });
    expect(template.warnings).toMatchObject([{ code: 'po_kind' }]);
    await send('de', translation('de', 'Öffnen', 'Zu'));
    await send('pt-BR', translation('pt_BR', 'Abrir', ''));
    expect((await valuesOf()).toSorted()).toEqual(
      [
        ['de', 'Zu', 'translated'],
        ['de', 'Öffnen', 'needs_review'],
        ['en', 'Close', 'translated'],
        ['en', 'Open', 'translated'],
        ['pt-BR', 'Abrir', 'needs_review'],
      ].toSorted(),
    );
    const file = await exportOf('pt-BR');
    expect(file).toContain('"Language: pt_BR\\n"');
    expect(file.split('\n\n').slice(1)).toEqual([
      '#. Of the menu\n#, fuzzy\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Abrir"',
      'msgid "Close"\nmsgstr ""\n',
    ]);
    expect(await send('pt-BR', file)).toMatchObject({
      values: { created: 0, updated: 0 },
      changeId: null,
    });
  });

  it('mark fuzzy texts as needing review, and keep the state of an unchanged text', async () => {
    const stateOf = async () => (await valuesOf()).find(([, text]) => text === 'Öffnen')![2];
    const file = translation('de', 'Öffnen', 'Zu');
    const withoutFuzzy = file.replace('#, fuzzy\n', '');
    await send('en', TEMPLATE);
    await send('de', file);
    expect(await stateOf()).toBe('needs_review');
    expect(await exportOf('de')).toContain('#, fuzzy\nmsgctxt "menu"');
    expect(await send('de', withoutFuzzy)).toMatchObject({ values: { updated: 1, unchanged: 3 } });
    expect(await stateOf()).toBe('translated');
    const { data: values } = await tenant.client.i18n.values.list({
      projectId: project.id,
      locale: 'de',
    });
    const valueId = values.find(({ text }) => text === 'Öffnen')!.id!;
    await tenant.client.i18n.values.update({ projectId: project.id, valueId, state: 'reviewed' });
    expect(await exportOf('de')).not.toContain('fuzzy');
    expect(await send('de', withoutFuzzy)).toMatchObject({
      values: { updated: 0 },
      changeId: null,
    });
    expect(await stateOf()).toBe('reviewed');
    expect(await send('de', file)).toMatchObject({ values: { updated: 0 }, changeId: null });
    expect(await stateOf()).toBe('reviewed');
    const { data } = await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale: 'de',
      format: 'po',
      content: file,
      replaceReviewed: true,
    });
    expect(data.values).toMatchObject({ updated: 1 });
    expect(await stateOf()).toBe('needs_review');
    await send('de', withoutFuzzy.replace('Öffnen', 'Auf'));
    expect((await valuesOf()).find(([, text]) => text === 'Auf')![2]).toBe('translated');
  });

  it('do not change the states of source strings', async () => {
    await send('en', TEMPLATE);
    const { data: values } = await tenant.client.i18n.values.list({
      projectId: project.id,
      locale: 'en',
    });
    const valueId = values.find(({ text }) => text === 'Close')!.id!;
    await tenant.client.i18n.values.update({
      projectId: project.id,
      valueId,
      state: 'needs_review',
    });
    await send('de', translation('de', 'Öffnen', 'Zu'));
    await send('en', TEMPLATE);
    expect((await valuesOf()).find(([, text]) => text === 'Close')![2]).toBe('needs_review');
  });

  it('write machine translations as fuzzy until they are reviewed', async () => {
    const projectId = project.id;
    await send('en', TEMPLATE);
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    await tenant.client.translate.jobs.create(
      { projectId, targetLocales: ['de'] },
      { waitSeconds: 20 },
    );
    expect((await exportOf('de')).match(/^#, fuzzy$/gm)).toHaveLength(2);
  });

  it('keep the forms of a plural together, with the plural rule of the language', async () => {
    const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
    const entry = 'msgid "%d file"\nmsgid_plural "%d files"\n';
    await send('en', `${header}\n${entry}msgstr[0] ""\nmsgstr[1] ""\n`);
    const forms = 'msgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n';
    await send('de', `${header}"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n${entry}${forms}`);
    const file = await exportOf('de');
    expect(file).toContain('"Plural-Forms: nplurals=2; plural=(n != 1);\\n"');
    expect(file).toContain(`${entry}${forms}`);
  });

  it('use msgids as names if poKind is set, and refuse poKind for a CSV file', async () => {
    const file = 'msgid "home.title"\nmsgstr "Home"\n\nmsgid "home.new"\nmsgstr ""\n';
    await send('de', file, { poKind: 'ids' });
    expect(await valuesOf()).toEqual([['de', 'Home', 'translated']]);
    const csv = tenant.client.i18n.projects.import({
      projectId: project.id,
      locale: 'de',
      body: 'key,de\na,b\n',
      contentType: 'text/csv',
      poKind: 'ids',
    });
    expect(await refusalOf(csv)).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it('omit an empty text like a missing text', async () => {
    await tenant.client.i18n.projects.import({
      projectId: project.id,
      locale: 'en',
      body: '{"a":"","b":"x"}',
      contentType: 'application/json',
    });
    const file = await exportOf('en');
    expect(file.split('\n\n').slice(1)).toEqual(['msgid "b"\nmsgstr "x"\n']);
  });

  it('refuse an invalid file, with the line', async () => {
    const refusal = await refusalOf(send('de', 'msgid "a"\nmsgstr "b\n'));
    expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
    expect(refusal.errors).toMatchObject([{ path: 'a', line: 2, column: 8 }]);
    const other = await refusalOf(send('de', translation('fr', 'x', 'y')));
    expect(other).toMatchObject({ status: 422, code: 'content_invalid' });
  });
});
