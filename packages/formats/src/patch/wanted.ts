import { NumberColumn, TextColumn } from '../columns.ts';
import {
  type FilePlural,
  type FileRow,
  type FileValue,
  FormatError,
  type PatchOptions,
  type PatchReport,
  type ValueState,
} from '../format.ts';
import { NameIndex } from '../name-index.ts';
import { Pacer } from '../pace.ts';
import { assertText } from '../utf8.ts';

const STATES: readonly (ValueState | undefined)[] = [
  undefined,
  'translated',
  'needs_review',
  'reviewed',
];

/** Effect of a patch on a text of the base: null takes it out, and undefined leaves it. */
export type Replacement = string | null | undefined;

/** A row that the base does not have. */
export interface NewRow {
  row: FileRow;
  /** Name of the last row before it that the base has. */
  after: string | null;
  /** Offset that {@link WantedRows.setPlace} noted for that row. */
  place: number | null;
}

/** The rows that a base is to have, by name, outside of V8's heap. */
export class WantedRows {
  readonly report: PatchReport = { replaced: 0, inserted: 0, removed: 0, kept: 0, refused: [] };
  readonly #localeTags: readonly string[];
  readonly #missing: 'keep' | 'remove';
  readonly #index = new NameIndex();
  readonly #names = new TextColumn();
  readonly #texts = new TextColumn();
  /** For each row and locale: the number of its text plus 1, or 0; and its state. */
  readonly #places = new NumberColumn();
  readonly #states = new NumberColumn();
  /** For each row: the number of its description plus 1, or 0. */
  readonly #descriptions = new NumberColumn();
  /** Places in plural families, of the rows whose format says them. */
  readonly #plurals = new Map<number, FilePlural>();
  /** For each row that the base has: its place plus 1, or 0. */
  #found = new Uint32Array(0);

  private constructor(options: PatchOptions) {
    this.#localeTags = options.localeTags;
    this.#missing = options.missing;
  }

  /** @throws FormatError for a duplicate name or a text that cannot be stored. */
  static async collect(rows: AsyncIterable<FileRow[]>, options: PatchOptions): Promise<WantedRows> {
    const wanted = new WantedRows(options);
    const pacer = new Pacer();
    for await (const batch of rows) {
      for (const row of batch) wanted.#add(row);
      if (pacer.isDue()) await pacer.pause();
    }
    wanted.#found = new Uint32Array(wanted.#names.length);
    return wanted;
  }

  get removesMissing(): boolean {
    return this.#missing === 'remove';
  }

  /**
   * Returns the text that replaces `text`: null if the text is removed, undefined if it stays. Counts what happens.
   * `text` is undefined for an entry that the base has without a text.
   */
  replacementOf(name: string, localeTag: string, text: string | undefined): Replacement {
    const value = this.valueOf(name, localeTag);
    if (value === undefined) {
      if (text === undefined || !this.#localeTags.includes(localeTag)) return undefined;
      if (this.#missing === 'keep') {
        this.report.kept += 1;
        return undefined;
      }
      this.report.removed += 1;
      return null;
    }
    if (value.text === text) return undefined;
    this.report[text === undefined ? 'inserted' : 'replaced'] += 1;
    return value.text;
  }

  /** True if {@link replacementOf} leaves or replaces the text. */
  stays(name: string, localeTag: string): boolean {
    return this.#missing === 'keep' || this.valueOf(name, localeTag) !== undefined;
  }

  /** Notes the offset behind an entry of the base, for what is inserted there. */
  setPlace(name: string, offset: number): void {
    const row = this.#index.indexOf(name);
    if (row !== -1) this.#found[row] = offset + 1;
  }

  /** Returns the value of a row that the base has, and notes that it does. */
  valueOf(name: string, localeTag: string): FileValue | undefined {
    const row = this.#index.indexOf(name);
    if (row === -1) return undefined;
    this.#found[row] ||= 1;
    return this.#valueAt(row, this.#localeTags.indexOf(localeTag));
  }

  /** Yields the rows that the base does not have and that have a value, in order. */
  *newRows(): Generator<NewRow, void> {
    let after = -1;
    for (let at = 0; at < this.#names.length; at++) {
      if (this.#found[at] !== 0) {
        if (!this.removesMissing || this.#hasValue(at)) after = at;
        continue;
      }
      if (!this.#hasValue(at)) continue;
      const row = this.#rowAt(at);
      if (after === -1) yield { row, after: null, place: null };
      else yield { row, after: this.#names.at(after), place: this.#found[after]! - 1 };
    }
  }

  refuse(path: string, code: string, message: string): void {
    this.report.refused.push({ path, code, message });
  }

  #add({ name, description, plural, values }: FileRow): void {
    assertText(name, name);
    if (this.#index.add(name) !== -1) throw new FormatError('duplicate key name', { path: name });
    if (plural !== undefined) this.#plurals.set(this.#names.length, plural);
    this.#names.push(name);
    for (const localeTag of this.#localeTags) {
      const value = values.find((candidate) => candidate.localeTag === localeTag);
      this.#places.push(this.#pushText(value?.text, name));
      this.#states.push(STATES.indexOf(value?.state));
    }
    this.#descriptions.push(this.#pushText(description, name));
  }

  #pushText(text: string | undefined, name: string): number {
    if (text === undefined) return 0;
    assertText(text, name);
    this.#texts.push(text);
    return this.#texts.length;
  }

  #hasValue(row: number): boolean {
    return this.#localeTags.some(
      (_, locale) => this.#places.at(row * this.#localeTags.length + locale) !== 0,
    );
  }

  #rowAt(at: number): FileRow {
    const values = this.#localeTags.flatMap((_, locale) => this.#valueAt(at, locale) ?? []);
    const description = this.#descriptions.at(at);
    const row: FileRow = { name: this.#names.at(at), values };
    const plural = this.#plurals.get(at);
    if (plural !== undefined) row.plural = plural;
    return description === 0 ? row : { ...row, description: this.#texts.at(description - 1) };
  }

  #valueAt(row: number, locale: number): FileValue | undefined {
    if (locale === -1) return undefined;
    const at = row * this.#localeTags.length + locale;
    const place = this.#places.at(at);
    if (place === 0) return undefined;
    const value = { localeTag: this.#localeTags[locale]!, text: this.#texts.at(place - 1) };
    const state = STATES[this.#states.at(at)];
    return state === undefined ? value : { ...value, state };
  }
}
