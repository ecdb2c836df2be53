/** Language codes that `/v2/languages` lists, in upper case. */
export interface DeeplLanguages {
  readonly source: ReadonlySet<string>;
  readonly target: ReadonlySet<string>;
}

/** DeepL's codes for languages whose code is not the language subtag in upper case. */
const LANGUAGE_CODES: Readonly<Record<string, string>> = { no: 'NB', fil: 'TL' };

/**
 * Regions whose English is translated as EN-US. All other regions are closer to EN-GB (CLDR
 * parentLocales: en-001 and below).
 */
const AMERICAN_ENGLISH: ReadonlySet<string> = new Set('US AS GU MH MP PH PR UM VI'.split(' '));

/**
 * Regions whose Spanish is translated as ES. All other regions are closer to ES-419 (CLDR
 * parentLocales: es-419).
 */
const CASTILIAN_SPANISH: ReadonlySet<string> = new Set('ES EA IC GQ PH'.split(' '));

/**
 * Returns DeepL's code for a source locale, which has no variant. Null if DeepL lacks the language.
 */
export function toDeeplSource(localeTag: string, languages: DeeplLanguages): string | null {
  const code = languageCode(new Intl.Locale(localeTag));
  return languages.source.has(code) ? code : null;
}

/** Returns DeepL's code for a target locale. Null if DeepL lacks the language, or has it only in another script. */
export function toDeeplTarget(localeTag: string, languages: DeeplLanguages): string | null {
  const exact = localeTag.toUpperCase();
  if (exact.includes('-') && languages.target.has(exact)) return exact;
  return (
    targetCandidates(new Intl.Locale(localeTag)).find((code) => languages.target.has(code)) ?? null
  );
}

/** Returns the language code for DeepL's glossaries, which is in lower case and has no variant. */
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
      if (script === 'Hant') return ['ZH-HANT'];
      return script === 'Hans' ? ['ZH-HANS', 'ZH'] : [];
    default: {
      // DeepL has each language only in its usual script. For sr-Latn, the code `SR` would give
      // Cyrillic text.
      const usual = new Intl.Locale(locale.language).maximize().script;
      return script === usual ? [languageCode(locale)] : [];
    }
  }
}

function languageCode(locale: Intl.Locale): string {
  return LANGUAGE_CODES[locale.language] ?? locale.language.toUpperCase();
}
