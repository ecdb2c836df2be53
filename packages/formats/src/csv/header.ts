import { FormatError, type ReadOptions } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import type { CsvField } from './records.ts';

export const KEY_COLUMN = 'key';
export const DESCRIPTION_COLUMN = 'description';

export interface CsvColumns {
  key: number;
  /** Index of the column `description`. -1 if there is none. */
  description: number;
  locales: readonly { column: number; localeTag: string }[];
  count: number;
}

/**
 * Reads the header: a `key` column, an optional `description` column, and columns named by locale
 * tags, in any order. The locale of the import must have a column.
 * @throws FormatError that names the column.
 */
export function readCsvHeader(
  fields: readonly CsvField[],
  line: number,
  options: Pick<ReadOptions, 'localeTag' | 'sourceLocaleTag'>,
): CsvColumns {
  const count = fields.at(-1) === null ? fields.length - 1 : fields.length;
  const seen = new Map<string, number>();
  const locales: { column: number; localeTag: string }[] = [];
  for (const [column, field] of fields.slice(0, count).entries()) {
    const title = (field ?? '').trim();
    const name = columnName(title, options);
    if (name === undefined) {
      const what = title === '' ? 'has no name' : `(${JSON.stringify(title)}) is not a locale`;
      throw new FormatError(
        `column ${column + 1} ${what}; name the column "${KEY_COLUMN}", "${DESCRIPTION_COLUMN}" or a locale such as "pt-BR"`,
        { path: title, line },
      );
    }
    const other = seen.get(name);
    if (other !== undefined) {
      throw new FormatError(`columns ${other + 1} and ${column + 1} are both "${name}"`, {
        path: title,
        line,
      });
    }
    seen.set(name, column);
    if (name !== KEY_COLUMN && name !== DESCRIPTION_COLUMN)
      locales.push({ column, localeTag: name });
  }
  const key = seen.get(KEY_COLUMN);
  if (key === undefined) throw new FormatError(`the column "${KEY_COLUMN}" is missing`, { line });
  if (locales.length === 0) throw new FormatError('the file has no column for a locale', { line });
  if (!locales.some(({ localeTag }) => localeTag === options.localeTag)) {
    const message = `the file has no column for ${options.localeTag}, the locale of the import`;
    throw new FormatError(message, { line });
  }
  return { key, description: seen.get(DESCRIPTION_COLUMN) ?? -1, locales, count };
}

function columnName(
  title: string,
  options: Pick<ReadOptions, 'localeTag' | 'sourceLocaleTag'>,
): string | undefined {
  const lower = title.toLowerCase();
  if (lower === KEY_COLUMN || lower === DESCRIPTION_COLUMN) return lower;
  const localeTag = canonicalTag(title);
  if (localeTag === null) return undefined;
  // A title that begins with four to eight letters, such as "notes", is not a locale tag. No
  // language subtag of this length is registered (RFC 5646 section 2.2.1).
  const isWord = /^[A-Za-z]{4,8}(?:-|$)/.test(localeTag);
  const isKnown = localeTag === options.localeTag || localeTag === options.sourceLocaleTag;
  return isWord && !isKnown ? undefined : localeTag;
}
