import { lookupTags } from '../../locale/lookup-tags.ts';

/** A locale in a manifest, with the newest release that contains it. */
export interface ManifestLocale {
  readonly releaseVersion: number;
  readonly releaseId: string;
  /** Time of the release in the format of RFC 3339. */
  readonly publishedAt: string;
  /** Separator at which the nested JSON splits key names. Null for no split. */
  readonly keySeparator: string | null;
  /** SHA-256 of the flat JSON in hexadecimal. The name of the blob contains it. */
  readonly sha256: string;
  /** Size of the flat JSON in bytes. */
  readonly bytes: number;
  /** Hexadecimal SHA-256 of the nested JSON. */
  readonly shapes: { readonly nested: string };
}

/** Lists the published blobs of an environment. The content of a blob never changes. */
export interface Manifest {
  readonly version: number;
  readonly releaseId: string;
  readonly publishedAt: string;
  readonly locales: Readonly<Record<string, ManifestLocale>>;
  /**
   * For each locale, the locale from which an app takes missing messages. A locale without an entry
   * has no fallback.
   */
  readonly parents: Readonly<Record<string, string>>;
}

/**
 * Returns the fallback of each locale: the nearest more general locale (RFC 4647, lookup), or else
 * the source locale.
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

/**
 * Returns the manifest as JSON with one line for each locale, so that people can compare manifests.
 */
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

/**
 * Parses a manifest. Returns null for an invalid manifest, because anybody with access to the store
 * may have replaced it.
 */
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
