import { readLocale } from '@parlance/formats';

/** Region subtags of pseudo-locales. Texts of `XA` have accents, and each text of `XK` is the name of its key. */
const ACCENTS = 'XA';
export const NAMES = 'XK';

/** Languages of Kosovo, whose real region is `XK` (CLDR, territoryInfo). */
const OF_KOSOVO: ReadonlySet<string> = new Set(['sq', 'aln', 'sr']);

/** Description of the ends of pseudo-locale tags, for messages. */
export const PSEUDO_ENDS = `${ACCENTS} for accents or ${NAMES} for the names of keys`;

/** True for a locale tag for which `pull --pseudo` writes files, such as `en-XA`. */
export function mayBePseudo(tag: string): boolean {
  if (readLocale(tag, 'bcp47') !== tag) return false;
  const { region } = new Intl.Locale(tag);
  return region === ACCENTS || region === NAMES;
}

/** True for a pseudo-locale that is not also a real locale, as `sq-XK` is. */
export const isPseudoTag = (tag: string): boolean =>
  mayBePseudo(tag) && !OF_KOSOVO.has(new Intl.Locale(tag).language);
