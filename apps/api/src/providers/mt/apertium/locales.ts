/**
 * Maps Apertium's names of languages to BCP 47. Apertium uses ISO 639-3 codes, or ISO 639-1 codes
 * in older pairs. A variant follows after an underscore (`eng`, `en`, `pt_BR`, `cat_valencia_uni`).
 */

export interface ModeLocale {
  readonly tag: string;
  /** Rank of the mode among modes for the same tag. The mode with the lowest rank is used. */
  readonly rank: number;
}

/** BCP 47 tags for Apertium's language codes that CLDR would map to another language. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  // The data for Serbo-Croatian is in Latin script and covers all standards of the language.
  hbs: ['sr-Latn', 'hr', 'bs'],
  sh: ['sr-Latn', 'hr', 'bs'],
  nor: ['nb'],
  no: ['nb'],
  // Apertium uses the ISO 639-3 code of the individual language, but CLDR uses the code of the
  // macrolanguage.
  zlm: ['ms'],
};

interface Variant {
  readonly rank: number;
  readonly region?: string;
  readonly variant?: string;
}

/** Suffixes in the names of published pairs. Pairs with other suffixes are not offered. */
const VARIANTS: Readonly<Record<string, Variant>> = {
  ca_valencia: { variant: 'valencia', rank: 0 },
  ca_valencia_uni: { variant: 'valencia', rank: 2 },
  ca_valencia_iec2017: { variant: 'valencia', rank: 1 },
  ca_valencia_uni_iec2017: { variant: 'valencia', rank: 3 },
  ca_iec2017: { rank: 1 },
  nn_e: { rank: 1 },
  oc_aran: { variant: 'aranes', rank: 0 },
  pt_PTpre1990: { region: 'PT', variant: 'colb1945', rank: 0 },
};

/** Locales of the variants of Serbo-Croatian, by the country code in a mode's name. */
const HBS_STANDARDS: Readonly<Record<string, string>> = { BS: 'bs', HR: 'hr', SR: 'sr-Latn' };

/**
 * Returns the BCP 47 tags for one half of a mode's name, such as `eng`. Returns no tags for an
 * unknown name.
 */
export function listModeLocales(name: string): ModeLocale[] {
  const [code = '', ...rest] = name.split('_');
  if (!/^[a-z]{2,3}$/.test(code)) return [];
  const suffix = rest.join('_');
  const covered = CODES[code] ?? Intl.getCanonicalLocales(code);
  const [language = code] = covered;
  if (suffix === '') return covered.map((tag, index) => ({ tag, rank: index === 0 ? 0 : 1 }));
  if (covered.includes('hr')) {
    const tag = HBS_STANDARDS[suffix];
    return tag === undefined ? [] : [{ tag, rank: 0 }];
  }
  const variant = VARIANTS[`${language}_${suffix}`];
  if (variant !== undefined) {
    const tag = [language, variant.region, variant.variant].filter(Boolean).join('-');
    return [{ tag, rank: variant.rank }];
  }
  if (!/^(?:[A-Z]{2}|[A-Z][a-z]{3})$/.test(suffix)) return [];
  return Intl.getCanonicalLocales(`${language}-${suffix}`).map((tag) => ({ tag, rank: 0 }));
}

/**
 * Returns the tags under which a mode for a locale is searched, from the locale itself to its
 * language. Leaves out tags with another script, because `sr` must not be translated to Serbian in
 * Latin script.
 */
export function listFallbacks(localeTag: string): string[] {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(localeTag);
  } catch {
    return [];
  }
  const { language, script, region } = locale;
  const variants = locale.baseName
    .split('-')
    .slice(1)
    .filter((tag) => /^(?:.{5,8}|\d.{3})$/.test(tag));
  const name = language === 'no' ? 'nb' : language;
  const wantedScript = locale.maximize().script;
  const found = new Set<string>();
  for (const ofScript of new Set([script, undefined]))
    for (const ofVariant of variants.length > 0 ? [variants, []] : [[]])
      for (const ofRegion of new Set([region, undefined]))
        found.add([name, ofScript, ofRegion, ...ofVariant].filter(Boolean).join('-'));
  return [...found].filter((tag) => new Intl.Locale(tag).maximize().script === wantedScript);
}
