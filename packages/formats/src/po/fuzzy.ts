import type { Edits } from '../patch/edits.ts';
import type { PoEntry } from './scanner.ts';

/**
 * Removes the flag `fuzzy` of an entry, and the previous `msgid`, which is only of use with the
 * flag.
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

/** Returns the offset of the flags in a comment, which follow `#,`. */
export const textStart = (file: string, { start }: { start: number }): number =>
  file.indexOf('#', start) + 2;
