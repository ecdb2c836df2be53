import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import type { KeyRef } from '../key/key.store.ts';
import type { LockedValue } from '../value/value-writes.store.ts';

/** A key with its value in the locale in question. */
export interface BulkCell {
  key: KeyRef;
  /** Id of the form `other` of its family; of a plain key its own. */
  otherId: string;
  value: LockedValue | null;
  /** False for a plural form that a dry run would make: no call can name it. */
  isStored: boolean;
}

/** A text, with its state, that a value is to have. */
export interface CellWrite {
  text: string;
  state: ValueState;
  origin: ValueOrigin;
  /**
   * True if the text is one for the source string of now. If not, the value stays outdated if it was, and so do its
   * unknown words.
   */
  isConfirmed: boolean;
}

/** Plan of an action for a cell: null leaves it as it is. */
export type CellPlan = CellWrite | 'clear' | null;
