import { inHalves } from '../in-halves.ts';
import { ChildFailure } from './child-handle.ts';

/**
 * Maximum number of consecutive crashes of the child process. A batch of 32 texts with one bad text
 * causes six crashes.
 */
const MAX_CRASHES_IN_A_ROW = 7;

export interface CrashCount {
  inARow: number;
}

/**
 * Translates a batch. If the batch crashes the child process, translates its two halves separately.
 * The result is null for a text that crashes the child process on its own.
 *
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
