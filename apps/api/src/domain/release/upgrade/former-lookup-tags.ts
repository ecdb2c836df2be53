import { readLocale } from '@parlance/contracts';

/**
 * Returns the tags under which an earlier version looked up a locale, before the service used
 * CLDR's parent locales: the fallbacks of RFC 4647 §3.4, and the likely script if the region
 * changes it. `upgrade-report` compares both look-ups.
 */
export function formerLookupTags(tag: string): string[] {
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

/** Returns the tags from which a locale took missing strings in that version. */
export const formerStandInTags = (tag: string): string[] =>
  formerLookupTags(tag).filter(
    (other) => other !== tag && likelyScriptOf(other) === likelyScriptOf(tag),
  );

const likelyScriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;
