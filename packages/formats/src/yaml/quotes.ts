import { SCALAR_STYLE, type ScalarStyle } from 'js-yaml';
import { type Beside, findEvidence } from '../patch/conventions.ts';
import { canBePlain, NON_ASCII, type Quotes } from './scalar.ts';

/** Number of code units of a file that are examined for its quotes. */
const HEAD_LENGTH = 64 * 1024;
// Matches escapes, except those of line separators, because they do not show how other characters are written.
const ESCAPE =
  /(?<!\\)(?:\\\\)*\\(?:u(?!00[0-7]|202[89]|feff)[0-9a-f]{4}|x[a-f][0-9a-f]|U[0-9a-f]{8})/i;

/** Matches the value of an entry on the same line, with or without quotes. */
const VALUE =
  /^[ \t]*(?:- +|(?:[^\s#"':-][^\n:]*|"[^"\n]*" *|'[^'\n]*' *): +)(?:"((?:\\.|[^"\\\n])*)"|'((?:''|[^'\n])*)'|([^\s|>&*!{[#"'][^\n#]*))/gm;

/**
 * Returns the quoting style of a file. A new file, or a file without quotes to examine, gets the
 * style of the files beside it.
 */
export function quotesOf(file: string, { beside = [], isDerived = false }: Beside): Quotes {
  const heads = beside.map((bytes) => Buffer.from(bytes.subarray(0, HEAD_LENGTH)).toString());
  const head = file.slice(0, HEAD_LENGTH);
  const all = isDerived && heads.length > 0 ? heads : [head];
  const found = countStyles(all);
  const { words, others } = found.words === null ? countStyles(heads) : found;
  const shows = (text: string): boolean => NON_ASCII.test(text) || hasEscapes(text);
  const evidence = findEvidence(file, { beside, isDerived }, shows);
  return {
    words,
    others: others ?? SCALAR_STYLE.DOUBLE_QUOTED,
    areEscaped: !NON_ASCII.test(evidence) && hasEscapes(evidence),
  };
}

/** True if a double-quoted text contains an escaped non-ASCII character. */
const hasEscapes = (file: string): boolean =>
  ESCAPE.test(file) &&
  [...file.slice(0, HEAD_LENGTH).matchAll(VALUE)].some(([, double = '']) => ESCAPE.test(double));

function countStyles(files: readonly string[]) {
  const words = new Map<ScalarStyle, number>();
  const others = new Map<ScalarStyle, number>();
  for (const file of files) {
    for (const [, double, single, plain] of file.matchAll(VALUE)) {
      const text = double ?? single ?? plain!.trimEnd();
      const style =
        double !== undefined
          ? SCALAR_STYLE.DOUBLE_QUOTED
          : single !== undefined
            ? SCALAR_STYLE.SINGLE_QUOTED
            : SCALAR_STYLE.PLAIN;
      const counts = canBePlain(text) ? words : others;
      if (counts === words || style !== SCALAR_STYLE.PLAIN) {
        counts.set(style, (counts.get(style) ?? 0) + 1);
      }
    }
  }
  const word = mostFrequent(words);
  const isQuoted = word !== null && word !== SCALAR_STYLE.PLAIN;
  return { words: word, others: mostFrequent(others) ?? (isQuoted ? word : null) };
}

const mostFrequent = (counts: ReadonlyMap<ScalarStyle, number>): ScalarStyle | null =>
  [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
