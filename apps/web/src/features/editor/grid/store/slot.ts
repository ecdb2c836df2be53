import type { Cell, Row } from '@parlance/sdk';
import type { IndexReader } from './row-index.ts';

/** A row, or the reason why its place has none. `gone` is a row that the query no longer finds. */
export type Slot = Row | 'loading' | 'failed' | 'gone';

export interface WindowReader {
  readonly readIndex: IndexReader;
  readRows(
    place: { cursor: string } | { keyIds: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly Row[]>;
}

/** A value as the calls that write it return it. */
export type SavedValue = Pick<
  Cell,
  'id' | 'text' | 'state' | 'origin' | 'outdated' | 'version' | 'updatedAt' | 'updatedBy'
> & { readonly checks?: readonly string[]; readonly keyId?: string };

/** Calls `run` after a delay. Returns a function that cancels the call. */
export type Schedule = (delayMs: number, run: () => void) => () => void;
