import type { FileValue } from './format.ts';

/** Returns the value of a locale. For each call of `find`, V8 would make a function. */
export function valueIn(values: readonly FileValue[], localeTag: string): FileValue | undefined {
  for (const value of values) if (value.localeTag === localeTag) return value;
  return undefined;
}
