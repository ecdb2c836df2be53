import { canonicalLocaleTag, saysLanguage } from '@parlance/contracts';
import registry from 'language-subtag-registry/data/json/language.json' with { type: 'json' };
import { fail } from '../../errors.ts';

/** IANA's language subtags (RFC 5646 §3.1), which include `und`, `mul` and `zxx`. */
const REGISTERED: ReadonlySet<string> = new Set(Object.keys(registry));
/** Subtags for private use, which are never registered (RFC 5646 §2.2.1). */
const PRIVATE_USE = /^q[a-t][a-z]$/;
/** Tables in which people can look up a subtag. */
const REGISTRY_URL = 'https://www.iana.org/assignments/language-subtag-registry';

/** Codes of ISO 3166-1 and CLDR that are not countries. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const languageOf = (tag: string): string => tag.replace(/-.*/, '').toLowerCase();

/** True if the language of a canonical tag is registered or for private use. */
export function hasKnownLanguage(tag: string): boolean {
  if (!saysLanguage(tag)) return false;
  const language = languageOf(tag);
  return REGISTERED.has(language) || PRIVATE_USE.test(language);
}

/**
 * Returns the probable tag if a tag begins with the English name of a language (`english-GB`) or with a
 * country (`jp`); null if it is neither.
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
 * Rejects a new locale whose language is not registered, because it would have no name, no plural forms and no engine.
 * `path` is its path in the request, or null if it comes from the file.
 *
 * @throws `validation_failed`, or `content_invalid` for a locale of the file
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
 * Languages with two letters by their English names in CLDR. Longer names cannot be subtags, which have at most eight
 * letters.
 */
function languagesByName(): ReadonlyMap<string, string> {
  if (byName) return byName;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const codes = [...REGISTERED].filter((code) => code.length === 2);
  // Codes with the same name, such as `tw` and `ak`, have the same canonical form.
  byName = new Map(codes.map((code) => [names.of(code)!.toLowerCase(), canonicalLocaleTag(code)!]));
  return byName;
}

/** Returns the main language of a country, such as `ja` for JP and `es-MX` for MX (CLDR, likely subtags). */
function localeOfCountry(code: string): Intl.Locale | null {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return null;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (names.of(code) === undefined) return null;
  return new Intl.Locale(`und-${code}`).maximize().minimize();
}
