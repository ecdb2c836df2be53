/** The codes that `/v2/languages` lists, in upper case. */
export interface DeeplLanguages {
  readonly source: ReadonlySet<string>;
  readonly target: ReadonlySet<string>;
}

/** DeepL's codes that differ from the upper-case BCP 47 language. */
const LANGUAGE_CODES: Readonly<Record<string, string>> = { no: 'NB', fil: 'TL' };

/** Only American English uses EN-US. Every other region is closer to EN-GB (CLDR parentLocales: en-001 and below). */
const AMERICAN_ENGLISH: ReadonlySet<string> = new Set('US AS GU MH MP PH PR UM VI'.split(' '));

/** Only the Spanish of Spain uses ES. Every other region is closer to ES-419 (CLDR parentLocales: es-419). */
const CASTILIAN_SPANISH: ReadonlySet<string> = new Set('ES EA IC GQ PH'.split(' '));

/** Returns DeepL's code for a source locale, or null. Sources have no variants. */
export function toDeeplSource(localeTag: string, languages: DeeplLanguages): string | null {
  const code = languageCode(new Intl.Locale(localeTag));
  return languages.source.has(code) ? code : null;
}

/** Returns DeepL's code for a target locale. Returns null rather than a code in another script. */
export function toDeeplTarget(localeTag: string, languages: DeeplLanguages): string | null {
  // DeepL deprecates EN and PT without a variant, which stand for no particular variant.
  const exact = localeTag.toUpperCase();
  if (exact.includes('-') && languages.target.has(exact)) return exact;
  return (
    targetCandidates(new Intl.Locale(localeTag)).find((code) => languages.target.has(code)) ?? null
  );
}

/** Returns the code that DeepL's glossaries use: no variants, lower case. */
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
      // ZH alone means simplified Chinese.
      return script === 'Hant' ? ['ZH-HANT'] : ['ZH-HANS', 'ZH'];
    default: {
      // A tag with another script than the usual one has no code: sr-Latn must not be translated into Cyrillic.
      const usual = new Intl.Locale(locale.language).maximize().script;
      return script === usual ? [languageCode(locale)] : [];
    }
  }
}

function languageCode(locale: Intl.Locale): string {
  return LANGUAGE_CODES[locale.language] ?? locale.language.toUpperCase();
}
