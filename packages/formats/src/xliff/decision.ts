import type { FileValue } from '../format.ts';
import type { Replacement } from '../patch/wanted.ts';

/** The text of a unit in a locale, and the effect of the patch on it. */
export interface Decision {
  readonly localeTag: string;
  readonly value: FileValue | undefined;
  replacement: Replacement;
}

/** The text after the patch. Undefined if there is none. */
export const textAfter = ({ value, replacement }: Decision): string | undefined =>
  replacement === undefined ? value?.text : (replacement ?? undefined);
