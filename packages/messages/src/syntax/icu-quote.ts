/** Context of a piece of ICU text; decides which characters must be quoted in it. */
export interface IcuPlace {
  /** Inside braces: a `}` would end them. */
  readonly nested: boolean;
  /** Directly inside a plural branch: `#` is the number. */
  readonly inPlural: boolean;
}

/**
 * Reads an apostrophe at `at`: the first of two that stand for one, or the start of a quote (ICU MessagePattern,
 * DOUBLE_OPTIONAL; like FormatJS `<` and `>` are quoted too). Null if it is only an apostrophe.
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

export interface IcuDecoded {
  readonly text: string;
  /** Indexes in `text` of `<` that were quoted, and so are no markup. */
  readonly quotedAngles: readonly number[];
}

/** Reads the text of an ICU message without its quotes. */
export function decodeIcu(raw: string, inPlural: boolean): IcuDecoded {
  const quotedAngles: number[] = [];
  let text = '';
  let from = 0;
  for (let at = raw.indexOf("'"); at >= 0; at = raw.indexOf("'", at)) {
    const quote = readIcuQuote(raw, at, inPlural);
    if (!quote) {
      at++;
      continue;
    }
    text += raw.slice(from, at);
    for (const [index, char] of quote.text.split('').entries()) {
      if (char === '<') quotedAngles.push(text.length + index);
    }
    text += quote.text;
    from = quote.end;
    at = quote.end;
  }
  return { text: text + raw.slice(from), quotedAngles };
}

export interface IcuSpelling extends IcuPlace {
  /** The message doubles every apostrophe, as old ICU wanted it. */
  readonly doubled: boolean;
  /** The `<` to quote, because FormatJS would take it for a tag: all, or those at these indexes. */
  readonly quotesAngle: boolean | ReadonlySet<number>;
}

/** Writes a text so that ICU reads it back as itself, also if other text follows. */
export function encodeIcu(text: string, spelling: IcuSpelling): string {
  const { inPlural, quotesAngle } = spelling;
  const isSpecial = (at: number): boolean => {
    const char = text[at]!;
    if (char === '{' || char === '}') return true;
    if (char === '#') return inPlural;
    return char === '<' && (typeof quotesAngle === 'boolean' ? quotesAngle : quotesAngle.has(at));
  };
  let out = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (isSpecial(at)) {
      // An apostrophe after the closing one would open the quote again, so it is put inside.
      let end = at + 1;
      while (end < text.length && (text[end] === "'" || isSpecial(end))) end++;
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
