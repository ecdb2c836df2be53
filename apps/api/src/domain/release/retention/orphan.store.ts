import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { type ProjectRef, trustedProject } from '../../kernel/index.ts';

const PROJECTS_AT_ONCE = 1_000;

export async function listProjectsAfter(db: Db, after: string): Promise<ProjectRef[]> {
  const rows = await db
    .selectFrom('project')
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .limit(PROJECTS_AT_ONCE)
    .execute();
  return rows.map(({ id }) => trustedProject(id));
}

/**
 * Counts a project's values whose key or locale does not exist, including deleted values with a
 * history.
 */
export async function countOrphansOf(db: Db, projectId: ProjectRef): Promise<number> {
  const orphansIn = (table: string) => sql`
    select count(*) from ${sql.table(table)} v
    where v.project_id = ${projectId}::uuid and (
      not exists (
        select from translation_key k where k.project_id = v.project_id and k.id = v.key_id)
      or not exists (select from locale l where l.project_id = v.project_id and l.id = v.locale_id))`;
  const { rows } = await sql<{ count: number }>`
    select ((${orphansIn('translation_value')}) + (${orphansIn('cleared_value')}))::int as count`.execute(
    db,
  );
  return rows[0]!.count;
}
