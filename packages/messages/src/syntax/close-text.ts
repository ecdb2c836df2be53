import { readIcuQuote } from './icu-quote.ts';

/**
 * Returns the text of an option. If the text ends with an apostrophe, adds a second one. The first
 * one would otherwise quote the closing brace.
 */
export function closeText(text: string, inPlural: boolean, quotes: boolean): string {
  if (!quotes || !text.endsWith("'")) return text;
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", at)) {
    const quote = readIcuQuote(text, at, inPlural);
    if (!quote) at++;
    else if (quote.end === text.length) return text;
    else at = quote.end;
  }
  return `${text}'`;
}
