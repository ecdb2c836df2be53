import type { ImportResult, Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalIn, refusalOf, sendRaw } from '../../../test/app/refusal.ts';
import { bring, localeCodes, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

describe('the locales of an import', () => {
  it('appear in the response if the project lacked them, even in a dry run', async () => {
    const targets = { targetLocales: ['fr', 'en', 'de'] };
    const dry = await bring(tenant, project, { a: 'A' }, { ...targets, dryRun: true });
    expect(dry.locales.created).toEqual(['fr', 'de']);
    const first = await bring(tenant, project, { a: 'A' }, targets);
    expect(first.locales.created).toEqual(['fr', 'de']);
    const csv = 'key,en,de,pt-BR\na,A,Ä,Á\n';
    const second = await bring(tenant, project, csv, { format: 'csv', locale: 'pt_br' });
    expect(second.locales.created).toEqual(['pt-BR']);
    expect((await bring(tenant, project, { a: 'A' }, targets)).locales.created).toEqual([]);
  });

  it.each([
    ['the locale', { locale: 'english' }, '/locale', 'en'],
    ['a target', { targetLocales: ['de', 'DE', 'jp'] }, '/targetLocales/2', 'ja'],
  ])('cause an error if %s has an unregistered language', async (_, more, path, suggestion) => {
    const refusal = await refusalOf(bring(tenant, project, { a: 'A' }, more));
    expect(refusal).toMatchObject({ status: 422, code: 'validation_failed', errors: [{ path }] });
    expect(refusal.detail).toContain(`did you mean ${suggestion}?`);
    expect(await localeCodes(app, project.id)).toEqual(['en']);
    expect(await storedTexts(app, project.id, 'en')).toEqual([]);
  });

  it('cause an error if their language is unregistered, whether the query string or a CSV column names them', async () => {
    const path = `/v1/i18n/projects/${project.id}/import`;
    const type = { 'Content-Type': 'application/json' };
    for (const [query, at] of [
      ['locale=english', 'query/locale'],
      ['locale=en&targetLocales=de,zz', 'query/targetLocales/1'],
    ]) {
      const refusal = await refusalIn(await sendRaw(app, tenant, `${path}?${query}`, '{}', type));
      expect(refusal).toMatchObject({ code: 'validation_failed', errors: [{ path: at }] });
    }
    const csv = 'key,en,jp\na,A,B\n';
    const refusal = await refusalOf(bring(tenant, project, csv, { format: 'csv' }));
    expect(refusal).toMatchObject({ code: 'content_invalid', errors: [{ path: 'jp' }] });
    expect(await localeCodes(app, project.id)).toEqual(['en']);
  });

  it('may have an unregistered language if the project already has it', async () => {
    await app.db
      .insertInto('locale')
      .values({ ...stamps, project_id: project.id, id: 2, code: 'english', name: 'english' })
      .execute();
    const { values } = await bring(tenant, project, { a: 'A' }, { locale: 'english' });
    expect(values.created).toBe(1);
  });
});

const stamps = { created_at: new Date(), updated_at: new Date() };

describe('a key that only a translation file has', () => {
  const sourceless = ({ warnings }: ImportResult): string[] =>
    warnings.filter(({ code }) => code === 'no_source_text').map(({ path }) => path);

  it('causes a warning in every import until the key has a source text', async () => {
    await bring(tenant, project, { a: 'A', b: 'B' });
    const german = { legacy: { oldKey: 'Alt', other: 'Anders' }, a: 'Ä' };
    const first = await bring(tenant, project, german, { locale: 'de' });
    expect(first.warnings).toMatchObject([
      { path: 'legacy.oldKey', code: 'no_source_text', message: expect.stringContaining('en') },
      { path: 'legacy.other', code: 'no_source_text' },
    ]);
    const again = await bring(tenant, project, german, { locale: 'de', dryRun: true });
    expect(sourceless(again)).toEqual(['legacy.oldKey', 'legacy.other']);
    const source = await bring(tenant, project, { legacy: { oldKey: 'Old' } });
    expect(source.warnings).toEqual([]);
    const last = await bring(tenant, project, german, { locale: 'de' });
    expect(sourceless(last)).toEqual(['legacy.other']);
  });

  it('differs from a plural form that only the target language has', async () => {
    await bring(tenant, project, { item_one: '{{count}} item', item_other: '{{count}} items' });
    const polish = { item_few: 'rzeczy', item_many: 'rzeczy', item_other: 'rzeczy' };
    const lone = { lone_few: 'x', lone_other: 'y' };
    const result = await bring(tenant, project, { ...polish, ...lone }, { locale: 'pl' });
    expect(sourceless(result)).toEqual(['lone_few', 'lone_other']);
  });

  it('causes a warning in a file with several locales', async () => {
    const csv = 'key,en,de\na,A,Ä\nb,,B\nc,C,\n';
    const result = await bring(tenant, project, csv, { format: 'csv' });
    expect(sourceless(result)).toEqual(['b']);
  });

  it('adds to the number of warnings, even beyond a thousand', async () => {
    const names = Array.from({ length: 2_500 }, (_, index) => [`k${index}`, 'x']);
    const { warnings } = await bring(tenant, project, Object.fromEntries(names), { locale: 'de' });
    expect(warnings).toHaveLength(1_001);
    expect(warnings.at(-1)).toMatchObject({
      code: 'warnings_omitted',
      message: expect.stringContaining('1500'),
    });
  });
});
