import { diffWords, wordsOf } from '@parlance/messages';

/** The result of a three-way merge. `conflict` means that both texts have changed the same words. */
export type Merge =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'conflict' };

/** An edit of the base text. It replaces the words from `start` up to `end` with `words`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/**
 * Returns the edits that turn `base` into `side`, in the order of their positions. There is at least one unchanged word
 * between two edits.
 */
function editsBetween(base: readonly string[], side: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let open: { start: number; words: string[] } | null = null;
  const close = () => {
    if (open) edits.push({ start: open.start, end: at, words: open.words });
    open = null;
  };
  for (const { kind, words } of diffWords(base, side)) {
    if (kind === 'same') close();
    else open ??= { start: at, words: [] };
    if (kind === 'added') open?.words.push(...words);
    else at += words.length;
  }
  close();
  return edits;
}

const isSameEdit = (edit: Edit, other: Edit): boolean =>
  edit.start === other.start &&
  edit.end === other.end &&
  edit.words.length === other.words.length &&
  edit.words.every((word, index) => word === other.words[index]);

/**
 * Combines the edits of both texts in the order of their positions. Returns undefined if two different edits overlap or
 * touch.
 */
function combineEdits(mine: readonly Edit[], theirs: readonly Edit[]): Edit[] | undefined {
  const all = [...mine, ...theirs].sort((a, b) => a.start - b.start || a.end - b.end);
  const combined: Edit[] = [];
  for (const edit of all) {
    const last = combined.at(-1);
    if (last === undefined || last.end < edit.start) combined.push(edit);
    else if (!isSameEdit(last, edit)) return undefined;
  }
  return combined;
}

/**
 * Merges two texts that are based on `baseText`, word by word. Words are divided by the rules of `locale`. If two edits
 * overlap or touch, that is a conflict, because adjacent words often form a phrase. The user then has to choose.
 */
export function mergeTexts(input: {
  readonly baseText: string;
  readonly mineText: string;
  readonly theirsText: string;
  readonly locale: string;
}): Merge {
  const { baseText, mineText, theirsText, locale } = input;
  if (mineText === theirsText || theirsText === baseText) return { kind: 'merged', text: mineText };
  if (mineText === baseText) return { kind: 'merged', text: theirsText };
  const base = wordsOf(baseText, locale);
  const edits = combineEdits(
    editsBetween(base, wordsOf(mineText, locale)),
    editsBetween(base, wordsOf(theirsText, locale)),
  );
  if (edits === undefined) return { kind: 'conflict' };
  const words: string[] = [];
  let at = 0;
  for (const edit of edits) {
    words.push(...base.slice(at, edit.start), ...edit.words);
    at = edit.end;
  }
  return { kind: 'merged', text: [...words, ...base.slice(at)].join('') };
}
