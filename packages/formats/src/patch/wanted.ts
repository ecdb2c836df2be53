import {
  type FilePlural,
  type FileRow,
  type FileValue,
  FormatError,
  type PartialGroups,
  type PatchOptions,
  type PatchRefusal,
  type PatchReport,
  type ValueState,
} from '../format.ts';
import { NumberColumn, TextColumn } from '../names/columns.ts';
import { NameIndex } from '../names/name-index.ts';
import { isElement, isPartial } from '../plural/partial.ts';
import { CATEGORIES, formOf } from '../plural/plural-categories.ts';
import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { valueIn } from './value-in.ts';

const STATES: readonly (ValueState | undefined)[] = [
  undefined,
  'translated',
  'needs_review',
  'reviewed',
];

const NONE: ReadonlyMap<string, boolean> = new Map();

/** Effect of a patch on a text of the base: null removes it, and undefined leaves it. */
export type Replacement = string | null | undefined;

/** A row that the base lacks. */
export interface NewRow {
  row: FileRow;
  /** Name of the last row before it that exists in the base. */
  after: string | null;
  /** Offset that {@link WantedRows.setPlace} noted for that row. */
  place: number | null;
}

/** The rows that the patched file should have, by name, outside V8's heap. */
export class WantedRows {
  readonly report: PatchReport = { replaced: 0, inserted: 0, removed: 0, kept: 0, refused: [] };
  readonly #localeTags: readonly string[];
  readonly #missing: 'keep' | 'remove';
  readonly #referenceTag: string | undefined;
  readonly #partial: PartialGroups | undefined;
  readonly #prunes: boolean;
  readonly #names = new NameIndex();
  readonly #texts = new TextColumn();
  /** Values by row and locale: 0 for no value, otherwise 4 times the number of the text plus 1, plus the state. */
  readonly #values = new NumberColumn();
  /** Number of each row's description plus 1, or 0 for none. Ends at the last row with a description. */
  readonly #descriptions = new NumberColumn();
  /** Ids of units by row, in the same form as the descriptions. */
  readonly #unitIds = new NumberColumn();
  /** Places in plural families, for rows whose format states them. */
  readonly #plurals = new Map<number, FilePlural>();
  /** Place of each row in the base plus 1, or 0 for a row that the base lacks. */
  #found = new Uint32Array(0);
  #lastName: string | null = null;
  #lastRow = -1;

  private constructor(options: PatchOptions) {
    this.#localeTags = options.localeTags;
    this.#missing = options.missing;
    this.#referenceTag = options.referenceTag;
    this.#partial = options.partial;
    this.#prunes = options.prunes ?? false;
  }

  /** @throws FormatError for a duplicate name or a text that cannot be stored. */
  static async collect(rows: AsyncIterable<FileRow[]>, options: PatchOptions): Promise<WantedRows> {
    const wanted = new WantedRows(options);
    const yielder = new Yielder();
    for await (const batch of rows) {
      for (const row of batch) wanted.#add(row);
      if (yielder.isDue()) await yielder.pause();
    }
    wanted.#found = new Uint32Array(wanted.#names.length);
    return wanted;
  }

  get removesMissing(): boolean {
    return this.#missing === 'remove';
  }

  /** True for an element of an array that is removed as a whole. */
  isPruned(name: string): boolean {
    return this.#prunes && this.#partial !== undefined && isElement(this.#partial, name, false);
  }

  /** True for an element of a complete array that the base has as a member: `"list[1]"`. */
  isMisplaced(name: string, localeTag: string): boolean {
    if (this.#prunes || this.#partial === undefined) return false;
    if (!isElement(this.#partial, name, true)) return false;
    const row = this.#names.indexOf(name);
    const locale = this.#localeTags.indexOf(localeTag);
    return row !== -1 && this.#values.at(row * this.#localeTags.length + locale) !== 0;
  }

  /**
   * Returns the text that replaces `text`: null if the text is removed, undefined if it stays. Counts the outcome.
   * `text` is undefined for an entry without a text in the base.
   */
  replacementOf(name: string, localeTag: string, text: string | undefined): Replacement {
    const number = this.#textOf(name, localeTag);
    if (number === -1) {
      if (text === undefined || !this.#localeTags.includes(localeTag)) return undefined;
      if (this.#missing === 'keep') {
        this.report.kept += 1;
        return undefined;
      }
      this.report.removed += 1;
      return null;
    }
    if (text !== undefined && localeTag === this.#referenceTag) return undefined;
    if (text !== undefined && this.#texts.equals(number, text)) return undefined;
    this.report[text === undefined ? 'inserted' : 'replaced'] += 1;
    return this.#texts.at(number);
  }

  /** True if {@link replacementOf} leaves or replaces the text. */
  stays(name: string, localeTag: string): boolean {
    return this.#missing === 'keep' || this.#textOf(name, localeTag) !== -1;
  }

  /** Records the offset after an entry of the base, at which rows can be inserted. */
  setPlace(name: string, offset: number): void {
    const row = this.#rowOf(name);
    if (row !== -1) this.#found[row] = offset + 1;
  }

  /** Returns the value of a row, and records that the row exists in the base. */
  valueOf(name: string, localeTag: string): FileValue | undefined {
    const value = this.#find(name, localeTag);
    return value === 0 ? undefined : this.#decode(value, localeTag);
  }

  /** Returns the value as {@link valueOf} does, without the text. Returns null if there is no value. */
  stateOf(name: string, localeTag: string): ValueState | undefined | null {
    const value = localeTag === this.#referenceTag ? 0 : this.#find(name, localeTag);
    return value === 0 ? null : STATES[value % STATES.length];
  }

  /** True if the rows have this text. */
  hasText(name: string, localeTag: string, text: string): boolean {
    const number = this.#textOf(name, localeTag);
    return number !== -1 && this.#texts.equals(number, text);
  }

  /** Returns the number of a text, or -1. */
  #textOf(name: string, localeTag: string): number {
    return Math.floor(this.#find(name, localeTag) / STATES.length) - 1;
  }

  /**
   * Returns the element of `#values` of a row, and records that the row exists in the base. Returns 0 if there is none.
   */
  #find(name: string, localeTag: string): number {
    const row = this.#rowOf(name);
    if (row === -1) return 0;
    this.#found[row] ||= 1;
    const locale = this.#localeTags.indexOf(localeTag);
    return locale === -1 ? 0 : this.#values.at(row * this.#localeTags.length + locale);
  }

  /**
   * Returns the row of a name. The last row and the next one are tried first, because an entry of a base is looked up
   * several times, and most bases have the order of the rows.
   */
  #rowOf(name: string): number {
    if (name !== this.#lastName) {
      this.#lastName = name;
      const next = this.#lastRow + 1;
      this.#lastRow = this.#names.isAt(next, name) ? next : this.#names.indexOf(name);
    }
    return this.#lastRow;
  }

  /**
   * Yields the rows that are missing in the base and have a value, in order, except rows of partial groups. `hasArrays`
   * is false for a flat file, in which `list[0]` is an ordinary name.
   */
  *newRows(hasArrays = true): Generator<NewRow, void> {
    const partial = this.#partial;
    let after = -1;
    for (let at = 0; at < this.#names.length; at++) {
      if (this.#found[at] !== 0) {
        if (!this.removesMissing || this.#hasValue(at)) after = at;
        continue;
      }
      if (!this.#hasValue(at)) continue;
      const row = this.#rowAt(at);
      if (partial && isPartial(hasArrays ? partial : { ...partial, arrays: NONE }, row.name))
        continue;
      const place = this.#formBefore(row.name) ?? after;
      if (place === -1) yield { row, after: null, place: null };
      else yield { row, after: this.#names.at(place), place: this.#found[place]! - 1 };
    }
  }

  /**
   * Returns the row of the plural form after which a new form is inserted. Returns null for another name, or if the
   * base has no form of the plural.
   */
  #formBefore(name: string): number | null {
    const own = formOf(name);
    if (own === null) return null;
    let found: number | null = null;
    for (const category of CATEGORIES) {
      if (category === own.category && found !== null) break;
      const row = this.#names.indexOf(own.stem + category);
      const isThere = row !== -1 && this.#found[row] !== 0;
      if (isThere && (!this.removesMissing || this.#hasValue(row))) found = row;
    }
    return found;
  }

  refuse(path: string, code: PatchRefusal['code'], message: string): void {
    this.report.refused.push({ path, code, message });
  }

  #add({ name, id, description, plural, values }: FileRow): void {
    requireText(name, name);
    const row = this.#names.length;
    if (this.#names.add(name) !== -1) throw new FormatError('duplicate key name', { path: name });
    if (plural !== undefined) this.#plurals.set(row, plural);
    for (const localeTag of this.#localeTags) {
      const value = valueIn(values, localeTag);
      const number = value === undefined ? 0 : this.#pushText(value.text, name) + 1;
      this.#values.push(number * STATES.length + STATES.indexOf(value?.state));
    }
    this.#pushSome(this.#descriptions, row, description);
    this.#pushSome(this.#unitIds, row, id);
  }

  /** Adds an optional text, which few rows have. */
  #pushSome(column: NumberColumn, row: number, text: string | undefined): void {
    if (text === undefined) return;
    while (column.length < row) column.push(0);
    column.push(this.#pushText(text, this.#names.at(row)) + 1);
  }

  #someAt(column: NumberColumn, row: number): string | undefined {
    const number = row < column.length ? column.at(row) : 0;
    return number === 0 ? undefined : this.#texts.at(number - 1);
  }

  #pushText(text: string, name: string): number {
    requireText(text, name);
    this.#texts.push(text);
    return this.#texts.length - 1;
  }

  #hasValue(row: number): boolean {
    return this.#localeTags.some(
      (_, locale) => this.#values.at(row * this.#localeTags.length + locale) !== 0,
    );
  }

  #rowAt(at: number): FileRow {
    const values = this.#localeTags.flatMap((localeTag, locale) => {
      const value = this.#values.at(at * this.#localeTags.length + locale);
      return value === 0 ? [] : [this.#decode(value, localeTag)];
    });
    const row: FileRow = { name: this.#names.at(at), values };
    const plural = this.#plurals.get(at);
    if (plural !== undefined) row.plural = plural;
    const description = this.#someAt(this.#descriptions, at);
    if (description !== undefined) row.description = description;
    const id = this.#someAt(this.#unitIds, at);
    if (id !== undefined) row.id = id;
    return row;
  }

  #decode(value: number, localeTag: string): FileValue {
    const text = this.#texts.at(Math.floor(value / STATES.length) - 1);
    const state = STATES[value % STATES.length];
    return state === undefined ? { localeTag, text } : { localeTag, text, state };
  }
}
