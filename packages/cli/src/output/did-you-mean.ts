import { closestName } from '@parlance/config';

/** Minimum length of a mistyped name. Locales such as `de` and `da` are similar by chance. */
const MIN_LENGTH = 3;

/** Returns a name without what people leave out or swap in it: case, `-` and `_`. */
const bare = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/**
 * Returns the name that the user may have meant. Null if none is similar enough, or if the given
 * word begins several of them.
 */
export function nameMeantBy(given: string, names: readonly string[]): string | null {
  const same = names.find((name) => bare(name) === bare(given));
  if (same !== undefined) return same;
  const closest = closestName(given, names, { minLength: MIN_LENGTH });
  if (closest !== null) return closest;
  const [one, ...others] = names.filter((name) => isBegun(bare(given), bare(name)));
  return one !== undefined && others.length === 0 ? one : null;
}

const isBegun = (given: string, name: string): boolean =>
  given !== '' && (name.startsWith(given) || (name.length > 1 && given.startsWith(name)));

/** Returns a question that begins with a space, or an empty string if no name is similar. */
export function didYouMean(
  given: string,
  names: readonly string[],
  show: (name: string) => string = (name) => name,
): string {
  const meant = nameMeantBy(given, names);
  return meant === null ? '' : ` Did you mean ${show(meant)}?`;
}

/** Maximum number of locales that a message names. */
const MAX_LOCALES = 20;

/** Returns what a user can pass in place of a locale that does not exist: the nearest one, and all. */
export function localesInstead(given: string, codes: readonly string[]): string {
  if (codes.length === 0) return '';
  const more = codes.length > MAX_LOCALES ? ', …' : '';
  const all = codes.slice(0, MAX_LOCALES).join(', ') + more;
  return `${didYouMean(given, codes)} --locale names one of these: ${all}.`;
}
