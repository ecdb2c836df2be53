import { type Config, type FileSpec, groupBy, type PathValues } from '@parlance/config';
import { PLURAL_CATEGORIES } from '@parlance/messages';
import type { ByLocale } from '../sync/read-project.ts';
import { type Document, pathOf } from './documents.ts';

export function missingDocuments(
  config: Config,
  existing: readonly Document[],
  locales: readonly string[],
): Document[] {
  const paths = new Set(existing.map(({ path }) => path));
  const placeOf = (spec: FileSpec, locale: string | null, values: PathValues): string =>
    JSON.stringify([config.files.indexOf(spec), locale, values]);
  const places = new Set(existing.map(({ spec, locale, values }) => placeOf(spec, locale, values)));
  const missing = new Map<string, Document>();
  const groups = [
    ...existing.map(({ spec, values, prefix }) => ({ spec, values, prefix })),
    ...config.files
      .filter(({ pattern }) => pattern.names.size === 0)
      .map((spec) => ({ spec, values: {}, prefix: spec.prefix ?? '' })),
  ];
  for (const { spec, values, prefix } of groups) {
    const { pattern } = spec;
    for (const locale of pattern.hasLocale ? locales : [null]) {
      // Adds no second file for the same locale. The existing file's path may spell the locale differently.
      if (places.has(placeOf(spec, locale, values))) continue;
      const path = pathOf(config, spec, locale, values);
      if (paths.has(path) || missing.has(path)) continue;
      const bytes = new Uint8Array();
      missing.set(path, { spec, values, prefix, locale, path, rows: [], hash: null, bytes });
    }
  }
  return [...missing.values()];
}

/** Finds the file to which a text of the project belongs. */
export class DocumentFinder {
  /**
   * Files that may contain texts of a locale, by locale. Files with the longest key prefix come
   * first.
   */
  readonly #byLocale = new Map<string, readonly Document[]>();
  readonly #names = new Map<Document, Set<string>>();
  readonly #stems = new Map<Document, Set<string>>();
  readonly #shared: readonly Document[];
  readonly #sourceLocale: string;

  constructor(documents: readonly Document[], texts: ByLocale, sourceLocale: string) {
    this.#sourceLocale = sourceLocale;
    this.#shared = byPrefix(documents.filter(({ locale }) => locale === null));
    const byLocale = groupBy(documents, ({ locale }) => locale);
    for (const locale of [...byLocale.keys(), ...texts.keys()]) {
      if (locale === null || this.#byLocale.has(locale)) continue;
      this.#byLocale.set(locale, byPrefix([...(byLocale.get(locale) ?? []), ...this.#shared]));
    }
  }

  find(locale: string, key: string): Document | null {
    const candidates = this.#byLocale.get(locale) ?? this.#shared;
    const isPlace = ({ prefix }: Document): boolean =>
      key.startsWith(prefix) && key.length > prefix.length;
    const first = candidates.find(isPlace);
    if (first === undefined || candidates.length === 1) return first ?? null;
    const best = candidates.filter(
      (candidate) => isPlace(candidate) && candidate.prefix.length === first.prefix.length,
    );
    if (best.length === 1) return first;
    const owner = best.find((document) => this.#namesOf(document).has(key));
    if (owner) return owner;
    const source = locale === this.#sourceLocale ? null : this.find(this.#sourceLocale, key);
    return (
      (source &&
        best.find((document) => document.spec === source.spec && isSameGroup(document, source))) ??
      this.#nearest(best, key) ??
      first
    );
  }

  /** Returns the file that has the nearest relative of a key: another form of its plural, or a key of its group. */
  #nearest(documents: readonly Document[], key: string): Document | null {
    const family = pluralOf(key);
    const ofFamily =
      family !== null &&
      documents.find((document) =>
        PLURAL_CATEGORIES.some((category) => this.#namesOf(document).has(family + category)),
      );
    if (ofFamily) return ofFamily;
    for (const stem of stemsOf(key)) {
      const found = documents.find((document) => this.#stemsIn(document).has(stem));
      if (found) return found;
    }
    return null;
  }

  #stemsIn(document: Document): Set<string> {
    let stems = this.#stems.get(document);
    if (stems === undefined) {
      stems = new Set();
      for (const name of this.#namesOf(document)) for (const stem of stemsOf(name)) stems.add(stem);
      this.#stems.set(document, stems);
    }
    return stems;
  }

  #namesOf(document: Document): Set<string> {
    let names = this.#names.get(document);
    if (names === undefined) {
      names = new Set(document.rows.map(({ name }) => document.prefix + name));
      this.#names.set(document, names);
    }
    return names;
  }
}

/** Matches a key that ends with a separator and a plural category, as the keys of plural forms do. */
const FORM = new RegExp(`^(.*[^\\p{L}\\p{N}])(?:${PLURAL_CATEGORIES.join('|')})$`, 'su');

/**
 * Returns the prefix that the keys of all forms of a plural share, including the separator. Null if
 * the key is not a plural form.
 */
export const pluralOf = (key: string): string | null => FORM.exec(key)?.[1] ?? null;

/** Yields the prefixes of a name that end with a separator, longest prefix first. */
function* stemsOf(name: string): Generator<string> {
  for (let end = name.length - 1; end > 0; end--) {
    if (!/[\p{L}\p{N}]/u.test(name[end - 1]!)) yield name.slice(0, end);
  }
}

const byPrefix = (documents: readonly Document[]): Document[] =>
  documents.toSorted((a, b) => b.prefix.length - a.prefix.length);

/** True for files of an entry that differ only in their locale. */
export const isSameGroup = (a: Document, b: Document): boolean =>
  JSON.stringify(a.values) === JSON.stringify(b.values);
