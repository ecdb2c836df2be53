/** Maximum width of a line including quotes, in columns. msgcat uses the same width. */
const PAGE_WIDTH = 79;

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(ESCAPES).map(([name, character]) => [character, `\\${name}`]),
);

export interface EscapeFault {
  at: number;
  message: string;
}

/** Decodes the content of a string, without its quotes. */
export function unescapePo(raw: string): string | EscapeFault {
  if (!raw.includes('\\')) return raw;
  let text = '';
  let start = 0;
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', start)) {
    text += raw.slice(start, at);
    const name = raw.charAt(at + 1);
    if (Object.hasOwn(ESCAPES, name)) {
      text += ESCAPES[name]!;
      start = at + 2;
      continue;
    }
    NUMBER.lastIndex = at;
    const [number, octal, hex] = NUMBER.exec(raw) ?? [];
    if (number === undefined) return { at, message: `unknown escape \\${name}` };
    // gettext reads all hexadecimal digits that follow, and uses the last byte of the number.
    const code =
      octal === undefined ? Number.parseInt(hex!.slice(-2), 16) : Number.parseInt(octal, 8) & 0xff;
    if (code > 0x7f) return { at, message: `${number} is not a character; write the character` };
    text += String.fromCharCode(code);
    start = at + number.length;
  }
  return text + raw.slice(start);
}

const NUMBER = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]+))/y;

/** Matches ASCII control characters, double quotes and backslashes. */
const SPECIAL = /[^ !#-[\]-~\u0080-\uffff]/g;

/** Matches a text of printable ASCII characters that need no escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

function escapePo(text: string): string {
  return text.replace(
    SPECIAL,
    (one) => NAMES.get(one) ?? `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

export interface StringLayout {
  isWrapped: boolean;
  newline: string;
}

/** True if the text fits in quotes after its keyword, on one line and without escapes. */
export function isPlain(text: string, keyword: string, { isWrapped }: StringLayout): boolean {
  const isShort = !isWrapped || text.length + keyword.length + 3 <= PAGE_WIDTH;
  return isShort && PLAIN.test(text);
}

/**
 * Writes the strings after a keyword as msgcat does. A long text is split after line breaks and
 * spaces.
 */
export function quotePo(text: string, keyword: string, layout: StringLayout): string {
  const { isWrapped, newline } = layout;
  const escaped = escapePo(text);
  const end = text.indexOf('\n');
  const isOneLine = end === -1 || end === text.length - 1;
  if (isOneLine && (!isWrapped || widthOf(escaped) + keyword.length + 3 <= PAGE_WIDTH)) {
    return `"${escaped}"`;
  }
  const lines = ['""'];
  for (const line of text.split(/(?<=\n)/)) {
    for (const part of isWrapped ? wrap(escapePo(line)) : [escapePo(line)]) lines.push(`"${part}"`);
  }
  return lines.join(newline);
}

/** Splits an escaped line into parts that fit on a line. A part ends after a space. */
function wrap(line: string): string[] {
  if (widthOf(line) + 2 <= PAGE_WIDTH) return [line];
  const lines: string[] = [];
  let current = '';
  let width = 0;
  for (const word of line.split(/(?<= )(?! )/)) {
    const wordWidth = widthOf(word);
    if (current !== '' && width + wordWidth + 2 > PAGE_WIDTH) {
      lines.push(current);
      current = '';
      width = 0;
    }
    current += word;
    width += wordWidth;
  }
  return [...lines, current];
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const NON_ASCII = /[^\u0020-\u007e]/;

/** Returns the number of terminal columns that a text occupies. */
function widthOf(text: string): number {
  if (!NON_ASCII.test(text)) return text.length;
  const marks = text.match(/\p{Mn}/gu)?.length ?? 0;
  const wide = text.match(WIDE)?.length ?? 0;
  const pairs = text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
  return text.length - pairs - marks + wide;
}

/**
 * Returns a comment line with a space after a final backslash. Without the space, gettext would
 * join the line with the next line.
 */
export const withoutContinuation = (line: string): string =>
  /\\ *$/.test(line) ? `${line} ` : line;

/** Reverses {@link withoutContinuation}. */
export const lineOfComment = (line: string): string =>
  /\\ +$/.test(line) ? line.slice(0, -1) : line;
