import type { FileRow } from '../../packages/formats/src/format.ts';
import type { Category } from '../../packages/formats/src/plural/plural-categories.ts';

/** A text as Parlance stores it, and as the program must show it. */
export interface Text {
  readonly stored: string;
  readonly shown: string;
}

export type Value = Text | ReadonlyMap<Category, Text>;

/** A key with its texts in the source language, in an older file and in the new file. */
export interface Entry {
  readonly name: string;
  readonly description: string | undefined;
  readonly isPlural: boolean;
  readonly source: Value;
  readonly old: Value;
  readonly next: Value;
  /** The change that a patch applies to the entry. */
  readonly fate: 'kept' | 'changed' | 'added' | 'removed';
  /** False for an entry that a derived file does not translate. */
  readonly isTranslated: boolean;
}

export type Version = 'source' | 'old' | 'next';

export const isForms = (value: Value): value is ReadonlyMap<Category, Text> => value instanceof Map;

/** Returns the names and texts of an entry. Each plural form has a name. */
export function textsOf(entry: Entry, version: Version): [name: string, text: Text][] {
  const value = entry[version];
  if (!isForms(value)) return [[entry.name, value]];
  return [...value].map(([category, text]) => [`${entry.name}.${category}`, text]);
}

/**
 * Returns the rows of entries with the texts of a version.
 * @param sourceTag - Locale of the source texts, for a format that stores them beside the translations
 */
export function rowsOf(
  entries: readonly Entry[],
  version: Version,
  localeTag: string,
  sourceTag: string | null,
): FileRow[] {
  return entries.flatMap((entry) =>
    textsOf(entry, version).map(([name, text]): FileRow => {
      const row: FileRow = { name, values: [{ localeTag, text: text.stored }] };
      if (entry.description !== undefined) row.description = entry.description;
      if (entry.isPlural) {
        const category = name.slice(entry.name.length + 1) as Category;
        row.plural = { family: entry.name, category, domain: 'integer' };
      }
      const source = sourceTag === null ? undefined : sourceOf(entry, name);
      if (source !== undefined && sourceTag !== null) {
        row.values.unshift({ localeTag: sourceTag, text: source });
      }
      return row;
    }),
  );
}

/** Returns the source text of a key, or undefined for a plural form that the source language lacks. */
const sourceOf = (entry: Entry, name: string): string | undefined =>
  textsOf(entry, 'source').find(([one]) => one === name)?.[1].stored;
