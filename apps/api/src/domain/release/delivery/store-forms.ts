import type { Deps } from '../../../deps.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import { composeNested, compress, type Encoding } from '../encode-bundle.ts';
import type { NestedLocale } from './delivery.store.ts';
import { blobKey } from './stored-keys.ts';
import { keepBlobs } from './unnamed-blob.store.ts';

/** Maximum size of a blob in bytes. No import is large enough to exceed it. */
export const MAX_BLOB_BYTES = 256 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface Messages {
  readonly locale: string;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly keySeparator: string | null;
}

export async function storeForms(
  { db }: Pick<Deps, 'db'>,
  store: BundleStore,
  { locale, sha256, keySeparator }: Messages,
  flat: Buffer,
): Promise<NestedLocale> {
  const storeNested = async (): Promise<NestedLocale> => {
    const nested = await composeNested(flat, keySeparator);
    await storeBlob({ db }, store, nested.sha256, nested.bytes);
    return { locale, nestedSha256: nested.sha256 };
  };
  const [nested] = await Promise.all([storeNested(), storeBlob({ db }, store, sha256, flat)]);
  return nested;
}

async function storeBlob(
  { db }: Pick<Deps, 'db'>,
  store: BundleStore,
  sha256: Buffer,
  bytes: Buffer,
): Promise<void> {
  await keepBlobs(db, [sha256]);
  if ((await store.sizeOf(blobKey(sha256))) === bytes.length) return;
  await writeBlob(store, sha256, 'identity', bytes);
}

/**
 * Uploads the compressed variants of a blob that the bundle store lacks.
 * @throws BundleStoreError
 */
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
