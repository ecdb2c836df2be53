import type { FileValue } from '../format.ts';

/**
 * Returns the value of a row in a locale. A loop is faster than `find`, which needs a closure for
 * each call.
 */
export function valueIn(values: readonly FileValue[], localeTag: string): FileValue | undefined {
  for (const value of values) if (value.localeTag === localeTag) return value;
  return undefined;
}
