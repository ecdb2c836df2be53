import type { FileValue } from '../format.ts';

/** Returns the value of a locale. A loop, since each call of `find` needs a function of its own. */
export function valueIn(values: readonly FileValue[], localeTag: string): FileValue | undefined {
  for (const value of values) if (value.localeTag === localeTag) return value;
  return undefined;
}
