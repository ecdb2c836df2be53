import type { PluralCategory } from '@parlance/messages';
import type { CurrentSource, TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Draft } from './draft.ts';
import type { WaitReason } from './save-queue.ts';

/** State of a cell as far as it differs from the service's state. */
export interface CellStatus {
  readonly state: 'clean' | 'draft' | 'blocked' | 'saving' | 'waiting' | 'failed' | 'conflict';
  /** Unsaved text of the cell. Absent if there is none. */
  readonly text?: string;
  /** Time of the last edit of the unsaved text. */
  readonly at?: number;
  /** Reason why the save has to wait. Only set if `state` is `waiting`. */
  readonly reason?: WaitReason;
  /** Error of the save. Only set if `state` is `failed`. */
  readonly problem?: unknown;
  /** The current value on the service, or null if it is missing. Only set if `state` is `conflict`. */
  readonly theirs?: TranslationValue | null;
  /** The current source string, if that has changed. Only set if `state` is `conflict`. */
  readonly source?: CurrentSource | undefined;
  /** Codes of the checks that prevent saving. Only set if `state` is `blocked`. */
  readonly checks?: readonly string[];
  /** True if the cell is being edited in another tab. */
  readonly isElsewhere: boolean;
}

/** A cell with a draft. It contains the name of the key, so that a list of drafts can be shown without a request. */
export interface DraftCell extends CellId {
  readonly organizationId: string;
  readonly key: string;
  /** Plural category of the cell. Absent if the key is not in a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name of the key that is created when the text is saved. Absent if the key exists. */
  readonly newKey?: string;
  /** True if the user may only propose texts. The text of the cell is then proposed, not saved. */
  readonly proposes?: true;
}

export interface ListedDraft {
  readonly draft: Draft;
  readonly status: CellStatus;
}
