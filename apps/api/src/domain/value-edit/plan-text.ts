import type { ValueState } from '../../db/schema.generated.ts';
import type { CellWrite } from '../content/writer.ts';
import type { LockedValue } from '../value/value.store.ts';

/** A person's edit of a text, its state, or both. */
export interface TextEdit {
  text?: string;
  state?: ValueState;
  /** True to write a missing value. */
  fills?: boolean;
}

/**
 * Plans an edit. Returns null if it changes nothing. A person who gives the text, or calls it translated or reviewed,
 * refers to the current source text, so the value is no longer outdated and its words are no longer unknown.
 */
export function planText(
  { value, isOutdated }: { value: LockedValue | null; isOutdated: boolean },
  edit: TextEdit,
): CellWrite | null {
  const text = edit.text ?? value!.text;
  const isReworded = text !== value?.text;
  const state = edit.state ?? (isReworded ? 'translated' : value.state);
  const isConfirmed = edit.text !== undefined || (edit.state ?? 'needs_review') !== 'needs_review';
  const isToConfirm = isOutdated || (value !== null && value.unknown_words !== null);
  if (!isReworded && state === value.state && !(isToConfirm && isConfirmed)) return null;
  return { text, state, origin: isReworded ? 'manual' : value.origin, isConfirmed };
}
