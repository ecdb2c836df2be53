import type { ReleaseChange } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ProjectRef } from '../kernel/index.ts';
import { PUBLISHED } from '../project/index.ts';

export const messagesOf = (projectId: ProjectRef, sha256: Buffer | null | undefined) => sql`
  select m.key collate "C" as name, m.value collate "C" as text
  from bundle_blob b, json_each_text(convert_from(b.content, 'UTF8')::json) m
  where b.project_id = ${projectId}::uuid and b.sha256 = ${sha256 ?? null}::bytea`;

/**
 * Returns the names of the keys whose texts differ between two blobs, in order and starting after a
 * given name. A null hash means an empty blob.
 */
export async function compareBlobs(
  db: Db,
  projectId: ProjectRef,
  blobs: { before: Buffer | null | undefined; after: Buffer | undefined },
  page: { after: string | null; limit: number },
): Promise<ReleaseChange[]> {
  const { rows } = await sql<ReleaseChange>`
    with a as (${messagesOf(projectId, blobs.before)}), b as (${messagesOf(projectId, blobs.after)})
    select coalesce(b.name, a.name) as key,
           case when a.name is null then 'added' when b.name is null then 'removed'
                else 'changed' end as change,
           a.text as before, b.text as after
    from a full join b on a.name = b.name
    where a.text is distinct from b.text
      and (${page.after}::text is null or coalesce(b.name, a.name) > ${page.after}::text collate "C")
    order by coalesce(b.name, a.name) collate "C"
    limit ${page.limit}`.execute(db);
  return rows;
}

/**
 * Returns the previous release whose messages of the locale readers had, or the last release that
 * removed the locale. Null if there is none.
 */
export async function findReleaseBefore(
  db: Db,
  projectId: ProjectRef,
  release: { environment_id: string; version: number },
  locale: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('release as r')
    .leftJoin('release_kept_locale as k', (join) =>
      join
        .onRef('k.project_id', '=', 'r.project_id')
        .onRef('k.release_id', '=', 'r.id')
        .on('k.locale', '=', locale),
    )
    .where('r.project_id', '=', projectId)
    .where('r.environment_id', '=', release.environment_id)
    .where('r.status', '=', PUBLISHED)
    .where('r.version', '<', release.version)
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        not(eb.ref('r.partial')),
        exists(
          selectFrom('release_locale as l')
            .whereRef('l.project_id', '=', 'r.project_id')
            .whereRef('l.release_id', '=', 'r.id')
            .where('l.locale', '=', locale)
            .select('l.locale'),
        ),
      ]),
    )
    .select(({ fn }) => fn.coalesce('k.from_release_id', 'r.id').as('id'))
    .orderBy('r.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
