/** The codes that `/v2/languages` lists, in upper case. */
export interface DeeplLanguages {
  readonly source: ReadonlySet<string>;
  readonly target: ReadonlySet<string>;
}

/** DeepL's codes that are not the upper case of the BCP 47 language. */
const LANGUAGE_CODES: Readonly<Record<string, string>> = { no: 'NB', fil: 'TL' };

/** American spelling; every other region is nearer to EN-GB (CLDR parentLocales: en-001 and below). */
const AMERICAN_ENGLISH: ReadonlySet<string> = new Set('US AS GU MH MP PH PR UM VI'.split(' '));

/** Castilian Spanish; every other region is nearer to ES-419 (CLDR parentLocales: es-419). */
const CASTILIAN_SPANISH: ReadonlySet<string> = new Set('ES EA IC GQ PH'.split(' '));

/** DeepL's code for a source locale, or null. Sources have no variants. */
export function toDeeplSource(localeTag: string, languages: DeeplLanguages): string | null {
  const code = languageCode(new Intl.Locale(localeTag));
  return languages.source.has(code) ? code : null;
}

/** DeepL's code for a target locale, or null: never one that is written in another script. */
export function toDeeplTarget(localeTag: string, languages: DeeplLanguages): string | null {
  // A bare EN or PT is DeepL's deprecated spelling of no particular variant.
  const exact = localeTag.toUpperCase();
  if (exact.includes('-') && languages.target.has(exact)) return exact;
  return (
    targetCandidates(new Intl.Locale(localeTag)).find((code) => languages.target.has(code)) ?? null
  );
}

/** The code under which DeepL keeps glossaries: no variants, lower case. */
export function toGlossaryCode(deeplCode: string): string {
  return (deeplCode.split('-', 1)[0] ?? deeplCode).toLowerCase();
}

function targetCandidates(locale: Intl.Locale): readonly string[] {
  const { language, region, script } = locale.maximize();
  switch (language) {
    case 'en':
      return AMERICAN_ENGLISH.has(region ?? '') ? ['EN-US', 'EN'] : ['EN-GB', 'EN'];
    case 'pt':
      return region === 'BR' ? ['PT-BR', 'PT'] : ['PT-PT', 'PT'];
    case 'es':
      return CASTILIAN_SPANISH.has(region ?? '') ? ['ES'] : ['ES-419', 'ES'];
    case 'zh':
      // Plain ZH is simplified.
      return script === 'Hant' ? ['ZH-HANT'] : ['ZH-HANS', 'ZH'];
    default: {
      // sr-Latn must not come out in Cyrillic.
      const usual = new Intl.Locale(locale.language).maximize().script;
      return script === usual ? [languageCode(locale)] : [];
    }
  }
}

function languageCode(locale: Intl.Locale): string {
  return LANGUAGE_CODES[locale.language] ?? locale.language.toUpperCase();
}
