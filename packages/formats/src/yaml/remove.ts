import type { Edits } from '../patch/edits.ts';
import { behindBlankLines, lineEndOf, lineStartOf, withoutLineEnd } from './lines.ts';
import type { YamlContainer } from './survey.ts';

export interface Writing {
  text: string;
  edits: Edits;
  eol: string;
}

export function removeChildren(
  container: YamlContainer,
  { text, edits }: Writing,
  hasKeptLines: boolean,
): void {
  const { children, isFlow } = container;
  if (children.every(({ isRemoved }) => !isRemoved)) return;
  const first = children[0]!;
  const last = children.at(-1)!;
  if (children.every(({ isRemoved }) => isRemoved)) {
    if (isFlow) edits.replace(first.start, container.end - 1, '');
    else {
      const { colonEnd } = container;
      const end = withoutLineEnd(text, last.end);
      if (colonEnd === -1) edits.replace(first.start, end, '{}');
      else edits.replace(colonEnd, end, ' {}');
    }
    return;
  }
  const kept = children.findIndex(({ isRemoved }) => !isRemoved);
  children.forEach((child, index) => {
    if (!child.isRemoved) return;
    if (isFlow) {
      if (index < kept) edits.replace(child.start, children[index + 1]!.start, '');
      else edits.replace(children[index - 1]!.end, child.end, '');
      return;
    }
    if (index > 0 && index < kept && !isOnOwnLine(text, first.start)) return;
    const lineStart = lineStartOf(text, child.start);
    if (isOnOwnLine(text, child.start)) {
      const end = lineEndOf(text, child.end);
      edits.replace(lineStart, hasKeptLines ? behindBlankLines(text, end) : end, '');
    } else edits.replace(child.start, children[kept]!.start, '');
  });
}

const isOnOwnLine = (text: string, at: number): boolean =>
  /^[ \t]*$/.test(text.slice(lineStartOf(text, at), at));
