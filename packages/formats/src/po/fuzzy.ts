import type { Edits } from '../patch/edits.ts';
import type { PoEntry } from './scanner.ts';

/** Takes the flag out, and the previous `msgid` that only explains it. */
export function removeFuzzy({ comments }: PoEntry, file: string, edits: Edits): void {
  for (const comment of comments) {
    const { kind, text, start, end } = comment;
    if (kind === 'previous') edits.replace(start, end, '');
    if (kind !== 'flags') continue;
    const flags = text.split(',');
    const others = flags.filter((flag) => flag.trim() !== 'fuzzy');
    if (others.length === flags.length) continue;
    const at = textStart(file, comment);
    if (others.length === 0) edits.replace(start, end, '');
    else edits.replace(at, at + text.length, others.join(','));
  }
}

/** Offset behind `#,`. */
export const textStart = (file: string, { start }: { start: number }): number =>
  file.indexOf('#', start) + 2;
