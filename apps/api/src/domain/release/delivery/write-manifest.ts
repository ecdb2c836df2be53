import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type BundleStore,
  BundleStoreError,
  type Condition,
} from '../../../providers/bundle-store/bundle-store.ts';
import type { Delivery } from './delivery.store.ts';
import { type Manifest, parentsOf, parseManifest, writeManifest } from './manifest.ts';
import { manifestKey } from './stored-keys.ts';

/** Cache header of a manifest. CDNs and apps ask for a newer manifest after 60 seconds. */
const SHORT = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=86400';
/** Maximum size of a manifest in bytes, enough for thousands of locales. */
const MANIFEST_BYTES = 4 * 1024 * 1024;
const MAX_ROUNDS = 10;

/** Number of times that an invalid manifest is read again before it is overwritten. */
const MAX_UNREADABLE = 3;
const WAIT_MS = 200;

export interface StoredManifest {
  readonly manifest: Manifest | null;
  readonly etag: string;
}

/**
 * Reads a manifest, or returns null if it does not exist.
 * @throws BundleStoreError
 */
export async function readManifest(
  store: BundleStore,
  projectId: string,
  environmentId: string,
): Promise<StoredManifest | null> {
  const found = await store.read(manifestKey(projectId, environmentId), MANIFEST_BYTES);
  return found && { manifest: parseManifest(found.bytes), etag: found.etag };
}

/**
 * Replaces a manifest with the result of `decide`. If the result is null, keeps the manifest. If
 * another process changes the manifest meanwhile, tries again. Reads the manifest again after the
 * write, because some stores ignore the condition of a write.
 * @throws BundleStoreError
 */
export async function changeManifest(
  store: BundleStore,
  projectId: string,
  environmentId: string,
  decide: (current: Manifest | null) => Promise<Manifest | null>,
): Promise<void> {
  const key = manifestKey(projectId, environmentId);
  let refusals = 0;
  let lastEtag: string | null = null;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    if (round > 1) await sleep(WAIT_MS);
    const current = await readManifest(store, projectId, environmentId);
    if (current?.manifest === null && round <= MAX_UNREADABLE) continue;
    const next = await decide(current?.manifest ?? null);
    if (next === null) return;
    const condition: Condition = current === null ? 'absent' : { etag: current.etag };
    const object = {
      bytes: writeManifest(next) as Buffer<ArrayBuffer>,
      contentType: 'application/json; charset=utf-8',
      cacheControl: SHORT,
    };
    if (!(await store.write(key, object, condition))) {
      if (current !== null && current.etag === lastEtag) refusals++;
      lastEtag = current?.etag ?? null;
      continue;
    }
    const written = await readManifest(store, projectId, environmentId);
    if (isDeepStrictEqual(written?.manifest, next)) return;
  }
  const changesEtags = refusals === MAX_ROUNDS - 1;
  throw new BundleStoreError(
    changesEtags
      ? `${store.address}: ${key} has the ETag ${lastEtag}, and a write for this ETag is refused: the store or a proxy before it changes ETags`
      : `${store.address}: ${key} was written and read ${MAX_ROUNDS} times, and is never what was written`,
    {
      reason: changesEtags
        ? 'the store or a proxy before it changes ETags'
        : 'it does not return what was written',
      isRepeatable: false,
    },
  );
}

export function manifestOf({ locales, sourceTag, ...release }: Delivery): Manifest {
  const entries = locales.map(
    (row) =>
      [
        row.locale,
        {
          releaseVersion: row.releaseVersion,
          releaseId: row.releaseId,
          publishedAt: row.publishedAt.toISOString(),
          keySeparator: row.keySeparator,
          messageFormat: row.messageFormat,
          sha256: row.sha256.toString('hex'),
          bytes: row.sizeBytes,
          shapes: { nested: row.nestedSha256!.toString('hex') },
        },
      ] as const,
  );
  return {
    version: release.version,
    releaseId: release.releaseId,
    publishedAt: release.publishedAt.toISOString(),
    locales: Object.fromEntries(entries),
    parents: parentsOf(
      locales.map(({ locale }) => locale),
      sourceTag,
    ),
  };
}
