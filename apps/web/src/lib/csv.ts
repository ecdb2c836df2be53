const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Matches a text that a spreadsheet would interpret as a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function field(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns rows as CSV (RFC 4180). */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
