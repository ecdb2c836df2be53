import type { Cell, Row } from '@parlance/sdk';
import type { IndexReader } from './row-index.ts';

/** A row, or the reason why it cannot be shown. `gone` stands for a row that no longer matches the query. */
export type Slot = Row | 'loading' | 'failed' | 'gone';

export interface WindowReader {
  readonly readIndex: IndexReader;
  readRows(
    place: { cursor: string } | { keyIds: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly Row[]>;
}

/** A value as the service returns it after a save. */
export type SavedValue = Pick<
  Cell,
  'id' | 'text' | 'state' | 'origin' | 'outdated' | 'version' | 'updatedAt' | 'updatedBy'
> & {
  readonly checks?: readonly string[];
  readonly keyId?: string;
  readonly sourceVersion?: number;
};

/** Calls `run` after a delay. Returns a function that cancels the call. */
export type Schedule = (delayMs: number, run: () => void) => () => void;
