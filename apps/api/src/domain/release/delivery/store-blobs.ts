import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { runConcurrently } from '../../../lib/run-concurrently.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { readBlob } from '../release.store.ts';
import { findNested, type NestedLocale } from './delivery.store.ts';
import { LOCALES_AT_ONCE, type StoreAhead } from './store-ahead.ts';
import { type Messages, storeForms } from './store-forms.ts';
import { blobKey } from './stored-keys.ts';
import { keepBlobs } from './unnamed-blob.store.ts';

/**
 * Uploads the messages of each locale as flat and as nested JSON, unless the bundle store has them.
 * Returns the SHA-256 of each nested JSON.
 */
export async function storeBlobs(
  { db }: Pick<Deps, 'db'>,
  store: BundleStore,
  projectId: ProjectRef,
  messages: readonly Messages[],
  ahead?: StoreAhead,
): Promise<NestedLocale[]> {
  if (messages.length === 0) return [];
  const storedBlobs = await findKnown(db, projectId, messages);
  await keepBlobs(db, [...messages.map(({ sha256 }) => sha256), ...storedBlobs.values()]);
  return runConcurrently(messages, LOCALES_AT_ONCE, async (message) => {
    const begun = ahead?.find(message);
    if (begun) return begun;
    const nestedSha256 = storedBlobs.get(message);
    if (nestedSha256 && (await isStored(store, message, nestedSha256))) {
      return { locale: message.locale, nestedSha256 };
    }
    return storeForms({ db }, store, message, await readBlob(db, projectId, message.sha256));
  });
}

async function findKnown(
  db: Db,
  projectId: ProjectRef,
  messages: readonly Messages[],
): Promise<Map<Messages, Buffer>> {
  const storedBlobs = new Map<Messages, Buffer>();
  for (const [keySeparator, group] of Map.groupBy(messages, (message) => message.keySeparator)) {
    const sha256s = group.map(({ sha256 }) => sha256);
    const nested = await findNested(db, projectId, sha256s, keySeparator);
    for (const one of group) {
      const found = nested.get(one.sha256.toString('hex'));
      if (found) storedBlobs.set(one, found);
    }
  }
  return storedBlobs;
}

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
