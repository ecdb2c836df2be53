import { readLocale } from '@parlance/formats';

/**
 * Region subtags of pseudo-locales. The texts of `XA` have accents, and each text of `XK` is the name of its key.
 */
const ACCENTS = 'XA';
export const NAMES = 'XK';

/** Languages of Kosovo, whose region is `XK` (CLDR, territoryInfo). */
const OF_KOSOVO: ReadonlySet<string> = new Set(['sq', 'aln', 'sr']);

/** The end of a tag of a pseudo-locale, in words. */
export const PSEUDO_ENDS = `${ACCENTS} for accents or ${NAMES} for the names of keys`;

/** True for a locale tag of which `pull --pseudo` writes files, such as `en-XA`. */
export function mayBePseudo(tag: string): boolean {
  if (readLocale(tag, 'bcp47') !== tag) return false;
  const { region } = new Intl.Locale(tag);
  return region === ACCENTS || region === NAMES;
}

/** True for a locale tag that is a pseudo-locale and no language of people, as `sq-XK` is. */
export const isPseudoTag = (tag: string): boolean =>
  mayBePseudo(tag) && !OF_KOSOVO.has(new Intl.Locale(tag).language);
