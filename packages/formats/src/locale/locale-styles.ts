import { canonicalTag } from './locale-tag.ts';

/** Conventions by which platforms write locales in paths and headers. */
export const LOCALE_STYLES = ['bcp47', 'posix', 'android', 'apple', 'java', 'chrome'] as const;
export type LocaleStyle = (typeof LOCALE_STYLES)[number];

/** Language codes that changed in ISO 639. Android uses the former codes, and Java accepts both. */
const FORMER_CODES: ReadonlyMap<string, string> = new Map([
  ['he', 'iw'],
  ['id', 'in'],
  ['yi', 'ji'],
]);

/** gettext's names of scripts, which follow `@` in a locale name. */
const MODIFIERS: ReadonlyMap<string, string> = new Map([
  ['Latn', 'latin'],
  ['Cyrl', 'cyrillic'],
  ['Arab', 'arabic'],
  ['Deva', 'devanagari'],
]);
const SCRIPTS: ReadonlyMap<string, string> = new Map(
  [...MODIFIERS].map(([script, modifier]) => [modifier, script]),
);

/** Qualifiers of Android resources that look like ISO 639 language codes. */
const ANDROID_QUALIFIERS: ReadonlySet<string> = new Set(['car']);

export function spellLocale(tag: string, style: LocaleStyle): string {
  switch (style) {
    case 'bcp47':
    case 'apple':
      return tag;
    case 'posix':
      return posixOf(tag);
    case 'java':
    case 'chrome':
      return tag.replaceAll('-', '_');
    case 'android':
      return androidOf(withFormerCode(tag)) ?? extendedOf(tag);
  }
}

// Created when first used: loading the names takes longer than loading this package.
let languageNames: Intl.DisplayNames | undefined;

/**
 * Conventions in which a locale name cannot be mistaken for a word, because the rest of the path
 * marks it as a locale (`values-azb`, `azb.lproj`).
 */
const CERTAIN_STYLES: ReadonlySet<LocaleStyle> = new Set(['android', 'apple']);

/** Conventions whose tools ignore the case of a locale name, such as `Strings/en-us` on Windows. */
const CASELESS_STYLES: ReadonlySet<LocaleStyle> = new Set(['bcp47', 'posix']);

/**
 * Returns the canonical tag of a locale name, in any spelling that the platform accepts. Null for
 * other texts, such as the `app` of `app.json`.
 */
export function readLocale(text: string, style: LocaleStyle): string | null {
  if (style === 'android' && ANDROID_QUALIFIERS.has(text)) return null;
  const canonical = canonicalOf(toTag(text, style));
  if (canonical === null) return null;
  const spellings = spellingsOf(canonical, style);
  if (!spellings.includes(text) && !isInOtherCase(text, canonical, { style, spellings }))
    return null;
  const [language = ''] = canonical.split('-');
  if (language === 'und') return null;
  languageNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const isKnown = CERTAIN_STYLES.has(style) || languageNames.of(language) !== undefined;
  return isKnown ? canonical : null;
}

/**
 * True for a spelling in another case, such as `zh-cn`. False for words such as `to-do` and
 * `no-op`, which would be locales that CLDR does not have.
 */
function isInOtherCase(
  text: string,
  tag: string,
  { style, spellings }: { style: LocaleStyle; spellings: readonly string[] },
): boolean {
  if (!CASELESS_STYLES.has(style)) return false;
  if (!/[-_@]/.test(text)) return false;
  const lower = text.toLowerCase();
  if (!spellings.some((spelling) => spelling.toLowerCase() === lower)) return false;
  const formatters = [new Intl.NumberFormat(tag), new Intl.Collator(tag)];
  return formatters.some((one) => one.resolvedOptions().locale === tag);
}

function canonicalOf(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns all names that a platform accepts for a locale. New files get the first name. */
function spellingsOf(tag: string, style: LocaleStyle): string[] {
  const spelled = spellLocale(tag, style);
  if (style === 'android') return [spelled, androidOf(tag) ?? spelled, extendedOf(tag)];
  if (style === 'posix') return [spelled, tag.replaceAll('-', '_')];
  if (style !== 'java') return [spelled];
  const former = withFormerCode(tag);
  return [spelled, former.replaceAll('-', '_'), javaNameOf(tag), javaNameOf(former)];
}

function withFormerCode(tag: string): string {
  const [language, ...rest] = tag.split('-');
  return [FORMER_CODES.get(language!) ?? language, ...rest].join('-');
}

/**
 * Returns the Android qualifier of a locale, such as `pt-rBR`. Returns null if the locale needs a
 * qualifier such as `b+sr+Latn`.
 */
function androidOf(tag: string): string | null {
  const match = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/.exec(tag);
  if (!match) return null;
  const [, language, region] = match;
  if (ANDROID_QUALIFIERS.has(tag)) return null;
  return region === undefined ? language! : `${language}-r${region}`;
}

/** Returns the Android qualifier in the BCP 47 form, such as `b+sr+Latn`. */
const extendedOf = (tag: string): string => `b+${tag.replaceAll('-', '+')}`;

/** Returns the name of a locale in `java.util.Locale`. A script comes last, as in `zh_CN_#Hans`. */
function javaNameOf(tag: string): string {
  const [language, ...rest] = tag.split('-');
  const script = rest.find((part) => /^[A-Z][a-z]{3}$/.test(part));
  const others = rest.filter((part) => part !== script);
  if (script === undefined) return [language, ...others].join('_');
  return [language, ...(others.length === 0 ? [''] : others), `#${script}`].join('_');
}

function toTag(text: string, style: LocaleStyle): string | null {
  switch (style) {
    case 'bcp47':
    case 'apple':
      return text;
    case 'posix':
      return tagOfPosix(text);
    case 'java': {
      const [place, script] = text.split('_#');
      const [language, ...rest] = place!.split('_');
      return [language, script, ...rest].filter(Boolean).join('-');
    }
    case 'chrome':
      return text.replaceAll('_', '-');
    case 'android':
      if (text.startsWith('b+')) return text.slice(2).replaceAll('+', '-');
      return text.replace(/-r([A-Z]{2})$/, '-$1');
  }
}

/**
 * Returns the tag of a POSIX locale name such as `sr@latin` or `de_DE.UTF-8`. Returns null for any
 * other text.
 */
export function tagOfPosix(text: string): string | null {
  const match = /^([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{1,8})*)(?:\.[\w-]+)?(?:@(\w+))?$/.exec(text);
  if (match === null) return null;
  const [, locale, modifier = ''] = match;
  const [language, ...rest] = locale!.split(/[_-]/);
  const script = SCRIPTS.get(modifier.toLowerCase());
  const variant = /^\w{5,8}$/.test(modifier) && modifier !== 'euro' ? [modifier] : [];
  return canonicalTag(
    [language, ...(script ? [script, ...rest] : [...rest, ...variant])].join('-'),
  );
}

/**
 * Returns the name that gettext uses for a locale, such as `pt_BR`, `sr@latin` or `ca@valencia`.
 */
export function posixOf(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  const rest = tag.split('-').slice(1);
  const otherParts = rest.filter((part) => part !== script && part !== region);
  const place = region === undefined ? language : `${language}_${region}`;
  const modifier = script === undefined ? undefined : MODIFIERS.get(script);
  if (otherParts.length === 0 && script === undefined) return place;
  if (otherParts.length === 0 && modifier !== undefined) return `${place}@${modifier}`;
  if (script === undefined && otherParts.length === 1 && otherParts[0] === 'valencia')
    return `${place}@valencia`;
  return tag.replaceAll('-', '_');
}
