import { SCALAR_STYLE, type ScalarStyle } from 'js-yaml';
import { ESCAPED, quoteYaml, RESERVED_WORD } from './write.ts';

/** A number, boolean or symbol. If it is unquoted in a file and the new text is of the same kind, it stays unquoted. */
const KINDS = [/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/, /^(?:true|false)$/, /^:[a-z]\w*$/];
/** True for a text that other programs do not read as a string unless it is quoted. */
export const isKind = (text: string): boolean => KINDS.some((kind) => kind.test(text));
/** Matches letters at the start, and no character that ends a plain scalar, even in a flow collection. */
const PLAIN_TEXT = /^\p{L}(?:[^,[\]{}:#\s]|[^\S\r\n\t](?=[^\s#])|:(?=[\p{L}\d/])|,(?= ))*$/u;

/** Writes a text on one line, in the style of the scalar that it replaces if that style can hold it. */
export function writeScalar(text: string, style: ScalarStyle, before: string | undefined): string {
  const isPrintable = text.search(ESCAPED_OTHER) === -1;
  if (style === SCALAR_STYLE.PLAIN) {
    if (before !== undefined && KINDS.some((kind) => kind.test(before) && kind.test(text))) {
      return text;
    }
    const isPlain = isPrintable && PLAIN_TEXT.test(text) && !RESERVED_WORD.test(text);
    if (isPlain && !text.includes(', ')) return text;
  }
  if (style === SCALAR_STYLE.SINGLE_QUOTED && isPrintable) return `'${text.replaceAll("'", "''")}'`;
  return quoteYaml(text);
}

/** Characters in {@link ESCAPED} besides quotes and backslashes. */
const ESCAPED_OTHER = new RegExp(ESCAPED.source.replace('["\\\\', '['));

/**
 * Writes the lines of a block scalar without its header. Returns null if the style cannot hold the text. `eol` ends
 * each line.
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
  // White space at the start of a line turns off folding, and some editors remove it at the end of a line.
  if (isFolded && lines.some((line) => /^\s|\s$/.test(line))) return null;
  const between = isFolded ? eol + eol : eol;
  let written = '';
  lines.forEach((line, at) => {
    const isBlank = line === '';
    // A run of n line breaks is written as n + 1 in a folded scalar.
    if (at > 0) written += isFolded && (isBlank || lines[at - 1] === '') ? eol : between;
    written += isBlank ? '' : indent + line;
  });
  return written + eol;
}
