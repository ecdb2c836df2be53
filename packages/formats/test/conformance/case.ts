import type { FileFormat, FileRow, WriteOptions } from '../../src/format.ts';
import { valueIn } from '../../src/patch/value-in.ts';
import type { Category } from '../../src/plural/plural-categories.ts';
import type { NameRules } from './data.ts';

/** One way in which a format writes, to be tested on its own. */
export interface Writing extends WriteOptions {
  /** Its name in the tests. */
  label: string;
  /** PO: how the file is read back. */
  poKind?: 'text' | 'ids';
}

/** A format, as the shared suite tests it. */
export interface Conformance extends NameRules {
  format: FileFormat;
  /** All ways of writing: shapes, versions, locales. */
  writings: readonly Writing[];
  /** Properties that a file keeps besides names and texts. */
  keeps: { descriptions: boolean; states: boolean };
  /**
   * True if the format can carry this text (a name, a description or a value) at all; what it
   * cannot, `write` must refuse with a {@link FormatError} whose path is the key's name. By default
   * every text that has neither U+0000 nor an unpaired surrogate.
   */
  canCarry?(text: string, writing: Writing): boolean;
  /**
   * The rows that must come back when these are written. By default those that have a value in the
   * locales written, with those values, descriptions and states as `keeps` says, and marks as the format carries.
   */
  expected?(rows: readonly FileRow[], writing: Writing): FileRow[];
  /** True if the order of rows is kept; by default unless `shape` is nested. */
  keepsOrder?(writing: Writing): boolean;
  /** Plural forms that a file of the language has a place for; all of them by default. */
  pluralForms?(localeTag: string): readonly Category[];
  /** A valid file of several lines with one key, `a`, into whose text `raw` is put as it is. */
  fileWith(raw: string): string;
  /** True if every beginning of a file is a file. */
  isCuttable?: boolean;
  /** Files that are not of the format, if those that no other format reads are. */
  invalidFiles?: readonly Uint8Array[];
  /** Text that a patch writes into each entry that it adds. */
  addedMark?: RegExp;
  /** True if the format also reads UTF-16. */
  readsUtf16?: boolean;
  /** A file that nests `depth` deep: its start, what is repeated, its end. */
  deepFile(depth: number): Iterable<string>;
}

export function defaultExpected(
  { format, keeps }: Conformance,
  rows: readonly FileRow[],
  writing: Writing,
): FileRow[] {
  return rows.flatMap((row) => {
    const values = writing.localeTags.flatMap((localeTag) => {
      const value = valueIn(row.values, localeTag);
      if (value === undefined) return [];
      const { text, state } = value;
      return [keeps.states && state ? { localeTag, text, state } : { localeTag, text }];
    });
    if (values.length === 0) return [];
    const expected: FileRow = { name: row.name, values };
    if (keeps.descriptions && row.description !== undefined) expected.description = row.description;
    if (format.carries.includes('untranslatable') && row.translatable === false) {
      expected.translatable = false;
    }
    return [expected];
  });
}

export function fullRow(name: string, text: string, writing: Writing): FileRow {
  return { name, values: writing.localeTags.map((localeTag) => ({ localeTag, text })) };
}

export function sortByName(rows: readonly FileRow[]): FileRow[] {
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Returns a name that is plain in the format: without dots, if it cannot have them. */
export const plainName = ({ canName }: Conformance, name: string): string =>
  canName?.(name) === false ? name.replaceAll('.', '_') : name;
