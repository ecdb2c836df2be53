import {
  type FilePlural,
  type FileRow,
  type FileValue,
  FormatError,
  type PartialGroups,
  type PatchNotice,
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

/** Change of a text in the base file. Null removes the text, undefined keeps it. */
export type Replacement = string | null | undefined;

export interface NewRow {
  row: FileRow;
  /** Name of the nearest preceding row that the base file contains. Null if there is none. */
  after: string | null;
  /** Offset after the nearest preceding row at which a row can be inserted. Null if there is none. */
  place: number | null;
}

export type RowMembers = Pick<FileRow, 'description' | 'maxLength' | 'translatable'>;

/** The rows that the patched file should contain, by name. They are stored outside of V8's heap. */
export class WantedRows {
  readonly report: PatchReport = { replaced: 0, inserted: 0, removed: 0, kept: 0, refused: [] };
  readonly #localeTags: readonly string[];
  readonly #missing: 'keep' | 'remove';
  readonly #referenceTag: string | undefined;
  readonly #partial: PartialGroups | undefined;
  readonly #prunes: boolean;
  readonly #names = new NameIndex();
  readonly #texts = new TextColumn();
  /**
   * Value of each row in each locale. 0 means no value. Otherwise, the value is 4 × (number of the
   * text + 1) + number of the state.
   */
  readonly #values = new NumberColumn();
  /** Index of each row's description plus 1, or 0 for a row without a description. */
  readonly #descriptions = new NumberColumn();
  readonly #unitIds = new NumberColumn();
  readonly #plurals = new Map<number, FilePlural>();
  /** Properties that few rows have. */
  readonly #marks = new Map<number, Pick<FileRow, 'maxLength' | 'translatable'>>();
  /** Offset of each row in the base file plus 1. 0 if the base file lacks the row. */
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

  isPruned(name: string): boolean {
    return this.#prunes && this.#partial !== undefined && isElement(this.#partial, name, false);
  }

  /**
   * True for an element of a complete array that the base file stores as an ordinary member, such
   * as `"list[1]"`.
   */
  isMisplaced(name: string, localeTag: string): boolean {
    if (this.#prunes || this.#partial === undefined) return false;
    if (!isElement(this.#partial, name, true)) return false;
    const row = this.#names.indexOf(name);
    const locale = this.#localeTags.indexOf(localeTag);
    return row !== -1 && this.#values.at(row * this.#localeTags.length + locale) !== 0;
  }

  /**
   * Returns the new text of an entry, and counts the outcome in the report. Null removes the text,
   * and undefined keeps it.
   * @param text - Text of the entry in the base file. Undefined if the
   * entry has none
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

  stays(name: string, localeTag: string): boolean {
    return this.#missing === 'keep' || this.#textOf(name, localeTag) !== -1;
  }

  /**
   * Records the offset directly after an entry of the base file. New rows can be inserted at this
   * offset.
   */
  setPlace(name: string, offset: number): void {
    const row = this.#rowOf(name);
    if (row !== -1) this.#found[row] = offset + 1;
  }

  valueOf(name: string, localeTag: string): FileValue | undefined {
    const value = this.#find(name, localeTag);
    return value === 0 ? undefined : this.#decode(value, localeTag);
  }

  stateOf(name: string, localeTag: string): ValueState | undefined | null {
    const value = localeTag === this.#referenceTag ? 0 : this.#find(name, localeTag);
    return value === 0 ? null : STATES[value % STATES.length];
  }

  /** Returns the members of a row that describe its source entry. */
  membersOf(name: string): RowMembers {
    const row = this.#rowOf(name);
    if (row === -1) return {};
    const description = this.#someAt(this.#descriptions, row);
    return { ...this.#marks.get(row), ...(description !== undefined && { description }) };
  }

  hasText(name: string, localeTag: string, text: string): boolean {
    const number = this.#textOf(name, localeTag);
    return number !== -1 && this.#texts.equals(number, text);
  }

  #textOf(name: string, localeTag: string): number {
    return Math.floor(this.#find(name, localeTag) / STATES.length) - 1;
  }

  #find(name: string, localeTag: string): number {
    const row = this.#rowOf(name);
    if (row === -1) return 0;
    this.#found[row] ||= 1;
    const locale = this.#localeTags.indexOf(localeTag);
    return locale === -1 ? 0 : this.#values.at(row * this.#localeTags.length + locale);
  }

  /**
   * Returns the index of the row with a name. First tries the last found row and the row after it, because most
   * base files have the order of the rows.
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
   * Yields the rows that the base file lacks, except rows of incomplete arrays and plurals. If
   * `hasArrays` is false, `list[0]` is an ordinary name.
   */
  *newRows(hasArrays = true): Generator<NewRow, void> {
    const partial = this.#partial;
    let after = -1;
    let lastPlace: number | null = null;
    for (let index = 0; index < this.#names.length; index++) {
      if (this.#found[index] !== 0) {
        if (this.removesMissing && !this.#hasValue(index)) continue;
        after = index;
        lastPlace = this.#placeOf(index) ?? lastPlace;
        continue;
      }
      if (!this.#hasValue(index)) continue;
      const row = this.#rowAt(index);
      if (partial && isPartial(hasArrays ? partial : { ...partial, arrays: NONE }, row.name))
        continue;
      const form = this.#formBefore(row.name);
      const before = form ?? after;
      const place = (form === null ? null : this.#placeOf(form)) ?? lastPlace;
      yield { row, after: before === -1 ? null : this.#names.at(before), place };
    }
  }

  /** Returns the offset after a row, at which another row can be inserted. Null if there is no such offset. */
  #placeOf(row: number): number | null {
    const found = this.#found[row]!;
    return found > 1 ? found - 1 : null;
  }

  /**
   * Returns the row of the existing plural form after which a new form is inserted. Returns null if
   * the file has no form of the plural.
   */
  #formBefore(name: string): number | null {
    const form = formOf(name);
    if (form === null) return null;
    let found: number | null = null;
    for (const category of CATEGORIES) {
      if (category === form.category && found !== null) break;
      const row = this.#names.indexOf(form.stem + category);
      const isThere = row !== -1 && this.#found[row] !== 0;
      if (isThere && (!this.removesMissing || this.#hasValue(row))) found = row;
    }
    return found;
  }

  /** Yields the categories of each cardinal plural family that has texts in the locale. */
  *families(localeTag: string): Generator<ReadonlySet<FilePlural['category']>> {
    const locale = this.#localeTags.indexOf(localeTag);
    const found = new Map<string, Set<FilePlural['category']>>();
    for (const [row, { family, category, ordinal }] of this.#plurals) {
      if (ordinal || this.#values.at(row * this.#localeTags.length + locale) === 0) continue;
      found.set(family, (found.get(family) ?? new Set()).add(category));
    }
    yield* found.values();
  }

  readonly note = (notice: PatchNotice): void => {
    this.report.notices = [...(this.report.notices ?? []), notice];
  };

  refuse(
    path: string,
    code: PatchRefusal['code'],
    message: string,
    remedy?: PatchRefusal['remedy'],
  ): void {
    this.report.refused.push({ path, code, message, ...(remedy && { remedy }) });
  }

  #add({ name, id, description, plural, maxLength, translatable, values }: FileRow): void {
    requireText(name, name);
    const row = this.#names.length;
    if (this.#names.add(name) !== -1) throw new FormatError('duplicate key name', { path: name });
    if (plural !== undefined) this.#plurals.set(row, plural);
    if (maxLength !== undefined || translatable === false) {
      this.#marks.set(row, {
        ...(maxLength !== undefined && { maxLength }),
        ...(translatable === false && { translatable }),
      });
    }
    for (const localeTag of this.#localeTags) {
      const value = valueIn(values, localeTag);
      const number = value === undefined ? 0 : this.#pushText(value.text, name) + 1;
      this.#values.push(number * STATES.length + STATES.indexOf(value?.state));
    }
    this.#pushSome(this.#descriptions, row, description);
    this.#pushSome(this.#unitIds, row, id);
  }

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
    const row: FileRow = { name: this.#names.at(at), values, ...this.#marks.get(at) };
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
