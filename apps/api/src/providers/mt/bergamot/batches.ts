import { ChildFailure } from './child-handle.ts';

/** One text of a call, with its place among them. */
export interface BatchItem {
  readonly index: number;
  readonly text: string;
}

/** Cuts a call into pieces within both limits, in order. A text that is too long alone goes alone. */
export function splitIntoBatches(
  items: readonly BatchItem[],
  maxItems: number,
  maxLength: number,
): BatchItem[][] {
  const batches: BatchItem[][] = [];
  let length = 0;
  for (const item of items) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= maxItems || length + item.text.length > maxLength) {
      batches.push([item]);
      length = item.text.length;
    } else {
      last.push(item);
      length += item.text.length;
    }
  }
  return batches;
}

/** Crashes in a row with which a batch of 32 narrows down one bad text: 32, 16, 8, 4, 2, 1; and one more. */
const MAX_CRASHES_IN_A_ROW = 7;

/** Counts the crashes of one route. */
export interface CrashCount {
  inARow: number;
}

/**
 * Translates a batch; where it crashes the child, halves of it, so that one bad text costs only itself.
 * Null stands for a text that crashes the child alone.
 *
 * @throws ChildFailure for anything else, and once everything crashes.
 */
export async function translateIsolating(
  items: readonly BatchItem[],
  translate: (texts: readonly string[]) => Promise<readonly string[]>,
  crashes: CrashCount,
): Promise<{ index: number; text: string | null }[]> {
  try {
    const translated = await translate(items.map((item) => item.text));
    crashes.inARow = 0;
    return items.map((item, position) => ({ index: item.index, text: translated[position] ?? '' }));
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
    if (error.phase !== 'translate' || error.kind !== 'crash') throw error;
    if (++crashes.inARow > MAX_CRASHES_IN_A_ROW) throw error;
    const [first] = items;
    if (first !== undefined && items.length === 1) return [{ index: first.index, text: null }];
  }
  const middle = Math.ceil(items.length / 2);
  return [
    ...(await translateIsolating(items.slice(0, middle), translate, crashes)),
    ...(await translateIsolating(items.slice(middle), translate, crashes)),
  ];
}
