import type { Db } from '../../../db/client.ts';
import { partsOf } from '../../../lib/parts-of.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { repeat } from './in-batches.ts';
import {
  deleteBlobs,
  deleteReleases,
  listBlobs,
  listKeptVersions,
  lockUnnamedBlobs,
  noteUnnamedBlobs,
  type OldReleases,
} from './old-release.store.ts';

/** Maximum number of releases that one transaction deletes. Each release also has a row for each of its locales. */
const BATCH_RELEASES = 50;
const BATCH_BLOBS = 200;
/** Maximum stored size of the blobs that one statement deletes. PostgreSQL deletes a blob in pieces of 2 kB. */
const BATCH_BLOB_BYTES = 32 * 1024 * 1024;
/** Time for which an unused blob is kept, because a release that is being published may be about to use it. */
const UNNAMED_KEPT_MS = 24 * 60 * 60_000;

/**
 * Deletes the releases of a project that have exceeded their maximum age. Keeps the releases that an environment
 * serves or served before its newest release, and the releases that a kept release publishes again.
 *
 * @returns the number of deleted releases
 */
export async function sweepReleases(
  db: Db,
  projectId: ProjectRef,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const kept = await listKeptVersions(db, projectId, before);
  const olds: OldReleases[] = [
    ...kept.map(({ environment_id, version }) => ({
      environmentId: environment_id,
      below: version,
    })),
    { failedBefore: before },
  ];
  let deleted = 0;
  for (const old of olds) {
    const deleteSome = () =>
      db.transaction().execute((tx) => deleteReleases(tx, projectId, old, BATCH_RELEASES));
    deleted += await repeat(deleteSome, BATCH_RELEASES, signal);
  }
  return deleted;
}

/**
 * Deletes the blobs of a project that no release has used for a day: blobs of deleted releases, and
 * blobs of releases that were never published.
 *
 * @returns the number of deleted blobs
 */
export async function sweepReleaseBlobs(
  db: Db,
  projectId: ProjectRef,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - UNNAMED_KEPT_MS);
  let deleted = 0;
  for (let after: Buffer = Buffer.alloc(0); !signal.aborted; ) {
    const sha256s = await listBlobs(db, projectId, after, BATCH_BLOBS);
    if (sha256s.length === 0) break;
    deleted += await db.transaction().execute(async (tx) => {
      const unnamed = await lockUnnamedBlobs(tx, projectId, sha256s, before);
      const gone = unnamed.filter(({ is_noted: isNoted }) => isNoted);
      for (const part of partsOf(gone, { maxLength: BATCH_BLOB_BYTES }, ({ bytes }) => bytes)) {
        const sha256sOfPart = part.map(({ sha256 }) => sha256);
        await deleteBlobs(tx, projectId, sha256sOfPart);
      }
      const noted = unnamed.filter(({ is_noted: isNoted }) => !isNoted);
      const hashes = noted.map(({ sha256 }) => sha256);
      if (hashes.length > 0) await noteUnnamedBlobs(tx, projectId, hashes, now);
      return gone.length;
    });
    after = sha256s.at(-1)!;
  }
  return deleted;
}
