import type { ProjectSettings } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { readWith } from '../../db/read-with.ts';
import { type OwnerRef, type ProjectRef, trustedProject } from '../tenant.ts';
import { valueCounts } from '../value/value-delta.store.ts';
import { isCanceled, isTrusted, type MemoryScope } from './memory.store.ts';

/** A key whose source text is new to the memory. */
export interface UnindexedKey {
  project_id: string;
  id: string;
  organization_id: OwnerRef;
  source_locale: string;
  settings: ProjectSettings;
  /** Null where the key has none any more. */
  text: string | null;
}

export interface KeyIndex {
  readonly key: UnindexedKey;
  readonly sourceHash: Buffer;
  readonly maskedHash: Buffer;
  readonly bands: readonly string[] | null;
}

/**
 * Takes keys that are not indexed yet, of one project or of any (null), locked until the transaction
 * ends. Those that another writer holds are left for later: without waiting there is no deadlock.
 */
export async function takeUnindexedKeys(
  tx: Db,
  projectId: ProjectRef | null,
  limit: number,
): Promise<UnindexedKey[]> {
  const isWanted = projectId === null ? sql`true` : sql`project_id = ${unplanned(projectId)}`;
  const { rows } = await sql<UnindexedKey>`
    with k as (
      select project_id, id, organization_id from translation_key
      where source_hash is null and ${isWanted}
      order by project_id, id
      limit ${limit}
      for no key update skip locked
    )
    select k.project_id, k.id, k.organization_id, p.settings,
           l.code as source_locale, s.text
    from k
    join project p on p.id = k.project_id
    join locale l on l.project_id = p.id and l.id = p.source_locale_id
    left join lateral (
      select s.text from translation_value s
      where s.project_id = k.project_id and s.locale_id = p.source_locale_id and s.key_id = k.id
      limit 1
    ) s on true`.execute(tx);
  return rows;
}

/** It takes a part of a millisecond, but where an import under way has added many keys. */
const FIND_PROJECT_MS = 200;

/**
 * A project with keys that are not indexed yet, of those that the memory may use and in which somebody
 * has translated anything; null where there is none, or none is found soon. Looks into the index of such
 * keys once for each project.
 */
export async function findUnindexedProject(
  db: Db,
  { organizationId, projectIds }: Pick<MemoryScope, 'organizationId' | 'projectIds'>,
): Promise<ProjectRef | null> {
  try {
    return await readWith(db, { statement_timeout: `${FIND_PROJECT_MS}ms` }, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select p.id from project p
        cross join lateral (
          select from translation_key k
          where k.project_id = p.id and k.source_hash is null
          limit 1
        ) k
        where p.organization_id = ${organizationId}::uuid and p.archived_at is null
          and (${projectIds}::uuid[] is null or p.id = any(${projectIds}::uuid[]))
          and exists (
            select from ${valueCounts(sql`p.id`)} v
            where v.locale_id <> p.source_locale_id and v.values_count > 0
              and ${isTrusted})
        limit 1`.execute(tx);
      return rows[0] ? trustedProject(rows[0].id) : null;
    });
  } catch (error) {
    if (isCanceled(error)) return null;
    throw error;
  }
}

export async function writeKeyIndexes(tx: Db, indexes: readonly KeyIndex[]): Promise<void> {
  await sql`
    update translation_key k
    set source_hash = u.source_hash, masked_hash = u.masked_hash,
        memory_bands = u.bands::bigint[]
    from unnest(${indexes.map(({ key }) => key.project_id)}::uuid[],
                ${indexes.map(({ key }) => key.id)}::uuid[],
                ${indexes.map(({ sourceHash }) => sourceHash)}::bytea[],
                ${indexes.map(({ maskedHash }) => maskedHash)}::bytea[],
                ${indexes.map(({ bands }) => bands && `{${bands.join(',')}}`)}::text[])
      u(project_id, id, source_hash, masked_hash, bands)
    where k.project_id = u.project_id and k.id = u.id`.execute(tx);
}

/** Lets keys that had no source text and have one now be looked at again. */
export async function forgetTextless(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    update translation_key k set source_hash = null
    from (
      select t.project_id, t.id from translation_key t
      join project p on p.id = t.project_id
      where t.source_hash = '' and exists (
        select from translation_value s
        where s.project_id = t.project_id and s.locale_id = p.source_locale_id
          and s.key_id = t.id)
      order by t.project_id, t.id
      limit ${limit}
      for no key update of t skip locked
    ) found
    where k.project_id = found.project_id and k.id = found.id
    returning k.id`.execute(db);
  return rows.length;
}
