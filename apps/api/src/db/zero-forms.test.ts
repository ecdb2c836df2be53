import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createProject, createTenant } from '../../test/build.ts';
import { needsKey } from '../domain/value/needed-values.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

const MIGRATION = '0026_zero_forms_unknown_words.sql';
const FORMS = [
  'a_zero',
  'a_one',
  'a_other',
  'b_zero',
  'b_one',
  'b_other',
  'c.zero',
  'c.one',
  'c.other',
];
/** Some whose language has the category, some with a region or a script, some without either. */
const LOCALES = ['en', 'de', 'de-CH', 'ja', 'ar-EG', 'cy', 'lv', 'lv-LV', 'ksh', 'prg', 'zh-Hant'];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What the migration makes of the rows of an earlier version. */
async function derived(): Promise<unknown> {
  const keys = await sql`
    select id, plural_everywhere from translation_key where archived_at is null order by id`.execute(
    app.db,
  );
  const forms = await sql`select * from key_count order by project_id`.execute(app.db);
  const values = await sql`
    select * from value_count where values_count <> 0
    order by project_id, locale_id, state, origin`.execute(app.db);
  return [keys.rows, forms.rows, values.rows];
}

/** Makes the database as the version before the migration left it. */
async function undoMigration(): Promise<void> {
  const { rows } = await sql<{
    project_id: string;
    locale_id: number;
    code: string;
    state: string;
    origin: string;
    plural_category: string | null;
    plural_ordinal: boolean;
    plural_everywhere: boolean;
  }>`
    select v.project_id, v.locale_id, l.code, v.state, v.origin, k.plural_category, k.plural_ordinal,
           k.plural_everywhere
    from translation_value v
    join translation_key k on k.project_id = v.project_id and k.id = v.key_id
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    where k.plural_everywhere and k.archived_at is null`.execute(app.db);
  for (const { code, ...row } of rows) {
    if (needsKey(code, { ...row, plural_everywhere: false })) continue;
    await sql`
      update value_count set values_count = values_count - 1
      where project_id = ${row.project_id}::uuid and locale_id = ${row.locale_id}::smallint
        and state = ${row.state}::value_state and origin = ${row.origin}::value_origin`.execute(
      app.db,
    );
  }
  await sql`delete from value_count where values_count = 0`.execute(app.db);
  await sql`alter table translation_key drop column plural_everywhere`.execute(app.db);
  await sql`alter table key_count drop column zero_forms`.execute(app.db);
  await sql`alter table translation_value drop column unknown_words`.execute(app.db);
  await sql`alter table engine_answer drop column unknown_words`.execute(app.db);
  await sql`delete from migration where name = ${MIGRATION}`.execute(app.db);
}

it('0026 marks and counts the `zero` forms of earlier data as the service does now', async () => {
  const { client } = await createTenant(app);
  const contentOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
  for (const { source, ...input } of [
    { source: FORMS },
    { source: FORMS.filter((name) => name !== 'b_zero'), sourceLocale: 'lv' },
    { source: FORMS.filter((name) => name !== 'a_zero') },
  ]) {
    const { id: projectId, sourceLocale } = await createProject(client, input);
    await client.i18n.projects.import({
      projectId,
      locale: sourceLocale,
      content: contentOf(source),
    });
    for (const locale of LOCALES.filter((tag) => tag !== sourceLocale)) {
      await client.i18n.projects.import({ projectId, locale, content: contentOf(FORMS) });
    }
    const { data: keys } = await client.i18n.keys.list({ projectId });
    const { id: keyId } = keys.find(({ name }) => name === 'c.zero')!;
    if (sourceLocale === 'en') await client.i18n.keys.delete({ projectId, keyId });
  }
  const before = await derived();
  await undoMigration();
  expect(await derived().catch(() => 'undone')).toBe('undone');
  expect(await migrateDatabase(app.connectionString)).toEqual([MIGRATION]);
  expect(await derived()).toEqual(before);
  expect(listMigrations().map(({ name }) => name)).toContain(MIGRATION);
});
