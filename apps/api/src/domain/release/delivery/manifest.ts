import { lookupTags } from '../../locale/lookup-tags.ts';

/** A locale that readers get, of the release that published it last. */
export interface ManifestLocale {
  readonly releaseVersion: number;
  readonly releaseId: string;
  /** RFC 3339. */
  readonly publishedAt: string;
  /** Separator of the segments of its names; null: they are never split. */
  readonly keySeparator: string | null;
  /** SHA-256 of the flat form in hexadecimal digits, which names the blob. */
  readonly sha256: string;
  /** Size of the flat form. */
  readonly bytes: number;
  /** The blobs of its other forms. */
  readonly shapes: { readonly nested: string };
}

/** Names the blobs that the readers of an environment get. A blob never changes. */
export interface Manifest {
  /** Version of the newest release; grows with each. */
  readonly version: number;
  readonly releaseId: string;
  /** RFC 3339. */
  readonly publishedAt: string;
  readonly locales: Readonly<Record<string, ManifestLocale>>;
  /** For each locale but the last of a chain: where to look for what it lacks. */
  readonly parents: Readonly<Record<string, string>>;
}

/** Locales fall back to the nearest more general one of the manifest (RFC 4647, lookup), and then to the source. */
export function parentsOf(tags: readonly string[], sourceTag: string): Record<string, string> {
  const parents: Record<string, string> = {};
  for (const tag of tags) {
    const general = lookupTags(tag).find((other) => other !== tag && tags.includes(other));
    const parent = general ?? (tags.includes(sourceTag) ? sourceTag : undefined);
    if (parent !== undefined && tag !== sourceTag) parents[tag] = parent;
  }
  return parents;
}

/** With a line for each locale, so that two manifests can be compared by eye. */
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

/** Null for what is no manifest: a store can answer with anything. */
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
