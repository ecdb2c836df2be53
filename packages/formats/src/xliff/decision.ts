import type { FileValue } from '../format.ts';
import type { Replacement } from '../patch/wanted.ts';

export interface Decision {
  readonly localeTag: string;
  readonly value: FileValue | undefined;
  replacement: Replacement;
}

export const textAfter = ({ value, replacement }: Decision): string | undefined =>
  replacement === undefined ? value?.text : (replacement ?? undefined);
