import { standInTags } from '@parlance/locales';

/** A locale in a manifest, with the newest release that contains it. */
export interface ManifestLocale {
  readonly releaseVersion: number;
  readonly releaseId: string;
  /** Time of the release in the format of RFC 3339. */
  readonly publishedAt: string;
  /** Separator at which the nested JSON splits key names. Null for no split. */
  readonly keySeparator: string | null;
  /** Message format of the texts. Null or absent for a release of an earlier version of the service. */
  readonly messageFormat?: string | null;
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
 * Returns the fallback of each locale: the nearest locale that may stand in for it, or else the
 * source locale. No locale is among its own fallbacks: CLDR treats `de` and `de-DE` as the same
 * locale, so only the tag with a region falls back to the other.
 */
export function parentsOf(tags: readonly string[], sourceTag: string): Record<string, string> {
  const parents: Record<string, string> = {};
  const leadsTo = (tag: string | undefined, end: string): boolean =>
    tag !== undefined && (tag === end || leadsTo(parents[tag], end));
  const hasRegion = (tag: string) => new Intl.Locale(tag).region !== undefined;
  const others = tags.filter((tag) => tag !== sourceTag);
  for (const tag of [...others.filter(hasRegion), ...others.filter((one) => !hasRegion(one))]) {
    const parent = [...standInTags(tag), sourceTag].find(
      (other) => tags.includes(other) && !leadsTo(other, tag),
    );
    if (parent !== undefined) parents[tag] = parent;
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
