/** Keys of the objects in the bundle store (docs/delivery.md). */

export const BLOBS = 'b/';
const MANIFESTS = 'm/';

/** Suffixes of the compressed variants, for web servers that send stored files unchanged. */
const SUFFIXES = { identity: '', gzip: '.gz', br: '.br' } as const;

/** Returns the key of an immutable blob: JSON whose uncompressed bytes have this SHA-256. */
export const blobKey = (sha256: Buffer, encoding: keyof typeof SUFFIXES = 'identity'): string =>
  `${BLOBS}${sha256.toString('hex')}.json${SUFFIXES[encoding]}`;

/** Returns the keys of all variants of a blob. */
export const blobKeys = (sha256: Buffer): string[] =>
  (['identity', 'gzip', 'br'] as const).map((encoding) => blobKey(sha256, encoding));

/** Returns the SHA-256 in a blob's key, or null for any other key. */
export function blobOf(key: string): Buffer | null {
  const hex = /^b\/([0-9a-f]{64})\.json(\.gz|\.br)?$/.exec(key)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

/** Returns the key of an environment's manifest. */
export const manifestKey = (projectId: string, environmentId: string): string =>
  `${MANIFESTS}${projectId}/${environmentId}.json`;

/**
 * Returns the key of the index of a project's environments by slug, which the service reads while its database is
 * unreachable.
 */
export const environmentsKey = (projectId: string): string =>
  `${MANIFESTS}${projectId}/environments.json`;
