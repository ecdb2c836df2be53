import { isSameLocale } from '@parlance/locales';
import {
  type FilePlural,
  type FileRow,
  type FileValue,
  FormatError,
  type ReadOptions,
} from '../format.ts';
import { tagOfPosix } from '../locale/locale-styles.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { NumberColumn } from '../names/columns.ts';
import { NameIndex } from '../names/name-index.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { PluralFault } from './expression.ts';
import { keyNameOf } from './names.ts';
import {
  CATEGORIES,
  type Category,
  defaultPluralForms,
  gettextPluralForms,
  type PluralForms,
  readPluralForms,
} from './plural-forms.ts';
import { flagsOf, type PoEntry, type PoField, type PoHandler, PoScanner } from './scanner.ts';
import { lineOfComment } from './strings.ts';

/** Maximum number of bytes that are searched for the end of the header. */
const HEAD_BYTES = 64 * 1024;
/**
 * Number of entries after which the reader decides whether `msgid`s are source texts or key names.
 */
const GUESS_ENTRIES = 2000;

export class PoReader implements PoHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #isSource: boolean;
  readonly #names = new NameIndex();
  readonly #lines = new NumberColumn();
  readonly #formats = new Map<string, number>();
  #forms: PluralForms | null = null;
  #assumed: PluralForms | null = null;
  #language: PluralForms | null = null;
  #hasHeader = false;
  #hasMessages = false;
  #hasDomain = false;
  #hasExtra = false;
  #isTold = false;
  /** Kind of the `msgid`s: source texts or key names. Null until the reader decides. */
  #kind: 'text' | 'ids' | null;
  /**
   * Rows that are kept until the reader has determined `#kind`. If `isId` is true, the text of the row is its `msgid`.
   */
  #undecided: { row: FileRow; isId: boolean }[] = [];

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#isSource = options.localeTag === options.sourceLocaleTag;
    this.#kind = options.poKind ?? (this.#isSource ? null : 'text');
  }

  get readsIds(): boolean {
    return this.#kind === 'ids';
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** True if the header has `Plural-Forms`. */
  get hasForms(): boolean {
    return this.#forms !== null;
  }

  /** Returns the plural forms in the header. Without them, returns the forms that gettext assumes. */
  get forms(): PluralForms {
    if (this.#forms !== null) return this.#forms;
    this.#assumed ??= gettextPluralForms(this.#options.localeTag);
    return this.#assumed;
  }

  /**
   * Returns the plural forms of an entry. Without `Plural-Forms`, gettext uses the form of an entry
   * with one form for every number, as in a language with one plural form.
   */
  formsOf({ strings }: PoEntry): PluralForms {
    const isAlone = strings.every(({ text }, index) => index === 0 || text === '');
    if (this.hasForms || !isAlone) return this.forms;
    this.#language ??= defaultPluralForms(this.#options.localeTag);
    return this.#language.categories.length === 1 ? this.#language : this.forms;
  }

  take(entry: PoEntry): void {
    if (entry.id!.text === '' && entry.context === null) this.#takeHeader(entry);
    else if (entry.idPlural === null) this.#takeMessage(entry);
    else this.#takePlural(entry);
  }

  domain(): void {
    this.#hasHeader = false;
    if (this.#hasDomain) return;
    this.#hasDomain = true;
    const message = 'the file has several domains, which were read as one';
    this.#options.warn({ path: '', code: 'po_domain', message });
  }

  end(): void {
    if (this.#kind === null) this.#decide('text');
    if (this.#options.poKind === undefined && this.#hasMessages) this.#tellKind();
    const [format] = [...this.#formats].sort((a, b) => b[1] - a[1]);
    if (format === undefined) return;
    const message = `the format that most strings are marked with is ${format[0]} (${format[1]} strings)`;
    this.#options.warn({ path: '', code: 'po_format', message });
  }

  #takeHeader(entry: PoEntry): void {
    const [field] = entry.strings;
    const { line } = entry;
    if (entry.idPlural !== null) throw new FormatError('the header has plural forms', { line });
    if (this.#hasHeader) throw new FormatError('the file has a second header', { line });
    this.#hasHeader = true;
    const lines = field!.text.split('\n');
    for (const [at, text] of lines.entries()) {
      const colon = text.indexOf(':');
      const name = text.slice(0, colon).trim().toLowerCase();
      const value = text.slice(colon + 1).trim();
      const place = lineInHeader(field!, at);
      if (name === 'language') this.#checkLanguage(value, place);
      if (name === 'plural-forms') this.#readForms(value, place);
    }
  }

  #checkLanguage(value: string, line: number): void {
    const tag = tagOfPosix(value);
    const { localeTag } = this.#options;
    if (tag === null || isLanguageOf(tag, localeTag)) return;
    const message = `the language of the file is ${tag}, but the locale of the import is ${localeTag}`;
    throw new FormatError(message, { line });
  }

  #readForms(value: string, line: number): void {
    if (value === '' || /^nplurals\s*=\s*INTEGER\b/.test(value)) return;
    const { localeTag } = this.#options;
    // Lingui writes this value. It stands for the forms of the language.
    if (/^nplurals\s*=\s*0;?$/.test(value)) {
      this.#forms = defaultPluralForms(localeTag);
      return;
    }
    try {
      this.#forms = readPluralForms(value, localeTag);
    } catch (error) {
      if (!(error instanceof PluralFault)) throw error;
      throw new FormatError(error.message, { line });
    }
    if (this.#forms.isExact) return;
    const message = `Plural-Forms puts some numbers into other forms than ${localeTag} has; texts of its forms may not fit in files of other formats`;
    this.#options.warn({ path: '', code: 'plural_forms', message });
  }

  #takeMessage(entry: PoEntry): void {
    const name = keyNameOf(entry.context?.text, entry.id!.text);
    this.#takeRow(entry, name, undefined, entry.id!.text, entry.strings[0]!);
    this.#countFormat(entry);
  }

  #takePlural(entry: PoEntry): void {
    const { categories } = this.formsOf(entry);
    const { line, strings } = entry;
    const family = keyNameOf(entry.context?.text, entry.id!.text);
    const isEmpty = strings.every(({ text }) => text === '');
    if (strings.length > categories.length) {
      if (strings.some(({ text }, index) => index >= categories.length && text !== '')) {
        this.#warnOfExtra(family, strings.length);
      }
    }
    if (!isEmpty && !this.hasForms) this.#warnOfMissingForms(family);
    if (strings.length < categories.length && !isEmpty) {
      throw new FormatError(
        `the entry has ${strings.length} forms, but the file has ${categories.length}`,
        { path: family, line },
      );
    }
    for (const category of CATEGORIES) {
      const index = categories.indexOf(category);
      const id =
        category === 'one'
          ? entry.id!.text
          : category === 'other'
            ? entry.idPlural!.text
            : undefined;
      if (index === -1 && (id === undefined || (this.#isSource && !isEmpty))) continue;
      const plural: FilePlural = { family, category, domain: 'integer' };
      this.#takeRow(entry, `${family}.${category}`, plural, id, strings[index]);
    }
    this.#countFormat(entry);
  }

  #warnOfExtra(path: string, count: number): void {
    if (this.#hasExtra) return;
    this.#hasExtra = true;
    const declared = this.hasForms ? 'Plural-Forms has' : 'a file without Plural-Forms has';
    const message = `the entry has ${count} forms, but ${declared} ${this.forms.categories.length}; further forms like these were left out`;
    this.#options.warn({ path, code: 'plural_form_unused', message });
  }

  #warnOfMissingForms(path: string): void {
    const { localeTag } = this.#options;
    if (this.#isTold) return;
    this.#isTold = true;
    const { header, categories } = defaultPluralForms(localeTag);
    if (categories.join() === this.forms.categories.join()) return;
    const message = `the file has no Plural-Forms, so gettext shows the first form for 1 and the second form for all other numbers; ${localeTag} needs "Plural-Forms: ${header}"`;
    this.#options.warn({ path, code: 'plural_forms', message });
  }

  #takeRow(
    entry: PoEntry,
    name: string,
    plural: FilePlural | undefined,
    id: string | undefined,
    field: PoField | undefined,
  ): void {
    this.#addName(name, entry.line);
    const { localeTag, sourceLocaleTag } = this.#options;
    const text = field?.text ?? '';
    const values: FileValue[] = [];
    const isId = this.#isSource && text === '';
    if (id !== undefined && this.#kind !== 'ids' && (isId || !this.#isSource)) {
      if (id !== '') values.push({ localeTag: sourceLocaleTag, text: id });
    }
    if (text !== '') {
      const value: FileValue = { localeTag, text };
      if (!this.#isSource && flagsOf(entry).includes('fuzzy')) value.state = 'needs_review';
      values.push(value);
    }
    const description = this.#descriptionOf(entry, name);
    const row: FileRow = { name, values };
    if (description !== undefined) row.description = description;
    if (plural !== undefined) row.plural = plural;
    this.#hasMessages = true;
    if (this.#kind !== null) {
      this.batches.add(row);
      return;
    }
    this.#undecided.push({ row, isId });
    if (text !== '' && id !== undefined && text !== id) this.#decide('ids');
    else if (this.#undecided.length >= GUESS_ENTRIES) this.#decide('text');
  }

  #decide(kind: 'text' | 'ids'): void {
    this.#kind = kind;
    for (const { row, isId } of this.#undecided) {
      this.batches.add(kind === 'ids' && isId ? { ...row, values: [] } : row);
    }
    this.#undecided = [];
  }

  #tellKind(): void {
    const message =
      this.#kind === 'ids'
        ? 'the msgids were read as names of keys, because translations of the source locale differ from them'
        : 'the msgids were read as texts of the source locale';
    this.#options.warn({ path: '', code: 'po_kind', message });
  }

  #descriptionOf({ comments, line }: PoEntry, path: string): string | undefined {
    const lines = comments.filter(({ kind }) => kind === 'extracted');
    if (lines.length === 0) return undefined;
    const description = lines.map(({ text }) => lineOfComment(text.replace(/^ /, ''))).join('\n');
    const limit = this.#options.limits.descriptionLength;
    if (isLongerThan(description, limit)) {
      throw new FormatError(`the description has more than ${limit} characters`, { path, line });
    }
    requireText(description, path, { line });
    return description === '' ? undefined : description;
  }

  #addName(name: string, line: number): void {
    const limit = this.#options.limits.keyNameLength;
    if (isLongerThan(name, limit)) {
      throw new FormatError(`the key name has more than ${limit} characters`, { path: name, line });
    }
    const other = this.#names.add(name);
    if (other !== -1) {
      throw new FormatError(
        `duplicate key ${JSON.stringify(name)}: first on line ${this.#lines.at(other)}, again on line ${line}`,
        { path: name, line },
      );
    }
    this.#lines.push(line);
  }

  #countFormat(entry: PoEntry): void {
    for (const flag of flagsOf(entry)) {
      if (!flag.endsWith('-format') || flag.startsWith('no-') || flag.length > 40) continue;
      if (flag.startsWith('possible-') || flag.startsWith('impossible-')) continue;
      const count = this.#formats.get(flag);
      if (count !== undefined || this.#formats.size < 50) this.#formats.set(flag, (count ?? 0) + 1);
    }
  }
}

/** True if both tags name one locale, or if the language of the file is more general. */
function isLanguageOf(found: string, asked: string): boolean {
  const tag = canonicalTag(asked) ?? asked;
  return tag.startsWith(`${found}-`) || isSameLocale(found, tag);
}

function lineInHeader({ line, parts, isLed }: PoField, at: number): number {
  return parts === 1 ? line : line + at + Number(isLed);
}

/** Reads the header of a file and nothing after it. */
export function readHeader(text: string, options: Omit<ReadOptions, 'warn'>): PoReader {
  const reader = new PoReader({ ...options, warn: () => {} });
  const head = text.slice(0, HEAD_BYTES);
  const [, second] = head.matchAll(/^[ \t]*msg(?:ctxt|id)\b/gm);
  const scanner = new PoScanner(reader, options.limits);
  scanner.write(head.slice(0, second?.index));
  scanner.end();
  return reader;
}

/**
 * Returns the plural categories in the header. If the header has none, returns the plural
 * categories of the language, which a patch adds to the file with its first plural.
 */
export function formsInPo(
  bytes: Uint8Array,
  options: Omit<ReadOptions, 'warn'>,
): readonly Category[] {
  const { hasForms, forms } = readHeader(headOf(bytes), options);
  return (hasForms ? forms : defaultPluralForms(options.localeTag)).categories;
}

/** Returns the `Plural-Forms` by which the entries of a file are read. */
export const headerInPo = (bytes: Uint8Array, options: Omit<ReadOptions, 'warn'>): string =>
  readHeader(headOf(bytes), options).forms.header;

const headOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
