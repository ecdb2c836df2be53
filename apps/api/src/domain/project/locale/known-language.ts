import { canonicalLocaleTag, saysLanguage } from '@parlance/contracts';
import registry from 'language-subtag-registry/data/json/language.json' with { type: 'json' };
import { fail } from '../../../errors.ts';
import { requireLocaleTag } from './locale-tag.ts';

/** Language subtags in the IANA registry (RFC 5646 §3.1). They include `und`, `mul` and `zxx`. */
const REGISTERED: ReadonlySet<string> = new Set(Object.keys(registry));
/**
 * Language subtags for private use, which the IANA registry will never contain (RFC 5646 §2.2.1).
 */
const PRIVATE_USE = /^q[a-t][a-z]$/;
const REGISTRY_URL = 'https://www.iana.org/assignments/language-subtag-registry';

/** Region codes in ISO 3166-1 and CLDR that do not stand for a country. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const languageOf = (tag: string): string => tag.replace(/-.*/, '').toLowerCase();

/** True if the language subtag of a canonical tag is registered or is for private use. */
export function hasKnownLanguage(tag: string): boolean {
  if (!saysLanguage(tag)) return false;
  const language = languageOf(tag);
  return REGISTERED.has(language) || PRIVATE_USE.test(language);
}

/**
 * Returns the tag that the user probably meant. Corrects the English name of a language
 * (`english-GB`) and a country code in place of a language (`jp`). Returns null if no correction is
 * known.
 */
export function suggestLocaleTag(tag: string): string | null {
  const language = languageOf(tag);
  const rest = tag.slice(language.length);
  const named = languagesByName().get(language);
  if (named !== undefined) return canonicalLocaleTag(named + rest);
  const spoken = localeOfCountry(language.toUpperCase());
  if (spoken === null) return null;
  return rest === '' ? spoken.toString() : canonicalLocaleTag(spoken.language + rest);
}

/**
 * Rejects a new locale whose language is not registered, because it would have no name, plural
 * forms or translation engine. `path` is the JSON pointer to the locale in the request, or null for
 * a locale from a file.
 * @throws `validation_failed`, or `content_invalid` for a locale from a file
 */
export function requireKnownLanguage(tag: string, path: string | null): void {
  if (hasKnownLanguage(tag)) return;
  const message = `(${tag}) ${describeFault(tag)}`;
  if (path === null) {
    fail('content_invalid', `The locale ${tag} of the file ${describeFault(tag)}`, {
      errors: [{ path: tag, message }],
    });
  }
  fail('validation_failed', `${path} ${message}`, {
    errors: [{ path, message, code: 'unknown_language' }],
  });
}

function describeFault(tag: string): string {
  const advice = `look up the language at ${REGISTRY_URL}, or use a private-use code from qaa to qtz`;
  if (!saysLanguage(tag)) return `does not say its language: ${advice}`;
  const suggestion = suggestLocaleTag(tag);
  return `does not begin with a registered language: ${
    suggestion === null ? advice : `did you mean ${suggestion}?`
  }`;
}

let byName: ReadonlyMap<string, string> | null = null;

/**
 * Returns the two-letter language codes by their English names in CLDR. A tag cannot contain names
 * longer than eight letters.
 */
function languagesByName(): ReadonlyMap<string, string> {
  if (byName) return byName;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const codes = [...REGISTERED].filter((code) => code.length === 2);
  byName = new Map(codes.map((code) => [names.of(code)!.toLowerCase(), canonicalLocaleTag(code)!]));
  return byName;
}

/**
 * Returns the main language of a country by CLDR's likely subtags, such as `ja` for JP and `es-MX`
 * for MX.
 */
function localeOfCountry(code: string): Intl.Locale | null {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return null;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (names.of(code) === undefined) return null;
  return new Intl.Locale(`und-${code}`).maximize().minimize();
}

/**
 * Returns the canonical forms of the locale tags in a request, without duplicates. Their languages
 * must be registered, because no project gets a locale of another language.
 * @throws `validation_failed`
 */
export function requireKnownLocales(tags: readonly string[], path: string): string[] {
  const canonical = tags.map((given, index) => {
    const tag = requireLocaleTag(given, `${path}/${index}`);
    requireKnownLanguage(tag, `${path}/${index}`);
    return tag;
  });
  return [...new Set(canonical)];
}
