import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { revisionsById } from '../../content/index.ts';
import type { Owner } from '../../kernel/index.ts';
import { localesOf } from '../locale/locale.store.ts';

/**
 * Returns one revision for several projects. The revision changes if the content or a locale of a
 * project changes, or if a project is archived. A null `projectIds` stands for all projects to
 * which the caller has access.
 */
export async function readProjectsRevision(
  db: Db,
  { organizationId, projectIds: reachable }: Owner,
  projectIds: readonly string[] | null,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select md5(coalesce(string_agg(
      concat_ws(' ', p.id, p.source_locale_id, p.archived_at, ${localesOf(sql.ref('p.id'))}::text,
                ${revisionsById(sql.ref('p.id'))}::jsonb), ',' order by p.id), '')) as revision
    from project p
    where p.organization_id = ${organizationId}::uuid
      and (${reachable}::uuid[] is null or p.id = any(${reachable}::uuid[]))
      and (${projectIds}::uuid[] is null or p.id = any(${projectIds}::uuid[]))`.execute(db);
  return rows[0]!.revision;
}
