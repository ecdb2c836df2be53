import type { PluralCategory } from '@parlance/messages';
import type { TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Draft } from './draft.ts';
import type { WaitReason } from './save-queue.ts';

/** State of a cell beside the value that the service has. */
export interface CellStatus {
  readonly state: 'clean' | 'draft' | 'blocked' | 'saving' | 'waiting' | 'failed' | 'conflict';
  /** Text that is not saved yet. Absent if there is none. */
  readonly text?: string;
  /** Time of the last edit of the text. */
  readonly at?: number;
  /** Present with `waiting`. */
  readonly reason?: WaitReason;
  /** Present with `failed`. */
  readonly problem?: unknown;
  /** Present with `conflict`: the value as it is now, null if it is missing. */
  readonly theirs?: TranslationValue | null;
  /** Codes of the checks that keep a text with `blocked` from being saved. */
  readonly checks?: readonly string[];
  /** True if the cell is being edited in another tab. */
  readonly isElsewhere: boolean;
}

/** A cell for the draft store: it names its key, so that a list of drafts needs no other call. */
export interface DraftCell extends CellId {
  readonly organizationId: string;
  readonly key: string;
  /** Category of the form, for a form of a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name of the key that is made when the text is saved. Absent if the cell has one. */
  readonly newKey?: string;
}

export interface ListedDraft {
  readonly draft: Draft;
  readonly status: CellStatus;
}
