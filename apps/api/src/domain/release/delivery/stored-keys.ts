/** The names of the objects in the bundle store (docs/delivery.md). */

export const BLOBS = 'b/';
const MANIFESTS = 'm/';

/**
 * Suffixes of the compressed variants of a blob. Web servers such as nginx can send these variants
 * unchanged.
 */
const SUFFIXES = { identity: '', gzip: '.gz', br: '.br' } as const;

/**
 * Returns the name of the object for a blob. The name contains the SHA-256 of the uncompressed
 * JSON.
 */
export const blobKey = (sha256: Buffer, encoding: keyof typeof SUFFIXES = 'identity'): string =>
  `${BLOBS}${sha256.toString('hex')}.json${SUFFIXES[encoding]}`;

export const blobKeys = (sha256: Buffer): string[] =>
  (['identity', 'gzip', 'br'] as const).map((encoding) => blobKey(sha256, encoding));

/** Returns the SHA-256 in the name of a blob. Null if the object is not a blob. */
export function blobOf(key: string): Buffer | null {
  const hex = /^b\/([0-9a-f]{64})\.json(\.gz|\.br)?$/.exec(key)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

export const manifestKey = (projectId: string, environmentId: string): string =>
  `${MANIFESTS}${projectId}/${environmentId}.json`;

/** Returns the name of the object with a project's index, which lists environments by slug. */
export const environmentsKey = (projectId: string): string =>
  `${MANIFESTS}${projectId}/environments.json`;
