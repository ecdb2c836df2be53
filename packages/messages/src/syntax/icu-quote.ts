/** Where a stretch of ICU text stands; decides what must be quoted in it. */
export interface IcuPlace {
  /** Inside braces: a `}` would end them. */
  readonly nested: boolean;
  /** Directly inside a plural branch: `#` is the number. */
  readonly inPlural: boolean;
}

/**
 * What an apostrophe at `at` stands for: a doubled one, or the start of a quote (ICU MessagePattern, DOUBLE_OPTIONAL;
 * like FormatJS `<` and `>` are quoted too). Null where it is only an apostrophe.
 */
export function readIcuQuote(
  text: string,
  at: number,
  inPlural: boolean,
): { readonly end: number; readonly text: string } | null {
  const next = text[at + 1];
  if (next === "'") return { end: at + 2, text: "'" };
  if (next === undefined || !('{}<>'.includes(next) || (inPlural && next === '#'))) return null;
  let visible = '';
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf("'", from);
    if (quote < 0) return { end: text.length, text: visible + text.slice(from) };
    visible += text.slice(from, quote);
    if (text[quote + 1] !== "'") return { end: quote + 1, text: visible };
    visible += "'";
    from = quote + 2;
  }
}

/** What ICU text says. */
export function decodeIcu(raw: string, inPlural: boolean): string {
  let out = '';
  let from = 0;
  for (let at = raw.indexOf("'"); at >= 0; at = raw.indexOf("'", at)) {
    const quote = readIcuQuote(raw, at, inPlural);
    if (!quote) {
      at++;
      continue;
    }
    out += raw.slice(from, at) + quote.text;
    from = quote.end;
    at = quote.end;
  }
  return out + raw.slice(from);
}

export interface IcuSpelling extends IcuPlace {
  /** The message doubles every apostrophe, as old ICU wanted it. */
  readonly doubled: boolean;
  /** The message quotes `<`; FormatJS would take it for a tag. */
  readonly quotesAngle: boolean;
}

/** Writes a text so that ICU reads it back as itself, whatever follows it. */
export function encodeIcu(text: string, spelling: IcuSpelling): string {
  const special = (char: string): boolean =>
    char === '{' ||
    char === '}' ||
    (char === '#' && spelling.inPlural) ||
    (char === '<' && spelling.quotesAngle);
  let out = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (special(char)) {
      // An apostrophe after the closing one would open the quote again: it goes inside.
      let end = at + 1;
      while (end < text.length && (text[end] === "'" || special(text[end]!))) end++;
      out += `'${text.slice(at, end).replaceAll("'", "''")}'`;
      at = end;
      continue;
    }
    if (char === "'") {
      const next = text[at + 1];
      const ambiguous = next === undefined || "{}<>#'".includes(next);
      out += ambiguous || spelling.doubled ? "''" : "'";
    } else out += char;
    at++;
  }
  return out;
}
