import type { ContentProject } from '../key/account-keys.ts';
import type { KeysWrittenBy } from '../key/key.store.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import type { RevertTally } from './revert-tally.ts';
import type { RevertedChange } from './reverted-change.store.ts';

/** A revert that is under way, in a transaction that holds the content lock. */
export interface Reverting {
  readonly project: ContentProject;
  readonly sourceLocaleId: number;
  readonly reverted: RevertedChange;
  /** The change that the revert is. */
  readonly by: KeysWrittenBy;
  readonly changes: ContentChanges;
  readonly tally: RevertTally;
}
