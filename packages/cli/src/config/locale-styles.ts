/** Ways in which platforms spell locales. */
export const LOCALE_STYLES = ['bcp47', 'posix', 'android', 'apple', 'java', 'chrome'] as const;
export type LocaleStyle = (typeof LOCALE_STYLES)[number];

/** Returns a BCP 47 tag in the spelling of a platform. */
export function spellLocale(tag: string, style: LocaleStyle): string {
  const { language, script, region, variants } = partsOf(tag);
  switch (style) {
    case 'bcp47':
    case 'apple':
      return tag;
    case 'posix': {
      const modifier = script === undefined ? '' : `@${MODIFIERS.get(script) ?? script}`;
      return [language, region].filter(Boolean).join('_') + modifier;
    }
    case 'java':
    case 'chrome':
      return [language, script, region, ...variants].filter(Boolean).join('_');
    case 'android':
      // A script or variant needs the form of BCP 47: b+sr+Latn.
      if (script !== undefined || variants.length > 0) return `b+${tag.replaceAll('-', '+')}`;
      return region === undefined ? language : `${language}-r${region}`;
  }
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Returns the canonical tag of a spelling, or null if it is none: `app.json` and `package.json` are no locale files. */
export function readLocale(text: string, style: LocaleStyle): string | null {
  const tag = toTag(text, style);
  if (tag === null) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    if (canonical === undefined || spellLocale(canonical, style) !== text) return null;
    return LANGUAGES.of(new Intl.Locale(canonical).language) === undefined ? null : canonical;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Scripts as gettext names them. */
const MODIFIERS = new Map([
  ['Latn', 'latin'],
  ['Cyrl', 'cyrillic'],
  ['Arab', 'arabic'],
  ['Deva', 'devanagari'],
]);
const SCRIPTS = new Map([...MODIFIERS].map(([script, modifier]) => [modifier, script]));

function partsOf(tag: string) {
  const { language, script, region } = new Intl.Locale(tag);
  const known = [language, script, region].filter(Boolean).length;
  return { language, script, region, variants: tag.split('-').slice(known) };
}

function toTag(text: string, style: LocaleStyle): string | null {
  switch (style) {
    case 'bcp47':
    case 'apple':
      return text;
    case 'posix': {
      const match = /^([a-z]{2,3})(?:_([A-Z]{2}|\d{3}))?(?:@(\w+))?$/.exec(text);
      if (!match) return null;
      const [, language, region, modifier] = match;
      const script = modifier && (SCRIPTS.get(modifier) ?? modifier);
      return [language, script, region].filter(Boolean).join('-');
    }
    case 'java':
    case 'chrome':
      return text.replaceAll('_', '-');
    case 'android':
      if (text.startsWith('b+')) return text.slice(2).replaceAll('+', '-');
      return text.replace(/-r([A-Z]{2}|\d{3})$/, '-$1');
  }
}
