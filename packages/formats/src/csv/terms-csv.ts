import { FormatError } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { csvField } from './field.ts';
import { type CsvField, type CsvHandler, CsvRecords } from './records.ts';

/** A row of a glossary file. An empty cell means that the property is not specified. */
export interface TermRow {
  readonly line: number;
  readonly term: string;
  /** Translations of the term by canonical locale tag. */
  readonly translations: Readonly<Record<string, string>>;
  readonly doNotTranslate?: boolean;
  readonly caseSensitive?: boolean;
  readonly note?: string;
}

export interface TermsLimits {
  readonly nameLength: number;
  readonly noteLength: number;
  /** Maximum number of terms, and also the maximum number of columns with a locale. */
  readonly terms: number;
  readonly locales: number;
}

const FLAGS = { do_not_translate: 'doNotTranslate', case_sensitive: 'caseSensitive' } as const;
const FIXED = ['term', 'note', 'do_not_translate', 'case_sensitive'] as const;
const YES = /^(?:true|yes|1)$/i;
const NO = /^(?:false|no|0)$/i;

type Column =
  | { readonly kind: (typeof FIXED)[number] }
  | { readonly kind: 'locale'; readonly localeTag: string };

/**
 * Reads glossary terms from a CSV file (RFC 4180). It has a column `term`, and columns `note`,
 * `do_not_translate`, `case_sensitive` and locale tags in any order.
 * @throws FormatError that names the line
 */
export function readTermsCsv(text: string, limits: TermsLimits): TermRow[] {
  const reader = new TermsReader(limits);
  const records = new CsvRecords(reader, {
    fieldLength: 2 * Math.max(limits.nameLength, limits.noteLength),
    fieldCount: limits.locales + FIXED.length,
  });
  records.write(text.startsWith('\uFEFF') ? text.slice(1) : text);
  records.end();
  return reader.rows;
}

class TermsReader implements CsvHandler {
  readonly rows: TermRow[] = [];
  readonly #limits: TermsLimits;
  readonly #lines = new Map<string, number>();
  #columns: readonly Column[] | null = null;

  constructor(limits: TermsLimits) {
    this.#limits = limits;
  }

  path(fields: readonly CsvField[]): string {
    const at = this.#columns?.findIndex(({ kind }) => kind === 'term') ?? -1;
    return fields[at] ?? '';
  }

  take(fields: readonly CsvField[], line: number): void {
    const cells =
      fields.at(-1) === null && fields.length > (this.#columns?.length ?? 1)
        ? fields.slice(0, -1)
        : fields;
    if (this.#columns === null) {
      this.#columns = readHeader(cells, line);
    } else if (cells.length !== this.#columns.length) {
      throw new FormatError(
        `the row has ${cells.length} fields, but the header has ${this.#columns.length} columns`,
        { path: this.path(cells), line },
      );
    } else {
      this.#takeRow(this.#columns, cells, line);
    }
  }

  #takeRow(columns: readonly Column[], cells: readonly CsvField[], line: number): void {
    const term = this.path(cells);
    if (term.trim() === '') throw new FormatError('the term is empty', { line });
    const fail = (message: string) => new FormatError(message, { path: term, line });
    const translations: Record<string, string> = {};
    const row: { -readonly [Name in keyof TermRow]: TermRow[Name] } = { line, term, translations };
    for (const [at, column] of columns.entries()) {
      const cell = cells[at];
      if (cell === null || cell === undefined || cell.trim() === '') continue;
      const { kind } = column;
      const limit = kind === 'note' ? this.#limits.noteLength : this.#limits.nameLength;
      requireText(cell, term);
      if (isLongerThan(cell, limit)) {
        const name = kind === 'locale' ? column.localeTag : kind;
        throw fail(`the column ${name} has more than ${limit} characters`);
      }
      if (kind === 'locale') translations[column.localeTag] = cell;
      else if (kind === 'note') row.note = cell;
      else if (kind !== 'term') {
        if (!YES.test(cell.trim()) && !NO.test(cell.trim())) {
          throw fail(`the column ${kind} must be true or false`);
        }
        row[FLAGS[kind]] = YES.test(cell.trim());
      }
    }
    const other = this.#lines.get(nameOf(row));
    if (other !== undefined) throw fail(`line ${other} has the same term`);
    this.#lines.set(nameOf(row), line);
    this.rows.push(row);
    if (this.rows.length > this.#limits.terms) {
      throw fail(`the file has more than ${this.#limits.terms} terms; import it in parts`);
    }
  }
}

/**
 * Returns the form in which terms are compared to find duplicates. Only the form of a
 * case-sensitive term distinguishes upper and lower case.
 */
const nameOf = ({ term, caseSensitive }: TermRow): string =>
  caseSensitive ? term : term.toLowerCase();

function readHeader(cells: readonly CsvField[], line: number): Column[] {
  const seen = new Set<string>();
  const columns = cells.map((cell, index): Column => {
    const title = (cell ?? '').trim();
    const kind = FIXED.find((name) => name === title.toLowerCase());
    const localeTag = kind === undefined && title !== '' ? canonicalTag(title) : null;
    const name = kind ?? localeTag;
    if (name === null) {
      throw new FormatError(
        `column ${index + 1} (${JSON.stringify(title)}) is none of ${FIXED.join(', ')} and no locale such as pt-BR`,
        { path: title, line },
      );
    }
    if (seen.has(name)) throw new FormatError(`two columns are ${name}`, { path: title, line });
    seen.add(name);
    return kind === undefined ? { kind: 'locale', localeTag: name } : { kind };
  });
  if (!seen.has('term')) throw new FormatError('the header has no column term', { line });
  return columns;
}

/**
 * Writes terms as CSV that {@link readTermsCsv} can read. There is a column for each locale that
 * has a translation.
 */
export function writeTermsCsv(terms: readonly Omit<TermRow, 'line'>[]): string {
  const tags = [...new Set(terms.flatMap(({ translations }) => Object.keys(translations)))].sort();
  const lines = [[...FIXED, ...tags].join(',')];
  for (const { term, note, doNotTranslate, caseSensitive, translations } of terms) {
    const fixed = [term, note || undefined, String(!!doNotTranslate), String(!!caseSensitive)];
    const cells = [...fixed, ...tags.map((tag) => translations[tag])];
    lines.push(cells.map((cell) => csvField(cell, term, false)).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
