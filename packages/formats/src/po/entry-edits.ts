import type { Edits } from '../patch/edits.ts';
import type { PoEntry } from './scanner.ts';
import { isFormatFlag } from './source-entries.ts';

/** Flags of an entry that a patch sets. Undefined keeps the existing flags. */
export interface WantedFlags {
  isFuzzy: boolean;
  /** Flags that state how a program formats the text. */
  formats?: readonly string[] | undefined;
}

/**
 * Changes the flags of an entry. Without `fuzzy`, the previous `msgid` is removed too, because it is
 * only useful together with the flag.
 */
export function changeFlags(
  { comments, keywords }: PoEntry,
  { isFuzzy, formats }: WantedFlags,
  { file, edits, newline }: { file: string; edits: Edits; newline: string },
): void {
  const lines = comments.filter(({ kind }) => kind === 'flags');
  const previous = comments.filter(({ kind }) => kind === 'previous');
  if (!isFuzzy) for (const { start, end } of previous) edits.replace(start, end, '');
  const flags = lines.flatMap(({ text }) => text.split(','));
  const has = (flag: string): boolean => flags.some((one) => one.trim() === flag);
  const isKept = (flag: string): boolean =>
    flag === 'fuzzy' ? isFuzzy : !formats || !isFormatFlag(flag) || formats.includes(flag);
  const next = [
    ...(isFuzzy && !has('fuzzy') ? [' fuzzy'] : []),
    ...flags.filter((flag) => isKept(flag.trim())),
    ...(formats ?? []).flatMap((flag) => (has(flag) ? [] : [` ${flag}`])),
  ];
  if (next.join() === flags.join()) return;
  const [first, ...others] = lines;
  for (const { start, end } of others) edits.replace(start, end, '');
  if (first === undefined) {
    edits.insert(previous[0]?.start ?? keywords, `#,${next.join()}${newline}`);
  } else if (next.length === 0) {
    edits.replace(first.start, first.end, '');
  } else {
    const at = file.indexOf('#', first.start) + 2;
    edits.replace(at, at + first.text.length, next.join());
  }
}

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
