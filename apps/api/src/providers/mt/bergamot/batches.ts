import { inHalves } from '../in-halves.ts';
import { ChildFailure } from './child-handle.ts';

/**
 * Number of consecutive crashes after which a batch of 32 is narrowed down to one bad text: 32, 16, 8, 4, 2, 1, and one
 * more.
 */
const MAX_CRASHES_IN_A_ROW = 7;

/** Counts the crashes of one route. */
export interface CrashCount {
  inARow: number;
}

/**
 * Translates a batch. If the batch crashes the child, it translates the two halves, so that one bad text affects only
 * itself. Null stands for a text that crashes the child alone.
 *
 * @throws ChildFailure for any other failure, and if everything crashes
 */
export const translateIsolating = (
  texts: readonly string[],
  translate: (texts: readonly string[]) => Promise<readonly string[]>,
  crashes: CrashCount,
): Promise<readonly (string | null)[]> =>
  inHalves<string, string | null>(
    texts,
    async (part) => {
      const translated = await translate(part);
      crashes.inARow = 0;
      return translated;
    },
    (error) => {
      if (!(error instanceof ChildFailure)) throw error;
      if (error.phase !== 'translate' || error.kind !== 'crash') throw error;
      if (++crashes.inARow > MAX_CRASHES_IN_A_ROW) throw error;
      return null;
    },
  );
