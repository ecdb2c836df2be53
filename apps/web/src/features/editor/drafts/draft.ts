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
  /** Category of the form, for a form of a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name for the key that is created when the text is saved. Absent if the cell has a key. */
  readonly newKey?: string;
  readonly text: string;
  readonly base: Base;
  /** `typing` until the cell is left, `blocked` if a check prevents saving, `committed` once the text must be saved. */
  readonly stage: 'typing' | 'blocked' | 'committed';
  /** Codes of the checks that prevent saving a blocked text. */
  readonly checks?: readonly string[];
  /** State that is saved with the text. */
  readonly state?: ValueState;
  /** Time of the last edit, in milliseconds since 1970. */
  readonly at: number;
}

/** Stores drafts in the browser. Every method rejects if the browser cannot store data. */
export interface DraftStore {
  list(userId: string): Promise<readonly Draft[]>;
  put(draft: Draft): Promise<void>;
  delete(draft: Draft): Promise<void>;
  deleteAll(userId: string): Promise<void>;
}
