import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { firstIdAt } from '../../../db/ids/uuid.ts';
import { lookUp, unplanned } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { PUBLISHED } from '../../project/index.ts';

/**
 * Returns, for each environment of a project, the lowest version of the releases to keep. This version and all later
 * versions are kept. They include the releases that the environment serves, the releases that it served before its
 * newest release, and the releases that were the newest at some time after `before`.
 */
export async function listKeptVersions(
  db: Db,
  projectId: ProjectRef,
  before: Date,
): Promise<{ environment_id: string; version: number }[]> {
  const ofEnvironment = sql`
    r.project_id = ${projectId}::uuid and r.environment_id = e.id and r.status = ${PUBLISHED}`;
  // Locales that a partial release does not contain are served from earlier releases, back to the last release of all
  // locales.
  const { rows } = await sql<{ environment_id: string; version: number }>`
    select e.id as environment_id, w.version
    from environment e
    cross join lateral (
      select r.version from release r where ${ofEnvironment}
      order by r.version desc offset 1 limit 1) previous
    cross join lateral (
      select r.version from release r where ${ofEnvironment} and r.published_at < ${before}::timestamptz
      order by r.version desc limit 1) old
    cross join lateral (
      select r.version from release r
      where ${ofEnvironment} and not r.partial and r.version <= least(previous.version, old.version)
      order by r.version desc limit 1) w
    where e.project_id = ${projectId}::uuid and w.version > 1
    order by e.id`.execute(db);
  return rows;
}

/** Releases that may be deleted: published releases below a version of an environment, or old failed releases. */
export type OldReleases =
  | { readonly environmentId: string; readonly below: number }
  | { readonly failedBefore: Date };

/**
 * Deletes up to `limit` releases and their lists of messages. Keeps a release if another release
 * has published its messages again, or serves its messages for a disabled locale. Skips releases
 * that another transaction is about to publish again.
 *
 * @returns the number of deleted releases
 */
export async function deleteReleases(
  tx: Db,
  projectId: ProjectRef,
  old: OldReleases,
  limit: number,
): Promise<number> {
  const isOld =
    'below' in old
      ? sql`r.environment_id = ${old.environmentId}::uuid and r.status = ${PUBLISHED}
          and r.version < ${old.below}`
      : sql`r.status = 'failed' and r.created_at < ${old.failedBefore}::timestamptz`;
  const { rows } = await sql<{ id: string }>`
    select r.id from release r
    where r.project_id = ${projectId}::uuid and ${isOld} and not exists (
      select from release f
      where f.from_release_id = r.id and f.project_id = r.project_id)
      and not exists (
        select from release_kept_locale k
        where k.from_release_id = r.id and k.project_id = r.project_id)
    order by r.id limit ${limit} for update skip locked`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`
    delete from release_locale l using unnest(${ids}::uuid[]) u(id)
    where l.project_id = ${unplanned(projectId)} and l.release_id = u.id`.execute(tx);
  await sql`
    delete from release r using unnest(${ids}::uuid[]) u(id)
    where r.project_id = ${unplanned(projectId)} and r.id = u.id`.execute(tx);
  return ids.length;
}

/** Lists the hashes of the blobs of a project, in ascending order. */
export async function listBlobs(
  db: Db,
  projectId: ProjectRef,
  after: Buffer,
  limit: number,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('bundle_blob')
    .where('project_id', '=', projectId)
    .where('sha256', '>', after)
    .select('sha256')
    .orderBy('sha256')
    .limit(limit)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** A blob that no release uses. */
export interface UnnamedBlob {
  sha256: Buffer;
  /** True if an earlier sweep has recorded the blob as unused. */
  is_noted: boolean;
  /** Stored size of the blob. */
  bytes: number;
}

/**
 * Locks the given blobs that no release uses, except blobs that were marked as unused after `before`. Skips blobs
 * that another transaction has locked, because a release is about to use them.
 */
export async function lockUnnamedBlobs(
  tx: Db,
  projectId: ProjectRef,
  sha256s: readonly Buffer[],
  before: Date,
): Promise<UnnamedBlob[]> {
  const named = { sha256: sql`b.sha256`, project_id: projectId };
  const { rows } = await sql<UnnamedBlob>`
    select b.sha256, b.unnamed_since is not null as is_noted, pg_column_size(b.content) as bytes
    from bundle_blob b
    left join ${lookUp('release_locale', named)} l on true
    where b.project_id = ${projectId}::uuid and b.sha256 = any(${[...sha256s]}::bytea[])
      and (b.unnamed_since is null or b.unnamed_since < ${before}::timestamptz)
      and l.sha256 is null
    order by b.sha256 for update of b skip locked`.execute(tx);
  return rows;
}

export async function deleteBlobs(
  tx: Db,
  projectId: ProjectRef,
  sha256s: readonly Buffer[],
): Promise<void> {
  await sql`
    delete from bundle_blob b using unnest(${[...sha256s]}::bytea[]) u(sha256)
    where b.project_id = ${unplanned(projectId)} and b.sha256 = u.sha256`.execute(tx);
}

/** Stores `now` as the time since which no release uses these blobs. */
export async function noteUnnamedBlobs(
  tx: Db,
  projectId: ProjectRef,
  sha256s: readonly Buffer[],
  now: Date,
): Promise<void> {
  await sql`
    update bundle_blob b set unnamed_since = ${now}::timestamptz
    from unnest(${[...sha256s]}::bytea[]) u(sha256)
    where b.project_id = ${unplanned(projectId)} and b.sha256 = u.sha256`.execute(tx);
}

/** Deletes up to `limit` bulk changes that ended before `before`. @returns the number of deleted rows */
export async function deleteBulkRuns(
  tx: Db,
  projectId: ProjectRef,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bulk_run where (project_id, id) in (
      select b.project_id, b.id from bulk_run b
      where b.project_id = ${projectId}::uuid and b.id < ${firstIdAt(before.getTime())}::uuid
        and b.ended_at < ${before}::timestamptz
      order by b.id limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
