import type { WriteOptions } from '../format.ts';

/**
 * Returns the locale of the options, which must contain exactly one. `what` is the kind of file for
 * the error message.
 */
export function onlyLocale({ localeTags }: Pick<WriteOptions, 'localeTags'>, what: string): string {
  if (localeTags.length !== 1) throw new RangeError(`${what} contains exactly one locale`);
  return localeTags[0]!;
}
