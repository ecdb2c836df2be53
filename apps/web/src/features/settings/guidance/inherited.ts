import type { TFunction } from 'i18next';

/** Maximum number of characters of an inherited text that a hint shows. */
const SHOWN = 200;

export const textOrNull = (text: string): string | null => (text === '' ? null : text);

/**
 * Returns a hint with the text of the parent project, if the project has no text of its own and inherits this text.
 * Otherwise, returns undefined.
 */
export function inheritedHint(
  t: TFunction,
  draft: string | null,
  set: string | null,
  effective: string | null,
): string | undefined {
  if (draft !== null || set !== null || !effective) return undefined;
  const text = effective.length > SHOWN ? `${effective.slice(0, SHOWN)}…` : effective;
  return t('guidance.inherited', { text });
}
