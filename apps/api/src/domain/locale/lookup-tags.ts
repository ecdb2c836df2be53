import { readLocale } from '@parlance/contracts';

/**
 * The tag and the ones it falls back to, most specific first: those of RFC 4647 §3.4 (lookup), and among
 * them what CLDR's likely subtags say is the same: `zh-Hant-TW` is `zh-TW`, and `zh-TW` more of `zh-Hant`
 * than of `zh`.
 */
export function lookupTags(tag: string): string[] {
  const { language, script, region } = readLocale(tag);
  const tags = [tag];
  for (let at = tag.lastIndexOf('-'); at > 0; at = tag.lastIndexOf('-')) {
    tag = tag.slice(0, at);
    // A single letter or digit goes with the subtag that follows it.
    if (/-[a-z0-9]$/i.test(tag)) tag = tag.slice(0, -2);
    tags.push(tag);
  }
  const inRegion = region === undefined ? language : `${language}-${region}`;
  const likely = likelyScriptOf(inRegion);
  if (script !== undefined && script === likely && region !== undefined) {
    tags.splice(tags.indexOf(`${language}-${script}-${region}`) + 1, 0, inRegion);
  }
  if (script === undefined && likely !== likelyScriptOf(language)) {
    tags.splice(-1, 0, `${language}-${likely}`);
  }
  return tags;
}

/** The script that a locale is written in if its tag has none (CLDR, likely subtags). */
export const likelyScriptOf = (tag: string): string | undefined =>
  new Intl.Locale(tag).maximize().script;
