import { lookupTags } from '@parlance/locales';
import { LRUCache } from 'lru-cache';
import { isUuid } from '../../../db/ids/uuid.ts';
import { fail } from '../../../errors.ts';
import { sha256Of } from '../../../lib/sha256.ts';
import {
  type BundleStore,
  BundleStoreError,
} from '../../../providers/bundle-store/bundle-store.ts';
import { trustedProject } from '../../kernel/index.ts';
import type { BundleAddress, BundlePointer } from '../bundle.store.ts';
import { type EnvironmentsIndex, readEnvironments } from './environments-index.ts';
import type { Manifest } from './manifest.ts';
import { MAX_BLOB_BYTES } from './store-forms.ts';
import { blobKey } from './stored-keys.ts';
import { readManifest } from './write-manifest.ts';

/** Time in milliseconds for which a manifest or an index is cached. */
const TRUST_MS = 5_000;
const MAX_ENVIRONMENTS = 10_000;

/** Reads bundles from the bundle store while the database is unreachable. */
export class StoredBundles {
  readonly #store: BundleStore;
  readonly #manifests = new LRUCache<string, Promise<Manifest | null>>({
    max: MAX_ENVIRONMENTS,
    ttl: TRUST_MS,
  });
  readonly #environments = new LRUCache<string, Promise<EnvironmentsIndex | null>>({
    max: MAX_ENVIRONMENTS,
    ttl: TRUST_MS,
  });

  constructor(store: BundleStore) {
    this.#store = store;
  }

  /**
   * Finds a bundle in the bundle store, which contains only the newest version of each locale.
   * @returns null if the bundle store does not contain the bundle
   * @throws `not_found`, BundleStoreError
   */
  async find(address: BundleAddress): Promise<BundlePointer | null> {
    const { projectId, version, prefix } = address;
    // Rejects an invalid id, because the id becomes part of an object's name.
    if (!isUuid(projectId)) return null;
    const index = await once(this.#environments, projectId, () =>
      readEnvironments(this.#store, projectId),
    );
    const found = Object.entries(index ?? {}).find(([slug, { id }]) =>
      [slug, id].includes(address.environment),
    );
    if (found === undefined) return null;
    const [slug, environment] = found;
    if (prefix !== null && !environment.prefixes.includes(prefix)) return null;
    const manifest = await once(this.#manifests, `${projectId}/${environment.id}`, async () => {
      const stored = await readManifest(this.#store, projectId, environment.id);
      return stored?.manifest ?? null;
    });
    if (manifest === null) return null;
    const tags = lookupTags(address.locale);
    const tag = tags.find((candidate) => Object.hasOwn(manifest.locales, candidate));
    if (tag === undefined) {
      if (version !== null) return null;
      fail('not_found', `The release does not contain the locale ${address.locale}.`);
    }
    const locale = manifest.locales[tag]!;
    if (version !== null && version !== locale.releaseVersion) return null;
    const {
      releaseId: id,
      releaseVersion,
      publishedAt,
      keySeparator,
      messageFormat,
      sha256,
    } = locale;
    return {
      projectId: trustedProject(projectId),
      environmentId: environment.id,
      environment: slug,
      locale: tag,
      release: { id, version: releaseVersion, publishedAt },
      sha256: Buffer.from(sha256, 'hex'),
      keySeparator,
      messageFormat: messageFormat ?? null,
    };
  }

  /**
   * Reads a blob with flat JSON.
   * @throws BundleStoreError if the blob cannot be read or its bytes do not match the SHA-256 in its name
   */
  async read(sha256: Buffer): Promise<Buffer> {
    const key = blobKey(sha256);
    const found = await this.#store.read(key, MAX_BLOB_BYTES);
    if (found !== null && (await sha256Of(found.bytes)).equals(sha256)) return found.bytes;
    const fault = found === null ? 'is missing' : 'has other bytes than its name says';
    throw new BundleStoreError(`${this.#store.address}: ${key} ${fault}`, {
      reason: 'a bundle cannot be read',
      isRepeatable: false,
    });
  }
}

/** Reads a value once for all concurrent callers and caches it. A failure is not cached. */
function once<Value>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const reading = read();
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  return reading;
}
