import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isOfProject } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** SQL that selects the open proposals for values of a key in these locales. Uses the index on keys. */
export const openOf = (
  projectId: ProjectRef,
  keyId: RawBuilder<unknown>,
  localeIds: readonly number[],
): RawBuilder<unknown> => sql`
  select p.locale_id from proposal p
  where p.key_id = ${keyId} and ${isOfProject(sql`p.project_id`, projectId)} and p.state = 'open'
    and p.locale_id = any(${[...localeIds]}::smallint[])`;

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
    cross join lateral (${openOf(projectId, sql`u.id`, localeIds)} offset 0) p
    group by u.id, p.locale_id`.execute(db);
  return rows;
}
