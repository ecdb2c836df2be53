import { closestName } from '@parlance/config';
import { listNames } from './list-names.ts';

/** Minimum length of a mistyped name. Locales such as `de` and `da` are similar by chance. */
const MIN_LENGTH = 3;

/** Returns a name without features that people often confuse: case, `-` and `_`. */
const bare = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/**
 * Returns the name that the user probably meant. Null if no name is similar enough, or if the given
 * word is the beginning of several names.
 */
export function nameMeantBy(given: string, names: readonly string[]): string | null {
  const [one, ...others] = namesMeantBy(given, names, MIN_LENGTH);
  return one !== undefined && others.length === 0 ? one : null;
}

/**
 * Returns the most similar name. If no name is similar, returns the names that begin with the given
 * word, or with which it begins.
 */
function namesMeantBy(given: string, names: readonly string[], minLength: number): string[] {
  const same = names.find((name) => bare(name) === bare(given));
  const nearest = same ?? closestName(given, names, { minLength });
  return nearest === null ? names.filter((name) => isBegun(bare(given), bare(name))) : [nearest];
}

const isBegun = (given: string, name: string): boolean =>
  given !== '' && (name.startsWith(given) || (name.length > 1 && given.startsWith(name)));

/** Maximum number of names in a question. */
const MAX_MEANT = 3;

/** Returns a question that begins with a space, or an empty string if no name is similar. */
export function didYouMean(
  given: string,
  names: readonly string[],
  show: (name: string) => string = (name) => name,
  minLength = MIN_LENGTH,
): string {
  const meant = namesMeantBy(given, names, minLength).map(show);
  if (meant.length === 0 || meant.length > MAX_MEANT) return '';
  return ` Did you mean ${meant.join(' or ')}?`;
}

/** Maximum number of locales that a message names. */
const MAX_LOCALES = 20;

/** Returns a phrase with locales that exist in place of an unknown locale: the most similar one, and all locales. */
export function localesInstead(given: string, codes: readonly string[]): string {
  if (codes.length === 0) return '';
  return `${didYouMean(given, codes)} --locale names one of these: ${listNames(codes, MAX_LOCALES)}.`;
}
