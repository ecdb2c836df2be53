import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** Numbers of open questions and proposals in a locale. */
export interface OpenWorkRow {
  /** Tag of the locale. Null for questions about keys. */
  locale: string | null;
  questions: number;
  proposals: number;
  /** Number of values with an open proposal. */
  proposed_values: number;
}

/**
 * Counts the open questions and proposals for active keys, by project and locale. Omits disabled
 * locales, and locales without open work.
 */
export async function countOpenWork(
  db: Db,
  projectIds: readonly ProjectRef[],
): Promise<Map<string, OpenWorkRow[]>> {
  const { rows } = await sql<OpenWorkRow & { project_id: string }>`
    select u.id as project_id, l.code as locale, count(*) filter (where not w.proposes) as questions,
           count(*) filter (where w.proposes) as proposals,
           count(distinct w.key_id) filter (where w.proposes) as proposed_values
    from unnest(${[...projectIds]}::uuid[]) u(id)
    cross join lateral (
      select c.locale_id, c.key_id, false as proposes from comment c
      where c.project_id = u.id and c.is_open
      union all
      select p.locale_id, p.key_id, true from proposal p
      where p.project_id = u.id and p.state = 'open'
    ) w
    join translation_key k
      on k.project_id = u.id and k.id = w.key_id and k.archived_at is null
    left join locale l on l.project_id = u.id and l.id = w.locale_id
    where w.locale_id is null or l.enabled
    group by u.id, l.code
    order by u.id, l.code nulls first`.execute(db);
  return Map.groupBy(rows, (row) => row.project_id);
}
