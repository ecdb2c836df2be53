import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { lookUpKey } from '../../../../db/look-ups.ts';
import { unplanned } from '../../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../../kernel/index.ts';
import { recordReworded } from '../../change/change.store.ts';
import type { SourceHashes } from '../../key/source-hash.ts';
import { endingDismissals } from '../dismissals.store.ts';
import { lockCounts, type OutdatedCount } from '../outdated.store.ts';
import type { ChangeStamp, RewordedKey } from '../writing.ts';

/**
 * A key whose source text changes, with the hashes of the new text. The hashes are null for a
 * plural form without a source text.
 */
export type HashedKey = RewordedKey & { readonly hashes?: SourceHashes };

export interface VersionChange {
  readonly keyId: string;
  readonly before: number;
  readonly after: number;
}

/**
 * Updates the source versions of keys whose source text changes. A text that the key had earlier
 * gets its old source version back. Any other text gets a new source version.
 */
export async function bumpSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly HashedKey[],
  by: ChangeStamp,
): Promise<VersionChange[]> {
  const ids = keys.map(({ keyId }) => keyId);
  const { rows } = await sql<VersionChange>`
    with ${writeVersions(projectId, by, ids, bumpedVersions(projectId, keys))}
    select ${VERSION_CHANGE} from written`.execute(tx);
  return rows;
}

/**
 * Gives keys new source versions for texts that they have never had. Locks the values of the keys.
 */
export async function beginSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly HashedKey[],
  by: ChangeStamp,
): Promise<{ versions: VersionChange[]; counts: OutdatedCount[] }> {
  const ids = keys.map(({ keyId }) => keyId);
  const { rows } = await sql<{ versions: VersionChange[] | null; counts: OutdatedCount[] | null }>`
    with counted as (${lockCounts(projectId, ids)}),
    ${writeVersions(projectId, by, ids, bumpedVersions(projectId, keys))}
    select (select json_agg(c) from counted c) as counts,
           (select json_agg(w) from (select ${VERSION_CHANGE} from written) w) as versions`.execute(
    tx,
  );
  const { versions, counts } = rows[0]!;
  return { versions: versions ?? [], counts: counts ?? [] };
}

const bumpedVersions = (projectId: ProjectRef, keys: readonly HashedKey[]) => sql`
      select u.id, k.source_version as before,
             coalesce(nullif(u.earlier, k.source_version), k.last_source_version + 1) as after,
             u.source_hash, u.masked_hash
      from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                  ${keys.map(({ earlier }) => earlier)}::int[],
                  ${keys.map(({ hashes }) => hashes?.source ?? null)}::bytea[],
                  ${keys.map(({ hashes }) => hashes?.masked ?? null)}::bytea[])
        u(id, earlier, source_hash, masked_hash)
      cross join ${lookUpKey(projectId, sql`u.id`)} k`;

/**
 * Restores the source versions that keys had before a change. Skips a key whose source version has
 * changed again after that change.
 * @returns the keys whose source version was restored
 */
export async function restoreSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly VersionChange[],
  by: ChangeStamp,
): Promise<VersionChange[]> {
  const ids = keys.map(({ keyId }) => keyId);
  const versions = sql`
      select u.id, u.after as before, u.before as after, k.source_hash, k.masked_hash
      from unnest(${ids}::uuid[], ${keys.map(({ before }) => before)}::int[],
                  ${keys.map(({ after }) => after)}::int[]) u(id, before, after)
      cross join ${lookUpKey(projectId, sql`u.id`)} k`;
  const { rows } = await sql<VersionChange>`
    with ${writeVersions(projectId, by, ids, versions)}
    select ${VERSION_CHANGE} from written`.execute(tx);
  return rows;
}

const VERSION_CHANGE = sql`key_id as "keyId", before, version as after`;

const writeVersions = (
  projectId: ProjectRef,
  { changeId, now }: ChangeStamp,
  keyIds: readonly string[],
  versions: RawBuilder<unknown>,
) => sql`
    written as (
      update translation_key k
      set source_version = u.after,
          last_source_version = greatest(k.last_source_version, u.after),
          source_hash = u.source_hash, masked_hash = u.masked_hash, updated_at = ${now}::timestamptz
      from (${versions}) u
      where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.source_version = u.before
      returning k.id as key_id, u.before, k.source_version as version
    ), recorded as (${recordReworded(projectId, changeId)}),
    ended as (${endingDismissals(projectId, keyIds)})`;

/**
 * Stores the hashes of source texts that mean the same as the texts that they replace. The keys keep
 * their source versions, so that all translations stay as current as they are.
 */
export async function correctSources(
  tx: Db,
  projectId: ProjectRef,
  keys: readonly HashedKey[],
  { now }: ChangeStamp,
): Promise<void> {
  await sql`
    update translation_key k
    set source_hash = u.source_hash, masked_hash = u.masked_hash, updated_at = ${now}::timestamptz
    from unnest(${keys.map(({ keyId }) => keyId)}::uuid[],
                ${keys.map(({ hashes }) => hashes?.source ?? null)}::bytea[],
                ${keys.map(({ hashes }) => hashes?.masked ?? null)}::bytea[])
      u(id, source_hash, masked_hash)
    where k.project_id = ${unplanned(projectId)} and k.id = u.id`.execute(tx);
}

/** Marks translations as up to date if the change wrote them together with their source texts. */
export async function renewSourceVersions(
  tx: Db,
  projectId: ProjectRef,
  versions: readonly VersionChange[],
  { changeId }: ChangeStamp,
): Promise<void> {
  await sql`
    update translation_value v set source_version = place.after
    from (
      select l.id as locale_id, u.id, u.before, u.after
      from unnest(${versions.map(({ keyId }) => keyId)}::uuid[],
                  ${versions.map(({ before }) => before)}::int[],
                  ${versions.map(({ after }) => after)}::int[]) u(id, before, after)
      cross join locale l
      where l.project_id = ${projectId}::uuid
    ) place
    where v.project_id = ${unplanned(projectId)} and v.locale_id = place.locale_id
      and v.key_id = place.id and v.change_id = ${changeId}::uuid
      and v.source_version = place.before`.execute(tx);
}
