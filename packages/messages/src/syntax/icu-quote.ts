/** Context of a text in an ICU message. It determines which characters must be quoted. */
export interface IcuPlace {
  /** True inside braces, where `}` must be quoted. */
  readonly nested: boolean;
  /** True directly inside a plural option, where `#` stands for the number. */
  readonly inPlural: boolean;
  /**
   * True if apostrophes quote. False if an apostrophe is ordinary text and nothing can be quoted.
   */
  readonly quotes: boolean;
}

/**
 * Reads a double apostrophe or a quoted text at offset `at` (ICU MessagePattern, DOUBLE_OPTIONAL).
 * As in FormatJS, `<` and `>` can be quoted too. Returns null if the apostrophe quotes nothing.
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
  readonly quotedAngles: readonly number[];
}

/** Removes the quotes from a text of an ICU message. */
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
  /** True if the message doubles every apostrophe. Old versions of ICU required this. */
  readonly doublesApostrophes: boolean;
  /**
   * The `<` that must be quoted, so that FormatJS does not read them as tags: all (true), none
   * (false), or those at the given indexes.
   */
  readonly quotesAngle: boolean | ReadonlySet<number>;
}

/** Quotes a text for an ICU message. Removing the quotes returns the original text. */
export function encodeIcu(text: string, spelling: IcuSpelling): string {
  const { inPlural, quotes, quotesAngle } = spelling;
  if (!quotes) return text;
  const isSpecial = (at: number): boolean => {
    const char = text[at]!;
    if (char === '{' || char === '}') return true;
    if (char === '#') return inPlural;
    return char === '<' && (typeof quotesAngle === 'boolean' ? quotesAngle : quotesAngle.has(at));
  };
  let out = '';
  for (let index = 0; index < text.length; ) {
    const char = text[index]!;
    if (isSpecial(index)) {
      let end = index + 1;
      while (end < text.length && (text[end] === "'" || isSpecial(end))) end++;
      out += `'${text.slice(index, end).replaceAll("'", "''")}'`;
      index = end;
      continue;
    }
    if (char === "'") {
      const next = text[index + 1];
      const ambiguous = next === undefined || "{}<>#'".includes(next);
      out += ambiguous || spelling.doublesApostrophes ? "''" : "'";
    } else out += char;
    index++;
  }
  return out;
}
