import { readLocale } from '@parlance/contracts';

/**
 * Returns the tag and its fallbacks, most specific first: those of RFC 4647 §3.4 (lookup), and tags that are equivalent
 * by CLDR's likely subtags. `zh-Hant-TW` is `zh-TW`, and `zh-TW` is closer to `zh-Hant` than to `zh`.
 */
export function lookupTags(tag: string): string[] {
  const { language, script, region } = readLocale(tag);
  const tags = [tag];
  for (let at = tag.lastIndexOf('-'); at > 0; at = tag.lastIndexOf('-')) {
    tag = tag.slice(0, at);
    // A single letter or digit belongs to the subtag after it.
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

/** Returns the script of a locale whose tag has none (CLDR, likely subtags). */
export const likelyScriptOf = (tag: string): string | undefined =>
  new Intl.Locale(tag).maximize().script;
