import type { FileFormat, FileRow, WriteOptions } from '../../src/format.ts';
import { valueIn } from '../../src/patch/value-in.ts';
import type { Category } from '../../src/plural/plural-categories.ts';
import type { NameRules } from './data.ts';

/** A way in which a format writes files. Each way is tested separately. */
export interface Writing extends WriteOptions {
  /** Label of the way in test titles. */
  label: string;
  /** PO: how to read the file back. */
  poKind?: 'text' | 'ids';
}

/** A format with its properties for the shared suite. */
export interface Conformance extends NameRules {
  format: FileFormat;
  /** All ways of writing: shapes, versions, locales. */
  writings: readonly Writing[];
  /** Properties that a file keeps besides names and texts. */
  keeps: { descriptions: boolean; states: boolean };
  /**
   * True if the format can store this text (a name, a description or a value). For all other texts, `write` must throw
   * a {@link FormatError} whose path is the name of the key. Defaults to true for texts without U+0000 and unpaired
   * surrogates.
   */
  canCarry?(text: string, writing: Writing): boolean;
  /**
   * Returns the rows that the reader must return for the written rows. Defaults to rows with a value in the written
   * locales, with descriptions and states according to `keeps`, and flags that the format carries.
   */
  expected?(rows: readonly FileRow[], writing: Writing): FileRow[];
  /** True if the format keeps the order of rows. Defaults to true unless `shape` is nested. */
  keepsOrder?(writing: Writing): boolean;
  /** Returns the plural forms that a file of the language can store. Defaults to all forms. */
  pluralForms?(localeTag: string): readonly Category[];
  /** Returns a valid file of several lines with one key, `a`, whose text is `raw`, unescaped. */
  fileWith(raw: string): string;
  /** True if every prefix of a file is a valid file. */
  isCuttable?: boolean;
  /** Invalid files. Defaults to files that no format reads. */
  invalidFiles?: readonly Uint8Array[];
  /** Matches text that a patch adds to each new entry. */
  addedMark?: RegExp;
  /** True if the format also reads UTF-16. */
  readsUtf16?: boolean;
  /** Yields a file that is nested `depth` levels deep. */
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

/** Returns a plain name in the format. Replaces dots if the format does not allow them. */
export const plainName = ({ canName }: Conformance, name: string): string =>
  canName?.(name) === false ? name.replaceAll('.', '_') : name;
