import type { Writing } from '../../content/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import type { RevertTally } from './revert-tally.ts';
import type { RevertedChange } from './reverted-change.store.ts';

/** The state of a running revert, whose transaction holds the content lock. */
export interface Reverting {
  readonly writing: Writing;
  readonly locales: readonly LocaleRow[];
  readonly reverted: RevertedChange;
  readonly tally: RevertTally;
  /** Checks that the caller may set these values to `reviewed`, which the revert has just done. */
  readonly requireReview: (values: { localeId: number; keyIds: string[] }) => Promise<void>;
}
