import type { ValueState } from '../../../db/schema.generated.ts';
import type { CellWrite, LockedValue } from '../../content/index.ts';

/** A user's edit of the text of a value, of its state, or of both. */
export interface TextEdit {
  text?: string;
  state?: ValueState;
  /** True to write the text even if the value is missing. */
  fills?: boolean;
  /** The version of the source string from which the text was made. Defaults to the current one. */
  madeFrom?: number;
}

/**
 * Returns what an edit writes to a value. Null if the value already has this content.
 *
 * A text that a user writes or marks as translated or reviewed is up to date and has no
 * untranslated words.
 */
export function planText(
  { value, isOutdated }: { value: LockedValue | null; isOutdated: boolean },
  edit: TextEdit,
): CellWrite | null {
  const text = edit.text ?? value!.text;
  const isReworded = text !== value?.text;
  const state = edit.state ?? (isReworded ? 'translated' : value.state);
  const isConfirmed = edit.text !== undefined || (edit.state ?? 'needs_review') !== 'needs_review';
  const needsConfirmation = isOutdated || (value !== null && value.unknown_words !== null);
  if (!isReworded && state === value.state && !(needsConfirmation && isConfirmed)) return null;
  const origin = isReworded ? 'manual' : value.origin;
  const { madeFrom } = edit;
  return {
    text,
    state,
    origin,
    isConfirmed,
    ...(madeFrom !== undefined && { sourceVersion: madeFrom }),
  };
}
