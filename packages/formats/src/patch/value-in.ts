import type { FileValue } from '../format.ts';

/**
 * Returns the value in a locale. A loop avoids the closure that each call of `find` would create.
 */
export function valueIn(values: readonly FileValue[], localeTag: string): FileValue | undefined {
  for (const value of values) if (value.localeTag === localeTag) return value;
  return undefined;
}
