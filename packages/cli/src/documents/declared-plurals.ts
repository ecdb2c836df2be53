import type { FilePlural, FileRow } from '@parlance/formats';
import type { Document } from './documents.ts';

interface DeclaredFamily {
  readonly plural: FilePlural;
  readonly sources: Map<string, string>;
}

/**
 * Plural families that files declare. In Android files, for example, key names do not show whether
 * a string is a plural form.
 */
export class DeclaredPlurals {
  readonly #sourceLocale: string;
  readonly #families = new Map<string, DeclaredFamily>();

  constructor(documents: readonly Document[], sourceLocale: string) {
    this.#sourceLocale = sourceLocale;
    for (const { rows, prefix } of documents) {
      for (const { plural, values } of rows) {
        if (plural === undefined) continue;
        const name = prefix + plural.family;
        const family = this.#families.get(name) ?? { plural, sources: new Map() };
        this.#families.set(name, family);
        const source = values.find(({ localeTag }) => localeTag === sourceLocale);
        if (source) family.sources.set(plural.category, source.text);
      }
    }
  }

  /**
   * Marks a new row as a plural form if a file has declared its plural family. If `hasSource` is
   * true, also adds a missing source text to the row.
   */
  complete(row: FileRow, prefix: string, hasSource: boolean): FileRow {
    const dot = row.name.lastIndexOf('.');
    const family = this.#families.get(prefix + row.name.slice(0, Math.max(0, dot)));
    const category = CATEGORIES.find((one) => one === row.name.slice(dot + 1));
    if (row.plural || dot <= 0 || family === undefined || category === undefined) return row;
    const plural = { ...family.plural, family: row.name.slice(0, dot), category };
    const text = family.sources.get(category) ?? family.sources.get('other');
    const isThere = row.values.some(({ localeTag }) => localeTag === this.#sourceLocale);
    if (!hasSource || isThere || text === undefined) return { ...row, plural };
    return { ...row, plural, values: [{ localeTag: this.#sourceLocale, text }, ...row.values] };
  }
}

const CATEGORIES: readonly FilePlural['category'][] = [
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
];
