import { requireText } from '../text/utf8.ts';

/**
 * Matches fields that are written in quotes: fields with `,`, `"`, CR or LF (RFC 4180), and fields
 * that a spreadsheet would split or trim.
 */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * Matches strings that a spreadsheet would run as a formula (OWASP, "CSV Injection"), even after
 * leading apostrophes.
 */
export const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Returns a text as a CSV field. A missing text becomes an empty field, and an empty string becomes
 * `""`.
 */
export function csvField(
  text: string | undefined,
  name: string,
  csvSafe: boolean,
  isQuoted = false,
): string {
  if (text === undefined) return '';
  requireText(text, name);
  const safe = csvSafe && FORMULA.test(text) ? `'${text}` : text;
  if (safe === '') return '""';
  return isQuoted || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
