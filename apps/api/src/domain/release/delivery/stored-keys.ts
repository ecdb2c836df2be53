/** The names of the objects in the bundle store (docs/delivery.md). */

export const BLOBS = 'b/';
const MANIFESTS = 'm/';

/** Suffixes of the compressed variants of a blob. Web servers such as nginx can send the variants unchanged. */
const SUFFIXES = { identity: '', gzip: '.gz', br: '.br' } as const;

/** Returns the key of a blob, by the SHA-256 of the uncompressed JSON. A blob never changes. */
export const blobKey = (sha256: Buffer, encoding: keyof typeof SUFFIXES = 'identity'): string =>
  `${BLOBS}${sha256.toString('hex')}.json${SUFFIXES[encoding]}`;

/** Returns the keys of the uncompressed and the compressed variants of a blob. */
export const blobKeys = (sha256: Buffer): string[] =>
  (['identity', 'gzip', 'br'] as const).map((encoding) => blobKey(sha256, encoding));

/** Returns the SHA-256 in the key of a blob. Returns null if the key is not that of a blob. */
export function blobOf(key: string): Buffer | null {
  const hex = /^b\/([0-9a-f]{64})\.json(\.gz|\.br)?$/.exec(key)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

export const manifestKey = (projectId: string, environmentId: string): string =>
  `${MANIFESTS}${projectId}/${environmentId}.json`;

/**
 * Returns the key of the index of a project's environments by slug. The service reads the index while its database is
 * unreachable.
 */
export const environmentsKey = (projectId: string): string =>
  `${MANIFESTS}${projectId}/environments.json`;
