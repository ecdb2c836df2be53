import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of code of a page. */
export interface Block {
  readonly page: string;
  /** Number of the line of its fence. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Lists the fenced blocks of a page in order. */
export function readBlocks(root: string, page: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; language: string; lines: string[] } | null = null;
  for (const [index, line] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    const fence = /^```(\w*)\s*$/.exec(line);
    if (open === null) {
      if (fence !== null) open = { line: index + 1, language: fence[1]!, lines: [] };
    } else if (fence === null) {
      open.lines.push(line);
    } else {
      blocks.push({ page, line: open.line, language: open.language, text: open.lines.join('\n') });
      open = null;
    }
  }
  if (open !== null) throw new Error(`${page}:${open.line}: the block is not closed.`);
  return blocks;
}

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

/** A file that is one block itself, such as a template. */
export const wholeFile = (root: string, page: string): Block => ({
  page,
  line: 1,
  language: 'yaml',
  text: readFileSync(join(root, page), 'utf8'),
});
