import type { TFunction } from 'i18next';

/** Maximum number of characters of an inherited text that a hint shows. */
const MAX_LENGTH = 200;

export const textOrNull = (text: string): string | null => (text === '' ? null : text);

/**
 * Returns a hint with the text of the parent project, if the project inherits this text. Otherwise, returns undefined.
 */
export function inheritedHint(
  t: TFunction,
  draft: string | null,
  set: string | null,
  effective: string | null,
): string | undefined {
  if (draft !== null || set !== null || !effective) return undefined;
  const text = effective.length > MAX_LENGTH ? `${effective.slice(0, MAX_LENGTH)}…` : effective;
  return t('guidance.inherited', { text });
}
