/**
 * Lists the canonical form of a locale tag, and then more general tags (RFC 4647 §3.4). Tags that
 * are equivalent by CLDR's likely subtags are included, so `zh-TW` falls back to `zh-Hant`.
 * @throws
 * RangeError if the tag is not well-formed
 */
export function lookupTags(locale: string): string[] {
  const tag = canonicalTag(locale.replaceAll('_', '-'));
  const tags: string[] = [];
  for (let rest = tag; rest !== tags.at(-1); rest = rest.replace(/(-\w)?-\w+$/, ''))
    tags.push(rest);
  if (!Intl.Locale) return tags;
  const { language = 'und', script, region } = new Intl.Locale(tag);
  const likely = (subtags: string) => new Intl.Locale(subtags).maximize().script;
  const short = region ? `${language}-${region}` : language;
  if (!script) {
    if (likely(short) !== likely(language)) tags.splice(-1, 0, `${language}-${likely(short)}`);
  } else if (region && script === likely(short)) {
    tags.splice(tags.indexOf(`${language}-${script}-${region}`) + 1, 0, short);
  }
  return tags;
}

/**
 * Uses `Intl.Locale` if it exists, because V8's `Intl.getCanonicalLocales` does not replace some
 * deprecated tags.
 */
const canonicalTag = (tag: string): string =>
  Intl.Locale ? new Intl.Locale(tag).toString() : Intl.getCanonicalLocales(tag)[0]!;
