import type { MatchedFile } from '@parlance/config';
import { referenceFinder } from '@parlance/messages';
import { type Document, listTexts } from '../documents/documents.ts';
import type { CheckContext } from './check-text.ts';
import type { KeyFinding } from './part-checker.ts';
import type { Scope } from './scope.ts';

/** Matches names without a key, and names with characters that a request cannot contain. */
const NO_NAME = /:$|\p{Cc}/u;

/** A name in texts for which no key was found so far. */
interface UnknownName {
  /** Spellings of the key, each as {@link plainName} returns it. */
  readonly spellings: readonly string[];
  readonly places: { readonly path: string; readonly key: string; readonly locale: string }[];
}

/**
 * Finds references to keys that do not exist, such as `$t(cart.pay)` of i18next. Parts of files are
 * added in any order. A name counts as a key also if only its forms exist, such as `item_one` and
 * `item_other` for `item`, or keys below it.
 */
export class KeyReferences {
  readonly #find: ReturnType<typeof referenceFinder>;
  readonly #separator: string | null;
  /** Prefixes of key names, by the namespace of the program. */
  readonly #namespaces = new Map<string, Set<string>>();
  readonly #prefixes: readonly string[];
  readonly #unknown = new Map<string, UnknownName>();

  constructor(
    files: readonly MatchedFile[],
    { runtimes, messageFormat, keySeparator }: CheckContext,
  ) {
    this.#find = referenceFinder(runtimes, messageFormat);
    this.#separator = keySeparator;
    this.#prefixes = [...new Set(['', ...files.map(({ prefix }) => prefix)])];
    for (const { prefix, values } of files) {
      const names = [Object.values(values).filter(Boolean).join('/'), prefix.replace(/\W+$/, '')];
      for (const name of names.filter(Boolean)) {
        this.#namespaces.set(name, (this.#namespaces.get(name) ?? new Set()).add(prefix));
      }
    }
  }

  /** Names without a key. */
  get names(): string[] {
    return [...this.#unknown.keys()];
  }

  /** Notes the names in the texts of a part of a file. */
  add(part: Document, scope: Scope): void {
    if (this.#find === null) return;
    for (const [locale, texts] of listTexts(part)) {
      if (!scope.hasLocale(locale)) continue;
      for (const { key, text } of texts) {
        if (!scope.hasKey(key)) continue;
        const names = this.#find(text).flatMap(({ name, isOptional }) => (isOptional ? [] : name));
        for (const name of new Set(names)) {
          const unknown = this.#unknown.get(name) ?? { spellings: this.#spell(name), places: [] };
          unknown.places.push({ path: part.path, key, locale });
          if (unknown.spellings.length > 0) this.#unknown.set(name, unknown);
        }
      }
    }
  }

  /** Forgets the names for which one of the keys exists. */
  remove(keys: Iterable<string>): void {
    if (this.#unknown.size === 0) return;
    const existing = new Set<string>();
    const wanted = new Set([...this.#unknown.values()].flatMap(({ spellings }) => spellings));
    for (const key of keys) {
      for (const prefix of this.#prefixes) {
        if (!key.startsWith(prefix)) continue;
        const name = plainName(key.slice(prefix.length), this.#separator);
        if (wanted.has(name)) existing.add(name);
        for (const { index } of name.matchAll(/[._]/g)) {
          const beginning = name.slice(0, index);
          if (wanted.has(beginning)) existing.add(beginning);
        }
      }
    }
    for (const [name, { spellings }] of this.#unknown) {
      if (spellings.some((spelling) => existing.has(spelling))) this.#unknown.delete(name);
    }
  }

  /** Returns the findings by the path of their file. */
  findings(): Map<string, KeyFinding[]> {
    const found = new Map<string, KeyFinding[]>();
    for (const [name, { places }] of this.#unknown) {
      const message = `refers to “${name}”, and there is no such key: the app shows the name instead`;
      const finding = { code: 'reference_missing', severity: 'warning', message } as const;
      for (const { path, key, locale } of places) {
        const ofFile = found.get(path) ?? [];
        ofFile.push({ key, locale, finding });
        found.set(path, ofFile);
      }
    }
    return found;
  }

  /**
   * Returns the spellings of a key. None for a name that no key can have, and if another project may
   * have the namespace of the name.
   */
  #spell(name: string): string[] {
    const plain = plainName(name, this.#separator);
    const colon = name.indexOf(':');
    if (NO_NAME.test(name)) return [];
    if (colon === -1) return [plain];
    const prefixes = this.#namespaces.get(name.slice(0, colon));
    if (prefixes === undefined) return [];
    const rest = name.slice(colon + 1);
    return [plain, ...[...prefixes].map((prefix) => plainName(prefix + rest, this.#separator))];
  }
}

/** Returns a key name with dots for all separators: `cart.0.pay` for `cart:[0].pay`. */
const plainName = (name: string, separator: string | null): string =>
  (separator ? name.replaceAll(separator, '.') : name)
    .replaceAll(':', '.')
    .replace(/\.?\[(\d+)\]/g, '.$1');
