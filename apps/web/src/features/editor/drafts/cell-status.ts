import type { PluralCategory } from '@parlance/messages';
import type { TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Draft } from './draft.ts';
import type { WaitReason } from './save-queue.ts';

/** State of a cell, in addition to the value that the service has. */
export interface CellStatus {
  readonly state: 'clean' | 'draft' | 'blocked' | 'saving' | 'waiting' | 'failed' | 'conflict';
  /** Unsaved text. Absent if there is none. */
  readonly text?: string;
  /** Time of the last edit of the text. */
  readonly at?: number;
  /** Present with `waiting`. */
  readonly reason?: WaitReason;
  /** Present with `failed`. */
  readonly problem?: unknown;
  /** Present with `conflict`: the current value, or null if it does not exist. */
  readonly theirs?: TranslationValue | null;
  /** Codes of the checks that prevent saving a text with `blocked`. */
  readonly checks?: readonly string[];
  /** True if the cell is being edited in another tab. */
  readonly isElsewhere: boolean;
}

/** A cell in the draft store. It contains the key's name, so that a list of drafts needs no further call. */
export interface DraftCell extends CellId {
  readonly organizationId: string;
  readonly key: string;
  /** Category of the form, for a form of a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name for the key that is created when the text is saved. Absent if the cell has a key. */
  readonly newKey?: string;
}

export interface ListedDraft {
  readonly draft: Draft;
  readonly status: CellStatus;
}
