import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { runConcurrently } from '../../../lib/run-concurrently.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../tenant.ts';
import { composeNested, compress, type Encoding } from '../encode-bundle.ts';
import { readBlob } from '../release.store.ts';
import { findNested, type NestedLocale } from './delivery.store.ts';
import { blobKey } from './stored-keys.ts';
import { keepBlobs } from './unnamed-blob.store.ts';

/** Locales whose messages are in memory at once. */
const LOCALES_AT_ONCE = 4;
/** More than the largest import can make. */
export const MAX_BLOB_BYTES = 256 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A locale's messages, and how their names are split. */
export interface Messages {
  readonly locale: string;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly keySeparator: string | null;
}

/** Makes sure that the store has the flat and the nested form of messages; returns the nested one of each. */
export async function storeBlobs(
  { db }: Pick<Deps, 'db'>,
  store: BundleStore,
  projectId: ProjectRef,
  messages: readonly Messages[],
): Promise<NestedLocale[]> {
  if (messages.length === 0) return [];
  const known = await findKnown(db, projectId, messages);
  await keepBlobs(db, [...messages.map(({ sha256 }) => sha256), ...known.values()]);
  return runConcurrently(messages, LOCALES_AT_ONCE, async (one) => {
    const { locale, sha256, keySeparator } = one;
    const nestedSha256 = known.get(one);
    if (nestedSha256 && (await isStored(store, one, nestedSha256))) return { locale, nestedSha256 };
    const flat = await readBlob(db, projectId, sha256);
    const nested = await composeNested(flat, keySeparator);
    await keepBlobs(db, [nested.sha256]);
    await Promise.all([
      storeBlob(store, sha256, flat),
      storeBlob(store, nested.sha256, nested.bytes),
    ]);
    return { locale, nestedSha256: nested.sha256 };
  });
}

async function findKnown(
  db: Db,
  projectId: ProjectRef,
  messages: readonly Messages[],
): Promise<Map<Messages, Buffer>> {
  const known = new Map<Messages, Buffer>();
  for (const [keySeparator, group] of Map.groupBy(messages, (one) => one.keySeparator)) {
    const sha256s = group.map(({ sha256 }) => sha256);
    const nested = await findNested(db, projectId, sha256s, keySeparator);
    for (const one of group) {
      const found = nested.get(one.sha256.toString('hex'));
      if (found) known.set(one, found);
    }
  }
  return known;
}

/** True if the store has both forms. */
async function isStored(
  store: BundleStore,
  { sha256, sizeBytes }: Messages,
  nestedSha256: Buffer,
): Promise<boolean> {
  const [flat, nested] = await Promise.all([
    store.sizeOf(blobKey(sha256)),
    store.sizeOf(blobKey(nestedSha256)),
  ]);
  return flat === sizeBytes && nested !== null;
}

async function storeBlob(store: BundleStore, sha256: Buffer, bytes: Buffer): Promise<void> {
  if ((await store.sizeOf(blobKey(sha256))) === bytes.length) return;
  await writeBlob(store, sha256, 'identity', bytes);
}

/** Makes sure that the store has a blob that is in it compressed, too. @throws BundleStoreError */
export async function compressBlob(store: BundleStore, sha256: Buffer): Promise<void> {
  const encodings = ['gzip', 'br'] as const;
  const sizes = await Promise.all(
    encodings.map((encoding) => store.sizeOf(blobKey(sha256, encoding))),
  );
  if (!sizes.includes(null)) return;
  const blob = await store.read(blobKey(sha256), MAX_BLOB_BYTES);
  if (blob === null) return;
  for (const encoding of encodings) {
    await writeBlob(store, sha256, encoding, await compress(blob.bytes, encoding));
  }
}

const writeBlob = (store: BundleStore, sha256: Buffer, encoding: Encoding, bytes: Buffer) =>
  store.write(blobKey(sha256, encoding), {
    bytes: bytes as Buffer<ArrayBuffer>,
    contentType: 'application/json; charset=utf-8',
    cacheControl: IMMUTABLE,
    ...(encoding === 'identity' ? {} : { contentEncoding: encoding }),
  });
