import { readLocale } from '@parlance/contracts';

/**
 * Returns a tag and its fallbacks, the most specific first: the fallbacks of RFC 4647 §3.4 (lookup)
 * and tags that are equivalent by CLDR's likely subtags. `zh-TW`, for example, falls back to
 * `zh-Hant` before `zh`.
 */
export function lookupTags(tag: string): string[] {
  const { language, script, region } = readLocale(tag);
  const tags = [tag];
  for (let at = tag.lastIndexOf('-'); at > 0; at = tag.lastIndexOf('-')) {
    tag = tag.slice(0, at);
    // A subtag of one character is removed together with the next subtag.
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

export const likelyScriptOf = (tag: string): string | undefined =>
  new Intl.Locale(tag).maximize().script;
