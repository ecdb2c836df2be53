import type { Edits } from '../patch/edits.ts';
import type { PoEntry } from './scanner.ts';

/**
 * Removes the flag `fuzzy` and the previous `msgid` of an entry. The previous `msgid` is only
 * useful together with the flag.
 */
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

/** Returns the offset of the flags in a comment. The flags follow `#,`. */
export const textStart = (file: string, { start }: { start: number }): number =>
  file.indexOf('#', start) + 2;

/** Removes an entry with its comments, and the blank lines before it. */
export function removeEntry(
  { start, end }: { start: number; end: number },
  file: string,
  edits: Edits,
): void {
  let from = start;
  while (from > 0 && /\s/.test(file.charAt(from - 1))) from -= 1;
  let to = end;
  while (to > start && /[\r\n]/.test(file.charAt(to - 1))) to -= 1;
  while (from === 0 && /[\r\n]/.test(file.charAt(to))) to += 1;
  edits.replace(from, to, '');
}
