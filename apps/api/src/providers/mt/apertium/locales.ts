/**
 * Apertium names languages by ISO 639-3 codes, in older pairs by ISO 639-1 codes, with a variant
 * behind an underscore (`eng`, `en`, `pt_BR`, `cat_valencia_uni`). This file maps them to BCP 47.
 */

export interface ModeLocale {
  /** Canonical BCP 47 tag. */
  readonly tag: string;
  /** If several modes have the same tag, the mode with the lowest rank is used. */
  readonly rank: number;
}

/** Codes that stand for more languages than the one that CLDR's aliases give. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  // Serbo-Croatian data are in Latin script, and cover the standards that developed from Serbo-Croatian.
  hbs: ['sr-Latn', 'hr', 'bs'],
  sh: ['sr-Latn', 'hr', 'bs'],
  nor: ['nb'],
  no: ['nb'],
  // ISO 639-3 has an individual language here, and CLDR its macrolanguage.
  zlm: ['ms'],
};

interface Variant {
  readonly rank: number;
  /** Subtags to add. The variants are registered with IANA for their language. */
  readonly region?: string;
  readonly variant?: string;
}

/** Known suffixes after the language in published pairs. Pairs with other suffixes are not offered. */
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

/** Country codes that Serbo-Croatian data use for a language. */
const HBS_STANDARDS: Readonly<Record<string, string>> = { BS: 'bs', HR: 'hr', SR: 'sr-Latn' };

/** Returns the BCP 47 tags that one side of a mode's name stands for. Empty if the name is not known. */
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
  // The suffix is a region or a script: `por_BR`, `srp_Latn`.
  if (!/^(?:[A-Z]{2}|[A-Z][a-z]{3})$/.test(suffix)) return [];
  return Intl.getCanonicalLocales(`${language}-${suffix}`).map((tag) => ({ tag, rank: 0 }));
}

/**
 * Returns the tags under which a locale is looked up: the locale itself, then less and less specific tags down to its
 * language. A tag with another script is left out: a request for `sr` does not get Serbian in Latin letters. Empty for
 * a malformed tag.
 */
export function listFallbacks(localeTag: string): string[] {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(localeTag);
  } catch {
    return [];
  }
  const { language, script, region } = locale;
  // Variants are subtags of 5 to 8 letters, or of 4 with a digit first (RFC 5646 §2.1).
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
