export interface ParsedEntry {
  readonly name: string;
  readonly text: string;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export class EntryFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

// Matches a backslash before a line break, and the white space after the line break. The entry
// continues there, as in `java.util.Properties`.
const KEY = /(?:[^\\=: \t\f]+|\\(?:(?:\r\n|[\r\n])[ \t\f]*|[\s\S]|$))*/y;
const SIGN = /[=: \t\f]/;
const BLANKS = String.raw`(?:[ \t\f]|\\(?:\r\n|[\r\n]))*`;
const SEPARATOR = new RegExp(`${BLANKS}(?:[=:]${BLANKS})?`, 'y');
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})?|(?:\r\n|[\r\n])[ \t\f]*|([\s\S])|$)/g;
const LETTERS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/**
 * Parses an entry with all lines on which it continues.
 * @throws EntryFault
 */
export function parseEntry(line: string): ParsedEntry {
  const plainEnd = line.includes('\\') ? -1 : line.search(SIGN);
  KEY.lastIndex = 0;
  const keyEnd = plainEnd === -1 ? KEY.exec(line)![0].length : plainEnd;
  SEPARATOR.lastIndex = keyEnd;
  SEPARATOR.test(line);
  const valueStart = SEPARATOR.lastIndex;
  const name = decode(line, 0, keyEnd);
  const text = decode(line, valueStart, line.length);
  return { name, text, keyEnd, valueStart, valueEnd: line.length };
}

export function nameIn(line: string): string {
  KEY.lastIndex = 0;
  try {
    return decode(line, 0, KEY.exec(line)![0].length);
  } catch (error) {
    if (error instanceof EntryFault) return '';
    throw error;
  }
}

function decode(line: string, start: number, end: number): string {
  const raw = line.slice(start, end);
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    ESCAPE,
    (found, digits: string | undefined, letter: string | undefined, at) => {
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
      if (found === '\\u') {
        throw new EntryFault('the escape \\u needs four hexadecimal digits', start + Number(at));
      }
      if (letter === undefined) return '';
      return Object.hasOwn(LETTERS, letter) ? LETTERS[letter]! : letter;
    },
  );
}
