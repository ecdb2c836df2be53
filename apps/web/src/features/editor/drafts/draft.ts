import type { PluralCategory } from '@parlance/messages';
import type { ValueState } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Base } from './save-value.ts';

/** A text that the service does not have yet. */
export interface Draft extends CellId {
  readonly userId: string;
  readonly organizationId: string;
  /** Name of the key. */
  readonly key: string;
  /** Category of the form, for a form of a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name of the key that is made when the text is saved. Absent if the cell has one. */
  readonly newKey?: string;
  readonly text: string;
  readonly base: Base;
  /**
   * `typing` until the cell is left, `blocked` if a check keeps the text from being saved, `committed` from the
   * moment that it is to be saved.
   */
  readonly stage: 'typing' | 'blocked' | 'committed';
  /** Codes of the checks that keep a blocked text from being saved. */
  readonly checks?: readonly string[];
  /** State to save the text with. */
  readonly state?: ValueState;
  /** Time of the last edit, in milliseconds since 1970. */
  readonly at: number;
}

/** Keeps drafts in the browser. Every method rejects if the browser refuses to store data. */
export interface DraftStore {
  list(userId: string): Promise<readonly Draft[]>;
  put(draft: Draft): Promise<void>;
  delete(draft: Draft): Promise<void>;
  deleteAll(userId: string): Promise<void>;
}
