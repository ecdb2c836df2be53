import { Pacer } from '../../pace.ts';

const COLLATOR = new Intl.Collator('en', { numeric: true });
/** Number of texts that are sorted in one turn. */
const RUN_LENGTH = 2048;

/** Compares as Xcode orders keys: `8.title` before `18.title`, `apple` before `Banana`. */
export function compareNatural(a: string, b: string): number {
  return COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Sorts texts, and gives the event loop its turns. */
export async function sortNatural(texts: readonly string[]): Promise<string[]> {
  const pacer = new Pacer();
  let runs: string[][] = [];
  for (let start = 0; start < texts.length; start += RUN_LENGTH) {
    runs.push(texts.slice(start, start + RUN_LENGTH).sort(compareNatural));
    if (pacer.isDue()) await pacer.pause();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const b = runs[at + 1];
      merged.push(b === undefined ? runs[at]! : await merge(runs[at]!, b, pacer));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(a: readonly string[], b: readonly string[], pacer: Pacer): Promise<string[]> {
  if (compareNatural(a.at(-1)!, b[0]!) <= 0) return [...a, ...b];
  const all: string[] = [];
  let left = 0;
  let right = 0;
  while (left < a.length && right < b.length) {
    all.push(compareNatural(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!);
    if (all.length % RUN_LENGTH === 0 && pacer.isDue()) await pacer.pause();
  }
  for (; left < a.length; left++) all.push(a[left]!);
  for (; right < b.length; right++) all.push(b[right]!);
  return all;
}
