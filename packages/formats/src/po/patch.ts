import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { FormatError } from '../format.ts';
import { NameIndex } from '../names/name-index.ts';
import { type BaseText, decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { type Replacement, WantedRows } from '../patch/wanted.ts';
import { Yielder } from '../text/yielder.ts';
import { withBreaksOf } from './breaks.ts';
import { charsetOf, encoderOf, isUtf8Name, poTextOf } from './charset.ts';
import { completeForms } from './complete-forms.ts';
import { changeFlags, removeEntry } from './entry-edits.ts';
import { headerOf } from './header.ts';
import { keyNameOf } from './names.ts';
import type { ObsoleteEntry } from './obsolete.ts';
import { PoReader } from './read.ts';
import { flagsOf, type PoEntry, type PoField, type PoHandler, PoScanner } from './scanner.ts';
import { findSourceEntries, type SourceEntry } from './source-entries.ts';
import { quotePo, type StringLayout } from './strings.ts';
import { addRow, type EntryRows, EntryWriter, requireSome } from './write.ts';

/** A file does not wrap its lines if a line that contains a space is longer than this. */
const UNWRAPPED_LENGTH = 90;

/**
 * Writes a PO file in which texts of the base file are replaced. Removing a translation empties its
 * `msgstr`. In a file of the source locale, removing a text removes its entry.
 */
export async function* patchPo(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  given: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const localeTag = localeOf(given);
  // A new plural needs the source text of `other` as its `msgid_plural`.
  const isWithSource = given.localeTags.some((tag) => tag !== localeTag);
  const localeTags = isWithSource ? [localeTag, given.sourceLocaleTag] : [localeTag];
  const options = { ...given, localeTags };
  const wanted = await WantedRows.collect(rows, options);
  const charset = charsetOf(base.subarray(0, 64 * 1024));
  const decoded = charset === null ? await decodeBase(base) : await decodeIn(base);
  const source = await completeForms(decoded, wanted, options);
  const isIds = await readsIds(source.text, options);
  const { sibling, limits } = options;
  const entries = sibling ? await findSourceEntries(sibling, limits) : NO_ENTRIES;
  const patcher = new PoPatcher(source.text, wanted, options, { isIds, entries });
  await scan(source.text, new PoScanner(patcher, options.limits));
  await patcher.end();
  if (charset === null && patcher.edits.hasNonAscii()) patcher.declareUtf8();
  const pieces = patcher.edits.apply(source, options.observe);
  if (charset === null) {
    yield* pieces;
  } else {
    const encode = encoderOf(charset);
    for await (const piece of pieces) yield encode(Buffer.from(piece).toString());
  }
  return wanted.report;
}

const NO_ENTRIES: ReadonlyMap<string, SourceEntry> = new Map();

/** Returns the locale of the `msgstr` texts in the file. */
function localeOf({ localeTags, sourceLocaleTag }: PatchOptions): string {
  const targets = localeTags.filter((tag) => tag !== sourceLocaleTag);
  if (targets.length > 1) throw new RangeError('a PO file contains exactly one locale');
  return targets[0] ?? sourceLocaleTag;
}

const decodeIn = async (base: Uint8Array): Promise<BaseText> => ({
  text: await poTextOf(base),
  hasMark: false,
});

async function scan(text: string, scanner: PoScanner): Promise<void> {
  await scanText(text, scanner);
  scanner.end();
}

type KindOptions = Pick<
  PatchOptions,
  'localeTags' | 'sourceLocaleTag' | 'limits' | 'keySeparator' | 'poKind'
>;

/**
 * True if the `msgid`s of a file are only key names. Only a file of the source locale shows this.
 * @throws FormatError for an invalid file
 */
export const hasNamesAsMsgids = async (base: Uint8Array, options: KindOptions): Promise<boolean> =>
  readsIds(await poTextOf(base), options);

/**
 * True if the `msgid`s of a file of the source locale are only key names. An empty `msgstr` then
 * means a missing text.
 */
async function readsIds(text: string, options: KindOptions): Promise<boolean> {
  const localeTag = options.localeTags[0]!;
  if (options.poKind !== undefined) return options.poKind === 'ids';
  if (localeTag !== options.sourceLocaleTag) return false;
  const reader = new PoReader({ ...options, localeTag, warn: () => {} });
  const handler: PoHandler = {
    take: (entry) => {
      reader.take(entry);
      reader.batches.takeFull();
    },
    domain: () => reader.domain(),
  };
  await scan(text, new PoScanner(handler, options.limits));
  reader.end();
  return reader.readsIds;
}

interface WrittenString {
  start: number;
  end: number;
  keyword: string;
  text: string;
  isWrapped: boolean;
}

interface Decision {
  readonly index: number;
  readonly name: string;
  readonly text: string | undefined;
  replacement: Replacement;
}

class PoPatcher implements PoHandler {
  readonly edits = new Edits();
  readonly #file: string;
  readonly #wanted: WantedRows;
  readonly #reader: PoReader;
  readonly #locales: { localeTag: string; sourceLocaleTag: string };
  readonly #isSource: boolean;
  readonly #isIds: boolean;
  readonly #newline: string;
  readonly #families = new NameIndex();
  /**
   * Texts to write. They are collected first, because only the end of the base file shows whether
   * the file wraps lines.
   */
  readonly #replacements: WrittenString[] = [];
  #isWrapped: boolean;
  /** Entries of the file of the source locale. */
  readonly #sourceEntries: ReadonlyMap<string, SourceEntry>;
  #header: PoField | null = null;
  readonly #obsolete = new Map<string, ObsoleteEntry[]>();
  /** Offset after the last entry. -1 before the first entry. */
  #end = -1;

  constructor(
    file: string,
    wanted: WantedRows,
    options: PatchOptions,
    { isIds, entries }: { isIds: boolean; entries: ReadonlyMap<string, SourceEntry> },
  ) {
    this.#file = file;
    this.#wanted = wanted;
    const localeTag = options.localeTags[0]!;
    const { sourceLocaleTag, poWrap = true } = options;
    this.#isWrapped = poWrap;
    this.#locales = { localeTag, sourceLocaleTag };
    this.#isSource = localeTag === sourceLocaleTag;
    this.#isIds = isIds;
    this.#sourceEntries = entries;
    this.#newline = /\r\n|\n|\r/.exec(file)?.[0] ?? '\n';
    this.#reader = new PoReader({ ...options, poKind: 'ids', localeTag, warn: () => {} });
  }

  domain(): void {
    this.#reader.domain();
  }

  take(entry: PoEntry): void {
    this.#reader.take(entry);
    this.#reader.batches.takeAll();
    const id = entry.id!;
    this.#end = entry.end;
    if (id.text === '' && entry.context === null) {
      this.#header ??= entry.strings[0]!;
      return;
    }
    for (const field of [id, ...entry.strings]) {
      const length = field.end - field.start;
      if (field.parts > 1 || length <= UNWRAPPED_LENGTH) continue;
      if (field.text.lastIndexOf(' ', 60) > 0) this.#isWrapped = false;
    }
    const name = keyNameOf(entry.context?.text, id.text);
    const { categories } = this.#reader.formsOf(entry);
    if (entry.idPlural === null) {
      this.#patchEntry(entry, [name], [id.text]);
    } else {
      this.#families.add(name);
      const ids = categories.map((category) =>
        category === 'one' ? id.text : category === 'other' ? entry.idPlural!.text : undefined,
      );
      const names = categories.map((category) => `${name}.${category}`);
      this.#patchEntry(entry, names.slice(0, entry.strings.length), ids);
    }
  }

  obsolete(entry: ObsoleteEntry): void {
    const { name } = entry;
    if (name !== null) this.#obsolete.set(name, [...(this.#obsolete.get(name) ?? []), entry]);
  }

  async end(): Promise<void> {
    const yielder = new Yielder();
    for (const { start, end, keyword, text, isWrapped } of this.#replacements) {
      const layout = { isWrapped: isWrapped && this.#isWrapped, newline: this.#newline };
      this.edits.replace(start, end, quotePo(text, keyword, layout));
      if (yielder.isDue()) await yielder.pause();
    }
    await this.#insertRows(yielder);
  }

  /** Declares UTF-8 in the header if the declared charset cannot represent every character. */
  declareUtf8(): void {
    const field = this.#header;
    if (field === null) return;
    const raw = this.#file.slice(field.start, field.end);
    const found = /Content-Type:[^"]*?charset=([^\s"\\;]+)/i.exec(raw);
    const charset = found?.[1];
    if (charset === undefined || isUtf8Name(charset)) return;
    const end = field.start + found!.index + found![0].length;
    this.edits.replace(end - charset.length, end, 'UTF-8');
    this.#wanted.note({
      path: '',
      code: 'charset_changed',
      message: `the header named the charset ${charset}; it names UTF-8 now, because a text has other characters than ASCII`,
    });
  }

  #patchEntry(
    entry: PoEntry,
    names: readonly string[],
    ids: readonly (string | undefined)[],
  ): void {
    const wanted = this.#wanted;
    const isWrapped = !flagsOf(entry).includes('no-wrap');
    const decisions = names.map((name, index): Decision => {
      const field = entry.strings[index]!;
      const fieldText = field.text === '' ? undefined : field.text;
      const text = fieldText ?? (this.#isSource && !this.#isIds ? ids[index] : undefined);
      return { index, name, text, replacement: this.#replacementOf(entry, name, text) };
    });
    if (entry.idPlural !== null && !this.#isSource) this.#keepWhole(decisions);
    let left = 0;
    let isReplaced = false;
    const removed: number[] = [];
    for (const { index, name, text, replacement } of decisions) {
      if (replacement === null) {
        removed.push(index);
        continue;
      }
      if (replacement !== undefined) {
        requireSome(replacement, name);
        isReplaced = true;
        this.#replace(entry, index, replacement, isWrapped);
      }
      left += Number((replacement ?? text) !== undefined);
    }
    if (removed.length > 0 && left === 0 && this.#isSource) {
      removeEntry(entry, this.#file, this.edits);
      return;
    }
    for (const index of removed) this.#replace(entry, index, '', isWrapped);
    for (const name of names) wanted.setPlace(name, entry.end);
    if (!this.#isSource) this.#patchState(entry, names, isReplaced || removed.length > 0, left > 0);
  }

  #replacementOf({ id }: PoEntry, name: string, text: string | undefined): Replacement {
    const replacement = this.#wanted.replacementOf(name, this.#locales.localeTag, text);
    if (typeof replacement !== 'string' || replacement === '') return replacement;
    const written = withBreaksOf(id!.text, replacement);
    const { report } = this.#wanted;
    if (written !== (text ?? '') && written !== '') return written;
    report[text === undefined ? 'inserted' : 'replaced'] -= 1;
    if (written === (text ?? '')) return undefined;
    report.removed += 1;
    return null;
  }

  #keepWhole(decisions: Decision[]): void {
    const { report } = this.#wanted;
    const isLeft = ({ text, replacement }: Decision): boolean =>
      replacement === undefined ? text !== undefined : replacement !== null;
    if (decisions.every(isLeft)) return;
    const isBroken = decisions.some(({ replacement }) => replacement === null);
    for (const decision of decisions) {
      const { text, replacement } = decision;
      if (text === undefined && replacement !== undefined) {
        decision.replacement = undefined;
        report.inserted -= 1;
      } else if (text !== undefined && replacement !== null && isBroken) {
        decision.replacement = null;
        report.removed += 1;
        if (replacement !== undefined) report.replaced -= 1;
      }
    }
  }

  #replace(entry: PoEntry, index: number, text: string, isWrapped: boolean): void {
    const { start, end } = entry.strings[index]!;
    const keyword = entry.idPlural === null ? 'msgstr' : `msgstr[${index}]`;
    this.#replacements.push({ start, end, keyword, text, isWrapped });
  }

  #patchState(
    entry: PoEntry,
    names: readonly string[],
    isChanged: boolean,
    hasText: boolean,
  ): void {
    const isFuzzy = flagsOf(entry).includes('fuzzy');
    if (!isFuzzy && !hasText) return;
    const states = names.map((name) => this.#wanted.stateOf(name, this.#locales.localeTag));
    const isSaid = isChanged || states.some((state) => state != null);
    const isWanted = isSaid ? hasText && states.includes('needs_review') : isFuzzy;
    const formats = isChanged
      ? this.#sourceEntries.get(keyNameOf(entry.context?.text, entry.id!.text))?.flags
      : undefined;
    if (isWanted === isFuzzy && formats === undefined) return;
    const { edits } = this;
    const place = { file: this.#file, edits, newline: this.#newline };
    changeFlags(entry, { isFuzzy: isWanted, formats }, place);
  }

  async #insertRows(yielder: Yielder): Promise<void> {
    const families = new Map<string, EntryRows>();
    const added: { entry: EntryRows; place: number | null }[] = [];
    const { forms } = this.#reader;
    for (const { row, place } of this.#wanted.newRows()) {
      const { plural } = row;
      if (!row.values.some(({ localeTag }) => localeTag === this.#locales.localeTag)) continue;
      const name = plural?.family ?? row.name;
      if (this.#families.has(name) || this.#reader.has(name)) {
        if (plural !== undefined && !forms.categories.includes(plural.category)) continue;
        const message = 'the entry of the base has no such plural form';
        this.#wanted.refuse(row.name, 'no_form', message);
        continue;
      }
      this.#wanted.report.inserted += 1;
      const entry = addRow(row, families, this.#locales);
      if (entry !== null) Object.assign(entry, this.#sourceEntries.get(entry.name));
      if (entry !== null) added.push({ entry, place });
      if (yielder.isDue()) await yielder.pause();
    }
    if (added.length === 0) return;
    const layout: StringLayout = { isWrapped: this.#isWrapped, newline: this.#newline };
    const writer = new EntryWriter(forms, this.#locales, layout);
    const text = this.#file;
    let end = this.#end;
    if (end === -1) {
      const header = headerOf(this.#locales.localeTag, forms, this.#isWrapped).trimEnd();
      const lead = text === '' || /[\r\n]$/.test(text) ? '' : this.#newline;
      this.edits.insert(text.length, lead + header.replaceAll('\n', this.#newline));
      end = text.length;
    }
    for (const { entry, place } of added) {
      if (this.#families.add(entry.name) !== -1 || this.#reader.has(entry.name)) {
        throw new FormatError('the file would have two entries with this msgid', {
          path: entry.name,
        });
      }
      const gap = this.#newline + this.#newline;
      const written = this.#revive(entry.name) + writer.write(entry);
      this.edits.insert(place ?? end, gap + written);
      if (yielder.isDue()) await yielder.pause();
    }
    if (this.#end === -1) this.edits.insert(end, this.#newline);
  }
  /**
   * Removes obsolete entries whose `msgid` is added again, because msgfmt rejects a file with both.
   * Returns the comments of their translators, which msgmerge also keeps.
   */
  #revive(name: string): string {
    let comments = '';
    for (const entry of this.#obsolete.get(name) ?? []) {
      removeEntry(entry, this.#file, this.edits);
      for (const { kind, start, end } of entry.comments) {
        if (kind === 'translator')
          comments += this.#file.slice(start, end).trimEnd() + this.#newline;
      }
    }
    return comments;
  }
}
