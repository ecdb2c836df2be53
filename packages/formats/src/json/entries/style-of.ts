import { quoteJson } from '../quote.ts';
import { createStyle, type Style } from './render.ts';

/**
 * Returns the white space style of a file, taken from its first member. Returns `usual` if the file
 * has no members.
 */
export function styleOf(file: string, usual: Style): Style {
  const [start, newline = '', indent = ''] = /^\s*\{[ \t]*(\r\n|\r|\n)?([ \t]*)"/.exec(file) ?? [];
  const quote = quoteJson(file);
  if (start === undefined) return createStyle({ ...usual, quote });
  const member = /^\s*\{\s*"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(file.slice(0, 4096));
  const layout = {
    newline,
    indent: newline === '' ? '' : indent,
    colon: member?.[1] ?? usual.colon,
  };
  return createStyle({ ...usual, ...layout, quote });
}
