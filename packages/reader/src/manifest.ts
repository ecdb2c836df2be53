/** The manifest of an environment, which lists the blob of each locale. */
export interface Manifest {
  readonly version: number;
  readonly publishedAt: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly locales: Readonly<
    Record<string, { readonly sha256: string; readonly shapes: { readonly nested: string } }>
  >;
}

/**
 * A manifest with a lower version may come from a cache. It is ignored until the known manifest has
 * this age, in milliseconds. Caches keep a manifest for a minute, or for a day while its origin is
 * unreachable.
 */
const STALE_MS = 2 * 86_400_000;

export function parseManifest(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  const blobs = Object.values(manifest.locales).flatMap(({ sha256, shapes }) => [
    sha256,
    shapes.nested,
  ]);
  if (manifest.version > 0 && blobs.every((sha256) => /^\w{64}$/.test(sha256))) return manifest;
  throw new Error('The manifest has another form.');
}

/** True if `found` has a lower version than `current` and may come from an outdated cache. */
export const isStale = (found: Manifest, current: Manifest): boolean =>
  found.version < current.version && Date.now() - Date.parse(current.publishedAt) < STALE_MS;

/**
 * Lists the locales that supply missing texts of a locale, in the order in which they are tried.
 */
export function fallbacksOf({ parents }: Manifest, tag: string): string[] {
  const chain = [tag];
  for (let next = parents?.[tag]; next && !chain.includes(next); next = parents[next])
    chain.push(next);
  return chain.slice(1);
}
