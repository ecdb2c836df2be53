import { lookupTags } from '../../locale/lookup-tags.ts';

/** A locale for readers, from the last release that published it. */
export interface ManifestLocale {
  readonly releaseVersion: number;
  readonly releaseId: string;
  /** Time in RFC 3339. */
  readonly publishedAt: string;
  /** Separator of the segments in names. Null if names are never split. */
  readonly keySeparator: string | null;
  /** SHA-256 of the flat form in hexadecimal digits, which names the blob. */
  readonly sha256: string;
  /** Size of the flat form in bytes. */
  readonly bytes: number;
  /** Blobs of the other forms. */
  readonly shapes: { readonly nested: string };
}

/** Lists the blobs for the readers of an environment. A blob never changes. */
export interface Manifest {
  /** Version of the newest release, which increases with each release. */
  readonly version: number;
  readonly releaseId: string;
  /** Time in RFC 3339. */
  readonly publishedAt: string;
  readonly locales: Readonly<Record<string, ManifestLocale>>;
  /** Fallback locale for missing messages, for each locale except the last in a chain. */
  readonly parents: Readonly<Record<string, string>>;
}

/**
 * Returns the fallback of each locale: the nearest more general locale of the manifest (RFC 4647, lookup), otherwise
 * the source.
 */
export function parentsOf(tags: readonly string[], sourceTag: string): Record<string, string> {
  const parents: Record<string, string> = {};
  for (const tag of tags) {
    const general = lookupTags(tag).find((other) => other !== tag && tags.includes(other));
    const parent = general ?? (tags.includes(sourceTag) ? sourceTag : undefined);
    if (parent !== undefined && tag !== sourceTag) parents[tag] = parent;
  }
  return parents;
}

/** Writes one line for each locale, so that people can compare two manifests. */
export const writeManifest = ({ locales, ...rest }: Manifest): Buffer => {
  const head = JSON.stringify(rest).slice(0, -1);
  const lines = Object.entries(locales).map(
    ([tag, locale]) => `\n${JSON.stringify(tag)}:${JSON.stringify(locale)}`,
  );
  return Buffer.from(`${head},"locales":{${lines.join(',')}}}\n`);
};

const isLocale = (locale: Partial<ManifestLocale> | null): boolean =>
  typeof locale?.sha256 === 'string' &&
  /^[0-9a-f]{64}$/.test(locale.sha256) &&
  typeof locale.shapes?.nested === 'string' &&
  typeof locale.releaseId === 'string';

/** Parses a manifest. Returns null if the bytes are anything else, because a store may return arbitrary content. */
export function parseManifest(bytes: Buffer): Manifest | null {
  let read: Partial<Manifest> | null;
  try {
    read = JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
  const isManifest =
    Number.isSafeInteger(read?.version) &&
    typeof read?.releaseId === 'string' &&
    typeof read.locales === 'object' &&
    Object.values(read.locales).every(isLocale);
  return isManifest ? (read as Manifest) : null;
}
