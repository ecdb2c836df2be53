/**
 * Lists a locale tag in its canonical form and the tags that it falls back to, most specific first (RFC 4647 §3.4).
 * Between them are the tags that mean the same according to the likely subtags of CLDR, as the service has them:
 * `zh-TW` falls back to `zh-Hant`. Platforms without `Intl.Locale` do not get these.
 *
 * @throws RangeError if the tag is not well formed
 */
export function lookupTags(locale: string): string[] {
  const tag = canonicalTag(locale.replaceAll('_', '-'));
  const tags: string[] = [];
  // A single letter or digit goes with the subtag that follows it.
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

/** `Intl.getCanonicalLocales` of V8 leaves some tags as they are that `Intl.Locale` replaces. */
const canonicalTag = (tag: string): string =>
  Intl.Locale ? new Intl.Locale(tag).toString() : Intl.getCanonicalLocales(tag)[0]!;
