/** The result of a three-way merge. `conflict` means that both sides changed the same words. */
export type Merge = { kind: 'merged'; text: string } | { kind: 'conflict' };

/** Replaces the words `start` to `end` (exclusive) of the base with `words`. */
interface Edit {
  start: number;
  end: number;
  words: readonly string[];
}

/**
 * Maximum size of the comparison table. A pair of texts above it is compared as one block,
 * so that a pasted book cannot stall the page.
 */
const maxTableCells = 1_000_000;

function toWords(text: string, localeTag: string): string[] {
  const segmenter = new Intl.Segmenter(localeTag, { granularity: 'word' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Returns the lengths of the longest common subsequences of all suffixes, row by row. */
function commonLengths(base: readonly string[], side: readonly string[]): Uint32Array {
  const width = side.length + 1;
  const lengths = new Uint32Array((base.length + 1) * width);
  for (let row = base.length - 1; row >= 0; row--) {
    for (let column = side.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        base[row] === side[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(
              lengths[(row + 1) * width + column] ?? 0,
              lengths[row * width + column + 1] ?? 0,
            );
    }
  }
  return lengths;
}

/** Returns the edits that turn `base` into `side`, in order; no two of them touch. */
function editsBetween(base: readonly string[], side: readonly string[]): Edit[] {
  let head = 0;
  while (head < base.length && head < side.length && base[head] === side[head]) head++;
  let tail = 0;
  while (
    tail < base.length - head &&
    tail < side.length - head &&
    base[base.length - 1 - tail] === side[side.length - 1 - tail]
  )
    tail++;
  const baseMiddle = base.slice(head, base.length - tail);
  const sideMiddle = side.slice(head, side.length - tail);
  if (baseMiddle.length === 0 && sideMiddle.length === 0) return [];
  if ((baseMiddle.length + 1) * (sideMiddle.length + 1) > maxTableCells)
    return [{ start: head, end: base.length - tail, words: sideMiddle }];

  const lengths = commonLengths(baseMiddle, sideMiddle);
  const width = sideMiddle.length + 1;
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < baseMiddle.length || column < sideMiddle.length) {
    const rowStart = row;
    const columnStart = column;
    while (
      (row < baseMiddle.length || column < sideMiddle.length) &&
      (row === baseMiddle.length ||
        column === sideMiddle.length ||
        baseMiddle[row] !== sideMiddle[column])
    ) {
      const below = row < baseMiddle.length ? (lengths[(row + 1) * width + column] ?? 0) : -1;
      const right = column < sideMiddle.length ? (lengths[row * width + column + 1] ?? 0) : -1;
      if (below >= right) row++;
      else column++;
    }
    if (row > rowStart || column > columnStart)
      edits.push({
        start: head + rowStart,
        end: head + row,
        words: sideMiddle.slice(columnStart, column),
      });
    while (
      row < baseMiddle.length &&
      column < sideMiddle.length &&
      baseMiddle[row] === sideMiddle[column]
    ) {
      row++;
      column++;
    }
  }
  return edits;
}

function isSameEdit(one: Edit, other: Edit): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.words.length === other.words.length &&
    one.words.every((word, at) => word === other.words[at])
  );
}

/** Returns the edits of both sides in order, or undefined if two different edits touch. */
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
 * Merges two texts that were both written from `baseText`, word by word as `localeTag` divides
 * words. Edits that overlap or touch are a conflict: neighbouring words belong to one phrase,
 * and a person has to choose.
 */
export function mergeTexts(input: {
  baseText: string;
  mineText: string;
  theirsText: string;
  localeTag: string;
}): Merge {
  const { baseText, mineText, theirsText, localeTag } = input;
  if (mineText === theirsText || theirsText === baseText) return { kind: 'merged', text: mineText };
  if (mineText === baseText) return { kind: 'merged', text: theirsText };
  const base = toWords(baseText, localeTag);
  const edits = combineEdits(
    editsBetween(base, toWords(mineText, localeTag)),
    editsBetween(base, toWords(theirsText, localeTag)),
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
