import type { Beside } from '../../patch/conventions.ts';
import { quoteJson } from '../quote.ts';
import { createStyle, type Style } from './render.ts';

/** Number of code units at the start of a file that show its style. */
const START_LENGTH = 4096;
const COMMENT = /\/\/.*[\r\n]*|\/\*[\s\S]*?\*\//g;
const LINE_BREAK = /\r\n|\r|\n/;

/**
 * Returns the white space style of a file, taken from its first member. If the file has no members, returns `usual`
 * with the line break of the file.
 */
export function styleOf(file: string, usual: Style, options?: Beside): Style {
  const quote = quoteJson(file, options);
  const start = file.slice(0, START_LENGTH);
  const head = /^\s*\{?\s*\//.test(start) ? start.replaceAll(COMMENT, '') : start;
  const gap = /^\s*\{(\s*)"/.exec(head)?.[1];
  const newline = LINE_BREAK.exec(gap ?? file)?.[0];
  if (gap === undefined) return createStyle({ ...usual, newline: newline ?? usual.newline, quote });
  const member = /^\s*\{\s*"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(head);
  const layout = {
    newline: newline ?? '',
    indent: newline === undefined ? '' : /[ \t]*$/.exec(gap)![0],
    colon: member?.[1] ?? usual.colon,
  };
  return createStyle({ ...usual, ...layout, quote });
}
