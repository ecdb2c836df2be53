import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ProjectRef } from '../tenant.ts';

/** Numbers of open questions and proposals in a locale. */
export interface OpenWorkRow {
  /** Null for questions about keys. */
  locale: string | null;
  questions: number;
  proposals: number;
}

/**
 * Counts the open questions and proposals for active keys, by locale. Omits disabled locales, and
 * locales without open work.
 */
export async function countOpenWork(db: Db, projectId: ProjectRef): Promise<OpenWorkRow[]> {
  const { rows } = await sql<OpenWorkRow>`
    select l.code as locale, sum(w.questions)::bigint as questions,
           sum(w.proposals)::bigint as proposals
    from (
      select c.locale_id, c.key_id, 1 as questions, 0 as proposals from comment c
      where c.project_id = ${projectId}::uuid and c.is_open
      union all
      select p.locale_id, p.key_id, 0, 1 from proposal p
      where p.project_id = ${projectId}::uuid and p.state = 'open'
    ) w
    join translation_key k
      on k.project_id = ${projectId}::uuid and k.id = w.key_id and k.archived_at is null
    left join locale l on l.project_id = ${projectId}::uuid and l.id = w.locale_id
    where w.locale_id is null or l.enabled
    group by l.code
    order by l.code nulls first`.execute(db);
  return rows;
}
