import type { NameTree } from '../names/names.ts';
import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';

/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

/** White space of a JSON file. */
export interface JsonSpaces {
  readonly newline: string;
  /** White space of one level. */
  readonly indent: string;
  readonly colon: string;
}

/**
 * Writes a tree of key names as JSON, in pieces. `tokenOf` returns the text of a name as a JSON
 * string, with its quotes.
 */
export async function* writeTree(
  tree: NameTree,
  tokenOf: (index: number) => string,
  { newline, indent, colon }: JsonSpaces,
): AsyncGenerator<string, void> {
  const yielder = new Yielder();
  let piece = '';
  let lineStart = newline;
  let isFirst = true;
  const ends: string[] = [];
  for (const step of tree.walk()) {
    if (step.kind === 'end') {
      lineStart = lineStart.slice(0, lineStart.length - indent.length);
      piece += isFirst ? ends.pop() : lineStart + ends.pop();
      isFirst = false;
      continue;
    }
    if (ends.length > 0) piece += isFirst ? lineStart : `,${lineStart}`;
    isFirst = false;
    if (step.key !== null) {
      const name = step.kind === 'leaf' ? tree.names[step.index]! : '';
      piece += `${quote(step.key, name)}${colon}`;
    }
    if (step.kind === 'leaf') {
      piece += tokenOf(step.index);
    } else if (step.kind === 'null') {
      piece += 'null';
    } else {
      piece += step.kind === 'object' ? '{' : '[';
      ends.push(step.kind === 'object' ? '}' : ']');
      lineStart += indent;
      isFirst = true;
    }
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    if (yielder.isDue()) await yielder.pause();
  }
  yield piece + newline;
}

/**
 * Returns a text as a JSON string.
 * @throws FormatError that names the key, for a text that cannot be stored
 */
export function quote(text: string, name: string): string {
  const quoted = JSON.stringify(text);
  if (quoted.length !== text.length + 2) requireText(text, name);
  return quoted;
}
