import type { Config, FileSpec } from '../config/config.ts';
import type { PathValues } from '../config/pattern.ts';
import { type Document, pathOf } from './documents.ts';
import type { ByLocale } from './read-project.ts';

/** Files that locales of the project would have beside those that exist. */
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
      // Platforms read several spellings of some locales: the one that exists stays the only one.
      if (places.has(placeOf(spec, locale, values))) continue;
      const path = pathOf(config, spec, locale, values);
      if (paths.has(path) || missing.has(path)) continue;
      const bytes = new Uint8Array();
      missing.set(path, { spec, values, prefix, locale, path, rows: [], hash: null, bytes });
    }
  }
  return [...missing.values()];
}

/** Tells which document a text belongs to. */
export class DocumentFinder {
  readonly #byLocale = new Map<string, Document[]>();
  readonly #names = new Map<Document, Set<string>>();
  readonly #shared: readonly Document[];
  readonly #sourceLocale: string;

  constructor(documents: readonly Document[], texts: ByLocale, sourceLocale: string) {
    this.#sourceLocale = sourceLocale;
    this.#shared = documents.filter(({ locale }) => locale === null);
    for (const document of documents) {
      const { locale, rows, prefix } = document;
      this.#names.set(document, new Set(rows.map(({ name }) => prefix + name)));
      if (locale === null) continue;
      this.#byLocale.set(locale, [...(this.#byLocale.get(locale) ?? []), document]);
    }
    for (const locale of texts.keys()) {
      if (!this.#byLocale.has(locale)) this.#byLocale.set(locale, []);
    }
  }

  find(locale: string, key: string): Document | null {
    const candidates = [...(this.#byLocale.get(locale) ?? []), ...this.#shared].filter(
      ({ prefix }) => key.startsWith(prefix) && key.length > prefix.length,
    );
    const longest = Math.max(...candidates.map(({ prefix }) => prefix.length));
    const best = candidates.filter(({ prefix }) => prefix.length === longest);
    if (best.length <= 1) return best[0] ?? null;
    const owner = best.find((document) => this.#names.get(document)!.has(key));
    if (owner) return owner;
    const source = locale === this.#sourceLocale ? null : this.find(this.#sourceLocale, key);
    return (
      (source && best.find((one) => one.spec === source.spec && isSameGroup(one, source))) ??
      best[0]!
    );
  }
}

const isSameGroup = (a: Document, b: Document): boolean =>
  JSON.stringify(a.values) === JSON.stringify(b.values);
