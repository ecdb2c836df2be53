/** Objects of the bundle store, by key (docs/delivery.md). */

export const BLOBS = 'b/';
const MANIFESTS = 'm/';

/** Compressed beside the identity, for web servers that send a file as they find it. */
const SUFFIXES = { identity: '', gzip: '.gz', br: '.br' } as const;

/** Immutable: JSON whose bytes, before they were compressed, have this SHA-256. */
export const blobKey = (sha256: Buffer, encoding: keyof typeof SUFFIXES = 'identity'): string =>
  `${BLOBS}${sha256.toString('hex')}.json${SUFFIXES[encoding]}`;

/** The keys of a blob. */
export const blobKeys = (sha256: Buffer): string[] =>
  (['identity', 'gzip', 'br'] as const).map((encoding) => blobKey(sha256, encoding));

/** Returns the SHA-256 in a blob's key; null for any other key. */
export function blobOf(key: string): Buffer | null {
  const hex = /^b\/([0-9a-f]{64})\.json(\.gz|\.br)?$/.exec(key)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

/** The manifest of an environment. */
export const manifestKey = (projectId: string, environmentId: string): string =>
  `${MANIFESTS}${projectId}/${environmentId}.json`;

/** The environments of a project by slug, for the service while its database is away. */
export const environmentsKey = (projectId: string): string =>
  `${MANIFESTS}${projectId}/environments.json`;
