import type { PluralCategory } from '@parlance/messages';
import type { ValueState } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Base } from './save-value.ts';

/** A text that is not saved on the service. */
export interface Draft extends CellId {
  readonly userId: string;
  readonly organizationId: string;
  /** Name of the key. */
  readonly key: string;
  /** Plural category of the cell. Absent if the key is not in a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name of the key that is created when the text is saved. Absent if the key exists. */
  readonly newKey?: string;
  /** True if the text is to be proposed, not saved. */
  readonly proposes?: true;
  readonly text: string;
  readonly base: Base;
  /**
   * `typing` until the user leaves the cell. `blocked` if a check prevents saving. `committed` if the text is to be
   * saved.
   */
  readonly stage: 'typing' | 'blocked' | 'committed';
  /** Codes of the checks that prevent saving. Only set if `stage` is `blocked`. */
  readonly checks?: readonly string[];
  /** State to save with the text. Absent to let the service decide. */
  readonly state?: ValueState;
  /** Time of the last edit, in milliseconds since 1970. */
  readonly at: number;
}

/** Stores drafts in the browser. All methods reject if the browser cannot store data. */
export interface DraftStore {
  list(userId: string): Promise<readonly Draft[]>;
  put(draft: Draft): Promise<void>;
  delete(draft: Draft): Promise<void>;
  deleteAll(userId: string): Promise<void>;
}
