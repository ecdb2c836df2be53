import { inHalves } from '../in-halves.ts';
import { ChildFailure } from './child-handle.ts';

/**
 * Number of consecutive crashes that are needed to find a single bad text in a batch of 32 texts
 * (32, 16, 8, 4, 2, 1), plus one.
 */
const MAX_CRASHES_IN_A_ROW = 7;

export interface CrashCount {
  inARow: number;
}

/**
 * Translates a batch. If the batch crashes the child process, translates the two halves separately,
 * so a bad text affects only itself. The result is null for a text that crashes the child process
 * on its own.
 * @throws ChildFailure for any other failure, and if all texts crash
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
