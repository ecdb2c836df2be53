import type { FileValue } from '../format.ts';

/** Returns the value of a locale. Uses a loop, because each call of `find` would create a function. */
export function valueIn(values: readonly FileValue[], localeTag: string): FileValue | undefined {
  for (const value of values) if (value.localeTag === localeTag) return value;
  return undefined;
}
