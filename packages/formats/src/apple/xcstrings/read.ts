import { type FileRow, type FileValue, FormatError, type ReadOptions } from '../../format.ts';
import { type EntryHandler, EntryScanner, type JsonMember } from '../../json/entries/scan.ts';
import { canonicalTag } from '../../locale/locale-tag.ts';
import { descriptionFrom, EntryNames } from '../../names/entry-names.ts';
import { standsForOther } from '../../plural/plural-categories.ts';
import { Batches } from '../../text/batches.ts';
import { counted } from '../../text/counted.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import {
  type CatalogEntry,
  entryOf,
  type KnownTags,
  type Localization,
  type UnitText,
} from './entry.ts';

export async function* readXcstrings(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new CatalogReader(options);
  const scanner = new EntryScanner(reader, options.limits, CATALOG);
  for await (const piece of decodeUtf8(bytes)) {
    scanner.write(piece);
    yield* reader.batches.takeFull();
  }
  scanner.end();
  reader.end();
  yield* reader.batches.takeAll();
}

export const CATALOG = { what: 'a string catalog', container: 'strings' } as const;

const sizeOf = ({ values }: FileRow): number =>
  values.reduce((size, { text }) => size + text.length + 64, 0);

class CatalogReader implements EntryHandler {
  readonly batches = new Batches<FileRow>(sizeOf);
  readonly #options: ReadOptions;
  readonly #checker: CatalogChecker;
  #skippedCount = 0;
  #skipped: { name: string; line: number } | null = null;
  #staleCount = 0;
  #stale = '';

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#checker = new CatalogChecker(options);
  }

  property(member: JsonMember): void {
    this.#checker.property(member);
  }

  entry(member: JsonMember): void {
    const entry = this.#checker.entry(member);
    this.#note(entry);
    const { key, comment, locales, isKeyText, isTranslatable, isStale } = entry;
    const description = comment && descriptionFrom(comment.text, key, this.#options);
    const rows = new Map<string, FileRow>();
    const add = (name: string, value: FileValue, plural?: UnitText['plural']) => {
      let row = rows.get(name);
      if (row === undefined) {
        row = { name, values: [] };
        if (description !== undefined) row.description = description;
        if (plural !== undefined) row.plural = plural;
        if (!isTranslatable) row.translatable = false;
        if (isStale) row.isStale = true;
        rows.set(name, row);
      }
      row.values.push(value);
    };
    const { sourceLocaleTag } = this.#options;
    if (isKeyText) add(key, { localeTag: sourceLocaleTag, text: key });
    for (const localization of sourceFirst(locales, sourceLocaleTag)) {
      const derived = derivedOthers(localization);
      const { localeTag } = localization;
      for (const unit of localization.texts) {
        const { name, text, state, plural } = unit;
        if (text === undefined || derived.has(unit)) continue;
        const value = state === undefined ? { localeTag, text } : { localeTag, text, state };
        add(name, value, plural);
      }
    }
    for (const row of rows.values()) this.batches.add(row);
  }

  end(): void {
    this.#checker.end();
    const { warn } = this.#options;
    if (this.#skipped !== null) {
      const { name, line } = this.#skipped;
      const message = `${counted(this.#skippedCount, 'variation that is not of plurals or devices was', 'variations that are not of plurals or devices were')} skipped; the first is on line ${line}`;
      warn({ path: name, code: 'rules_skipped', message });
    }
    if (this.#staleCount > 0) {
      const message = `${counted(this.#staleCount, 'key is marked as stale: Xcode found it', 'keys are marked as stale: Xcode found them')} in no source file`;
      warn({ path: this.#stale, code: 'keys_stale', message });
    }
  }

  #note({ key, skipped, isStale }: CatalogEntry): void {
    this.#skipped ??= skipped[0] ?? null;
    this.#skippedCount += skipped.length;
    if (!isStale) return;
    if (this.#staleCount === 0) this.#stale = key;
    this.#staleCount += 1;
  }
}

export const sourceFirst = (
  locales: readonly Localization[],
  sourceLocaleTag: string,
): readonly Localization[] => {
  const source = locales.findIndex(({ localeTag }) => localeTag === sourceLocaleTag);
  return source < 1
    ? locales
    : [locales[source]!, ...locales.slice(0, source), ...locales.slice(source + 1)];
};

type CheckOptions = Pick<ReadOptions, 'limits' | 'sourceLocaleTag'>;

/**
 * Rejects a catalog whose source language is not the project's source language. Also rejects
 * duplicate names and names that are too long.
 */
export class CatalogChecker {
  readonly #options: CheckOptions;
  readonly #tags: KnownTags = new Map();
  readonly #names: EntryNames;
  #hasSource = false;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#names = new EntryNames(options.limits);
  }

  property({ name, value }: JsonMember): void {
    const { line, column } = value.place;
    if (name !== 'sourceLanguage') return;
    const localeTag = value.kind === 'string' ? canonicalTag(value.text) : null;
    if (localeTag === null) {
      throw new FormatError('"sourceLanguage" is not a locale', { line, column });
    }
    const { sourceLocaleTag } = this.#options;
    if (localeTag !== sourceLocaleTag) {
      const message = `the sourceLanguage of the file is ${localeTag}, the source locale of the project is ${sourceLocaleTag}`;
      throw new FormatError(message, { line, column });
    }
    this.#hasSource = true;
  }

  entry(member: JsonMember): CatalogEntry {
    const entry = entryOf(member, this.#options.sourceLocaleTag, this.#tags);
    const { line } = entry.object.place;
    const names = new Set<string>(entry.isKeyText ? [entry.key] : []);
    for (const { texts } of entry.locales) for (const { name } of texts) names.add(name);
    for (const name of names) this.#names.claim(name, { line });
    return entry;
  }

  end(): void {
    if (this.#hasSource) return;
    throw new FormatError('the string catalog has no "sourceLanguage"', { line: 1 });
  }
}

/**
 * For a language in which no integer selects `other`, returns the forms `other` that only repeat
 * another form.
 */
export function derivedOthers({
  localeTag,
  texts,
  plurals,
}: Localization): Map<UnitText, UnitText> {
  const derived = new Map<UnitText, UnitText>();
  if (plurals.size === 0) return derived;
  const stand = standsForOther(localeTag);
  if (stand === null) return derived;
  for (const text of texts) {
    const { plural } = text;
    if (plural?.category !== 'other' || plural.domain !== 'integer') continue;
    const standing = texts.find(({ name }) => name === `${plural.family}.${stand}`);
    if (standing !== undefined && isSame(standing, text)) derived.set(text, standing);
  }
  return derived;
}

const isSame = (a: UnitText, b: UnitText): boolean =>
  a.text !== undefined && a.text === b.text && a.state === b.state;
