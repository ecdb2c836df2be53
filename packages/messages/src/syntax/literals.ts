import type { Found } from './scan.ts';

/**
 * A format with its own escapes for syntax characters: `''` in Java, `{{` in .NET, `$$` in Chrome,
 * `\\{` in MessageFormat 2.
 */
export type Literals = 'java' | 'dotnet' | 'chrome' | 'mf2';

/** An escape of the format, such as `{{` for a brace. */
export interface Literal {
  readonly end: number;
  readonly text: string;
}

// An apostrophe may end the quotation of the brace, as in `'{'0'}'`.
const ARGUMENT = /\{'?\s*\d/;

/**
 * True if a program formats the text, so that escapes are needed. Spring formats only texts with
 * arguments: `It's` is correct without an argument, and `It''s {0}` is correct with one.
 */
export const isFormatted = (text: string): boolean => ARGUMENT.test(text);

/**
 * Returns a function that reads the escape at an index of a text. It returns null if there is no
 * escape.
 */
export function literalReader(
  text: string,
  literals: Literals,
): (at: number, code: number) => Literal | null {
  if (literals === 'chrome') return (at, code) => (code === 0x24 ? readDollars(text, at) : null);
  if (literals === 'dotnet') {
    return (at, code) =>
      (code === 0x7b || code === 0x7d) && text.charCodeAt(at + 1) === code
        ? { end: at + 2, text: text[at]! }
        : null;
  }
  if (literals === 'mf2') return (at, code) => (code === 0x5c ? readBackslash(text, at) : null);
  const quotes = isFormatted(text);
  return (at, code) => (code === 0x27 ? readQuote(text, at, quotes) : null);
}

const ESCAPED = /[\\{|}]/;

/** Reads an escape of MessageFormat 2 (Unicode LDML part 9, Escape Sequences). */
const readBackslash = (text: string, at: number): Literal | null =>
  ESCAPED.test(text[at + 1] ?? '') ? { end: at + 2, text: text[at + 1]! } : null;

/**
 * Reads a run of dollar signs, of which the first escapes the others. Chrome replaces `$name$` first, so the last
 * dollar sign of `$$name$` belongs to the name (Chromium's `MessageBundle::ReplaceVariables`).
 */
function readDollars(text: string, at: number): Literal | null {
  let end = at + 1;
  while (text.charCodeAt(end) === 0x24) end += 1;
  NAMED_DOLLAR.lastIndex = end - 1;
  if (NAMED_DOLLAR.test(text)) end -= 1;
  return end <= at + 1 ? null : { end, text: text.slice(at + 1, end) };
}

/**
 * Reads an apostrophe of `java.text.MessageFormat`. Two apostrophes are one apostrophe, and a
 * single apostrophe begins a quotation.
 */
function readQuote(text: string, at: number, quotes: boolean): Literal | null {
  if (text[at + 1] === "'") return { end: at + 2, text: "'" };
  if (!quotes) return null;
  let visible = '';
  for (let from = at + 1; ; ) {
    const quote = text.indexOf("'", from);
    if (quote === -1) return { end: text.length, text: visible + text.slice(from) };
    visible += text.slice(from, quote);
    if (text[quote + 1] !== "'") return { end: quote + 1, text: visible };
    visible += "'";
    from = quote + 2;
  }
}

/**
 * Escapes a text for the format. `doublesSigns` is true if the message also doubles syntax
 * characters that would not need it.
 */
export function encodeLiterals(
  text: string,
  literals: Literals,
  { formatted, doublesSigns }: { formatted: boolean; doublesSigns: boolean },
): string {
  if (literals === 'chrome') return text.replace(/\$+/g, '$&$$');
  if (literals === 'mf2') return text.replace(/[\\{}]/g, '\\$&');
  if (!formatted && !doublesSigns) return text;
  if (literals === 'dotnet') return text.replace(/[{}]/g, '$&$&');
  if (!formatted) return text.replaceAll("'", "''");
  return text.replace(/[{}][{}']*|'/g, (found) =>
    found === "'" ? "''" : `'${found.replaceAll("'", "''")}'`,
  );
}

const NAMED_DOLLAR = /\$[A-Za-z0-9_@]{1,64}\$/y;
// A number has one digit: Chrome reads `$10` as the first substitution and a zero
// (Chromium's `ReplaceStringPlaceholders`).
const DOLLAR = /\$(?:[A-Za-z0-9_@]{1,64}\$|[1-9])/y;

/** Reads a placeholder of Chrome's `messages.json`: `$name$` or `$1`. */
export function scanDollar(text: string, at: number): Found | null {
  DOLLAR.lastIndex = at;
  const match = DOLLAR.exec(text);
  return match && { end: at + match[0].length, kind: 'dollar' };
}

/**
 * Doubles the apostrophes around a quotation of Java. The last of an odd number of apostrophes at the
 * end of the text closes the quotation. Two apostrophes in sequence are text inside the quotation.
 */
export const doubleQuotation = (quotation: string): string =>
  `'${quotation}${/'*$/.exec(quotation.slice(1))![0].length % 2 === 1 ? "'" : ''}`;
