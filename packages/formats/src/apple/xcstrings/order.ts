import { Yielder } from '../../text/yielder.ts';

// Created when first used: loading the data of a collator takes longer than loading this package.
let collator: Intl.Collator | undefined;
let weights: Uint8Array | undefined;

/** Number of texts that are sorted before the event loop runs again. */
const RUN_LENGTH = 8192;
/** Matches a text that {@link keyOf} can convert to a sort key. */
const ASCII = /^[ -~]{0,2048}$/;
/** Maximum number of digits that the collator compares as one number. */
const MAX_DIGITS = 254;
const ZERO = 0x30;
const NINE = 0x39;

/** Compares keys in the order of Xcode: `8.title` before `18.title`, `apple` before `Banana`. */
export function compareNatural(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

interface Sortable {
  readonly text: string;
  readonly key: string | null;
}

function compareSortable(a: Sortable, b: Sortable): number {
  if (a.key !== null && b.key !== null) {
    if (a.key < b.key) return -1;
    if (a.key > b.key) return 1;
  }
  return compareNatural(a.text, b.text);
}

/**
 * Returns the sort key of a text. Sorting texts by their keys gives the order of the collator,
 * ignoring case. Returns null for a text with characters outside ASCII.
 */
function keyOf(text: string): string | null {
  if (!ASCII.test(text)) return null;
  weights ??= asciiWeights();
  const key: number[] = [];
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) {
      key.push(weights[code]!);
      index += 1;
      continue;
    }
    while (text.charCodeAt(index) === ZERO) index += 1;
    const start = index;
    while (isDigit(text.charCodeAt(index))) index += 1;
    if (index - start > MAX_DIGITS) return null;
    key.push(weights[ZERO]!, index - start);
    for (let digit = start; digit < index; digit++) key.push(text.charCodeAt(digit));
  }
  return String.fromCharCode(...key);
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** Returns the rank of each printable ASCII character in the collator's order, counted from 1. */
function asciiWeights(): Uint8Array {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const characters = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
    String.fromCharCode(index + 0x20),
  );
  characters.sort(compare);
  const ranks = new Uint8Array(0x7f);
  let rank = 0;
  for (const [at, character] of characters.entries()) {
    if (at === 0 || compare(characters[at - 1]!, character) !== 0) rank += 1;
    ranks[character.charCodeAt(0)] = rank;
  }
  return ranks;
}

/** Sorts texts and lets the event loop run in between. */
export async function sortNatural(texts: readonly string[]): Promise<string[]> {
  const yielder = new Yielder();
  let runs: Sortable[][] = [];
  for (let start = 0; start < texts.length; start += RUN_LENGTH) {
    const run = texts.slice(start, start + RUN_LENGTH);
    runs.push(run.map((text) => ({ text, key: keyOf(text) })).sort(compareSortable));
    if (yielder.isDue()) await yielder.pause();
  }
  while (runs.length > 1) {
    const merged: Sortable[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const b = runs[index + 1];
      merged.push(b === undefined ? runs[index]! : await merge(runs[index]!, b, yielder));
    }
    runs = merged;
  }
  return (runs[0] ?? []).map(({ text }) => text);
}

async function merge(
  a: readonly Sortable[],
  b: readonly Sortable[],
  yielder: Yielder,
): Promise<Sortable[]> {
  if (compareSortable(a.at(-1)!, b[0]!) <= 0) return [...a, ...b];
  const all: Sortable[] = [];
  let left = 0;
  let right = 0;
  while (left < a.length && right < b.length) {
    all.push(compareSortable(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!);
    if (all.length % RUN_LENGTH === 0 && yielder.isDue()) await yielder.pause();
  }
  for (; left < a.length; left++) all.push(a[left]!);
  for (; right < b.length; right++) all.push(b[right]!);
  return all;
}
