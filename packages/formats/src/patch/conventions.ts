import type { FileFormat, PatchOptions } from '../format.ts';

/** Number of bytes at the start of a file that are examined for its line ends and its indentation. */
const HEAD_BYTES = 64 * 1024;
const MARK = [0xef, 0xbb, 0xbf];

const hasMark = (bytes: Uint8Array): boolean => MARK.every((byte, index) => bytes[index] === byte);

/**
 * Decodes bytes as ISO-8859-1. Only ASCII characters need to be correct, because line ends and indentation consist
 * of them.
 */
const asciiOf = (bytes: Uint8Array, end = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(end, bytes.length)).toString('latin1');

const newlineIn = (text: string): string | undefined => /\r?\n/.exec(text)?.[0];
const indentIn = (text: string): string | undefined => /\{\s*[\r\n]([ \t]+)"/.exec(text)?.[1];

/** Returns the most frequent value. The first one wins a tie. Undefined if there is none. */
function mostFrequent<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) {
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * Gives a file the byte order mark, the line ends and the indentation that most of the files beside
 * it have. A new file thus has the conventions of the other translations, and not the conventions
 * of the source file from which it is derived.
 */
export function adoptConventions(
  { follows }: Pick<FileFormat, 'follows'>,
  base: Uint8Array,
  beside: readonly Uint8Array[],
  charset?: string,
): Uint8Array {
  const files = [base, ...beside];
  if (follows === undefined || beside.length === 0 || files.some(isUtf16)) return base;
  const marked = charset !== 'iso-8859-1' && mostFrequent(beside.map(hasMark));
  const text = asciiOf(base.subarray(hasMark(base) ? MARK.length : 0));
  const heads = beside.map((file) => asciiOf(file, HEAD_BYTES));
  const newline = mostFrequent(heads.map(newlineIn));
  const indented =
    follows === 'indentation' ? reindent(text, mostFrequent(heads.map(indentIn))) : text;
  const lines = newline === undefined ? indented : indented.replace(/\r?\n/g, newline);
  const bytes = Buffer.from(lines, 'latin1');
  return marked ? Buffer.concat([Buffer.from(MARK), bytes]) : bytes;
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Replaces the indentation of a JSON file, in which no line begins inside a string. */
function reindent(text: string, indent: string | undefined): string {
  const textIndent = indentIn(text);
  if (textIndent === undefined || indent === undefined || textIndent === indent) return text;
  return text.replace(/^[ \t]+/gm, (lead) => {
    const depth = lead.length / textIndent.length;
    return Number.isInteger(depth) && lead === textIndent.repeat(depth)
      ? indent.repeat(depth)
      : lead;
  });
}

export type Beside = Pick<PatchOptions, 'beside' | 'isDerived'>;

/**
 * Returns a text that shows how non-ASCII characters are written: the file itself, or a file beside
 * it. For a derived file, the files beside it come first.
 */
export function findEvidence(
  file: string,
  { beside = [], isDerived = false }: Beside,
  shows: (text: string) => boolean,
): string {
  if (!isDerived && shows(file)) return file;
  for (const bytes of beside) {
    const start = hasMark(bytes) ? MARK.length : 0;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8', start);
    if (shows(text)) return text;
  }
  return file;
}
