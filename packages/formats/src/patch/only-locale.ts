import type { WriteOptions } from '../format.ts';

/** Returns the locale of a file of one locale. `what` names the kind of file. */
export function onlyLocale({ localeTags }: Pick<WriteOptions, 'localeTags'>, what: string): string {
  if (localeTags.length !== 1) throw new RangeError(`${what} contains exactly one locale`);
  return localeTags[0]!;
}
