import { SCALAR_STYLE, type ScalarStyle } from 'js-yaml';
import { ESCAPED, quoteYaml, RESERVED_WORD } from './write.ts';

/** Quoting styles of a file. */
export interface Quotes {
  /** Style of texts that need no quotes. Null if the files contain no such text. */
  readonly words: ScalarStyle | null;
  /** Style of texts that need quotes. */
  readonly others: ScalarStyle;
  /** True if non-ASCII characters are escaped. */
  readonly areEscaped: boolean;
}

/**
 * Patterns of numbers, booleans and symbols. An unquoted value stays unquoted if the new value
 * matches the same pattern.
 */
const KINDS = [/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/, /^(?:true|false)$/, /^:[a-z]\w*$/];
/** True for a text that YAML reads as a string only if it is quoted. */
export const isKind = (text: string): boolean => KINDS.some((kind) => kind.test(text));
/** Matches a text that begins with a letter and needs no quotes, even in a flow collection. */
const PLAIN_TEXT = /^\p{L}(?:[^,[\]{}:#\s]|[^\S\r\n\t](?=[^\s#])|:(?=[\p{L}\d/])|,(?= ))*$/u;

/**
 * Returns a text as a scalar on one line. Keeps the style of the replaced scalar if that style can
 * represent the text.
 */
export function writeScalar(
  text: string,
  style: ScalarStyle,
  before: string | undefined,
  { others, areEscaped }: Pick<Quotes, 'others' | 'areEscaped'>,
): string {
  if (areEscaped && NON_ASCII.test(text)) return escapeNonAscii(quoteYaml(text));
  if (style === SCALAR_STYLE.PLAIN) {
    if (before !== undefined && KINDS.some((kind) => kind.test(before) && kind.test(text))) {
      return text;
    }
    if (canBePlain(text) && !text.includes(', ')) return text;
  }
  const quotes = style === SCALAR_STYLE.PLAIN ? others : style;
  const isSingle = quotes === SCALAR_STYLE.SINGLE_QUOTED && isPrintable(text);
  return isSingle ? `'${text.replaceAll("'", "''")}'` : quoteYaml(text);
}

/** True for a text that YAML reads as a string without quotes. */
export const canBePlain = (text: string): boolean =>
  isPrintable(text) && PLAIN_TEXT.test(text) && !RESERVED_WORD.test(text);

const isPrintable = (text: string): boolean => text.search(ESCAPED_OTHER) === -1;

export const NON_ASCII = /[^\0-\x7f]/;
const escapeNonAscii = (quoted: string): string =>
  quoted.replaceAll(/[^\0-\x7f]/gu, (character) => {
    const hex = character.codePointAt(0)!.toString(16).toUpperCase();
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });

const ESCAPED_OTHER = new RegExp(ESCAPED.source.replace('["\\\\', '['));

/**
 * Returns the lines of a block scalar without its header. Null if a block scalar cannot represent
 * the text.
 */
export function writeBlock(
  text: string,
  isFolded: boolean,
  indent: string,
  eol: string,
): string | null {
  if (text === '' || /^[\s]|\n\n$/.test(text)) return null;
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  if (lines.some((line) => ESCAPED_OTHER.test(line))) return null;
  if (isFolded && lines.some((line) => /^\s|\s$/.test(line))) return null;
  const between = isFolded ? eol + eol : eol;
  let written = '';
  lines.forEach((line, index) => {
    // Folding removes one of the line breaks after a line with text.
    if (index > 0) written += lines[index - 1] === '' ? eol : between;
    written += line === '' ? '' : indent + line;
  });
  return written + eol;
}
