import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced code block of a page. */
export interface Block {
  readonly page: string;
  /** Line number of the opening fence. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The file that the preceding sentence names, such as `src/App.vue`. Null unless the sentence ends in a colon. */
  readonly file: string | null;
}

/** Lists the fenced blocks of a page in order. Removes the indentation of blocks in lists. */
export function readBlocks(root: string, page: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; language: string; indent: string; lines: string[] } | null = null;
  let before = '';
  for (const [index, line] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    const fence = /^( *)```(\w*)\s*$/.exec(line);
    if (open === null) {
      if (fence === null) before = line.trim() === '' ? before : line;
      else open = { line: index + 1, language: fence[2]!, indent: fence[1]!, lines: [] };
    } else if (fence === null) {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else {
      const { line: at, language, lines } = open;
      blocks.push({ page, line: at, language, text: lines.join('\n'), file: fileNamedIn(before) });
      open = null;
      before = '';
    }
  }
  if (open !== null) throw new Error(`${page}:${open.line}: the block is not closed.`);
  return blocks;
}

/** Returns the file that a sentence names, if the sentence ends in a colon. */
const fileNamedIn = (sentence: string): string | null =>
  sentence.endsWith(':')
    ? ([...sentence.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1)?.[1] ?? null)
    : null;

export const placeOf = ({ page, line }: Pick<Block, 'page' | 'line'>): string => `${page}:${line}`;

/** Returns a whole file as one block, such as a template. */
export const wholeFile = (root: string, page: string): Block => ({
  page,
  line: 1,
  language: 'yaml',
  text: readFileSync(join(root, page), 'utf8'),
  file: null,
});
