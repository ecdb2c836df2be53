import type { ImportResult, Project } from '@parlance/contracts';
import { sql } from 'kysely';
import { lookUpKey } from '../../src/db/look-ups.ts';
import type { TestApp } from '../app/app.ts';
import type { Tenant } from '../app/build.ts';

export interface StoredValue {
  key: string;
  locale: string;
  text: string;
  state: string;
  origin: string;
  version: number;
  outdated: boolean;
  archived: boolean;
}

/** Returns every value of a project in the database, in the order of the keys. */
export async function storedValues(app: TestApp, projectId: string): Promise<StoredValue[]> {
  const { rows } = await sql<StoredValue>`
    select k.name as key, l.code as locale, v.text, v.state, v.origin, v.version,
           v.source_version <> k.source_version as outdated, k.archived_at is not null as archived
    from translation_value v
    cross join ${lookUpKey(projectId, sql`v.key_id`)} k
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    where v.project_id = ${projectId}::uuid
    order by k.id, l.id`.execute(app.db);
  return rows;
}

/** Returns the values of one locale for active keys, by key. */
export async function storedTexts(
  app: TestApp,
  projectId: string,
  locale: string,
): Promise<[key: string, text: string][]> {
  const values = await storedValues(app, projectId);
  return values
    .filter((value) => value.locale === locale && !value.archived)
    .map(({ key, text }) => [key, text]);
}

/** Counts the rows of each content table, so that a test can require that a call wrote nothing. */
export async function countRows(app: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = [
    'translation_key',
    'translation_value',
    'value_history',
    'change',
    'locale',
    'key_alias',
  ];
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(app.db);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

export type ContentInput = Extract<
  Parameters<Tenant['client']['i18n']['projects']['import']>[0],
  { content: unknown }
>;

/** Imports flat JSON, by default into `en`. */
export async function bring(
  { client }: Tenant,
  project: Pick<Project, 'id'>,
  content: ContentInput['content'],
  more: Partial<ContentInput> = {},
): Promise<ImportResult> {
  const { data } = await client.i18n.projects.import({
    projectId: project.id,
    locale: 'en',
    content,
    ...more,
  });
  return data;
}

/** Returns the codes of a project's locales in the order of their creation. */
export async function localeCodes(app: TestApp, projectId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('locale')
    .where('project_id', '=', projectId)
    .select('code')
    .orderBy('id')
    .execute();
  return rows.map(({ code }) => code);
}
