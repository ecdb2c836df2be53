import type { NamedRow } from './usage.queries.ts';

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** A text that a spreadsheet would read as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function field(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns rows of usage as CSV (RFC 4180). */
export const usageCsv = (group: string, rows: readonly Omit<NamedRow, 'id'>[]): string =>
  [
    [group, 'units', 'billed_units', 'memory_hits'],
    ...rows.map(({ name, ...row }) => [
      field(name),
      ...[row.units, row.billedUnits, row.memoryHits].map(String),
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
