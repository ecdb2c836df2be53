import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { DeliveredEnvironment } from './delivery.store.ts';
import { environmentsKey } from './stored-keys.ts';

/**
 * The environments of a project by slug. Readers know the slug, but the name of a manifest contains
 * the id.
 */
export type EnvironmentsIndex = Readonly<
  Record<string, { readonly id: string; readonly prefixes: readonly string[] }>
>;

const SHORT = 'public, max-age=60';
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the index of a project's environments. Returns null if the index does not exist or is
 * invalid.
 * @throws BundleStoreError
 */
export async function readEnvironments(
  store: BundleStore,
  projectId: string,
): Promise<EnvironmentsIndex | null> {
  const found = await store.read(environmentsKey(projectId), MAX_BYTES);
  if (found === null) return null;
  try {
    const read: unknown = JSON.parse(found.bytes.toString('utf8'));
    return read instanceof Object ? (read as EnvironmentsIndex) : null;
  } catch {
    return null;
  }
}

/**
 * Writes the index of a project's environments unless it is up to date.
 * @throws BundleStoreError
 */
export async function storeEnvironments(
  store: BundleStore,
  projectId: string,
  environments: readonly DeliveredEnvironment[],
): Promise<void> {
  const index: EnvironmentsIndex = Object.fromEntries(
    environments.map(({ slug, id, prefixes }) => [slug, { id, prefixes }]),
  );
  const stored = await readEnvironments(store, projectId);
  if (JSON.stringify(stored) === JSON.stringify(index)) return;
  await store.write(environmentsKey(projectId), {
    bytes: Buffer.from(JSON.stringify(index)) as Buffer<ArrayBuffer>,
    contentType: 'application/json; charset=utf-8',
    cacheControl: SHORT,
  });
}
