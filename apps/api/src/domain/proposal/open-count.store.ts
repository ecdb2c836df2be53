import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpAll } from '../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../tenant.ts';

export interface OpenCount {
  key_id: string;
  locale_id: number;
  count: number;
}

/** Counts the open proposals for values of these keys in these locales. */
export async function countOpen(
  db: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
  keyIds: readonly string[],
): Promise<OpenCount[]> {
  if (keyIds.length === 0) return [];
  const { rows } = await sql<OpenCount>`
    select u.id as key_id, p.locale_id, count(*) as count
    from unnest(${[...keyIds]}::uuid[]) u(id)
    cross join ${lookUpAll('proposal', { project_id: projectId, key_id: sql`u.id`, state: sql`'open'` })} p
    where p.locale_id = any(${[...localeIds]}::smallint[])
    group by u.id, p.locale_id`.execute(db);
  return rows;
}
