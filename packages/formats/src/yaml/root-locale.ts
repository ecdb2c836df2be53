import { EVENT_ID, type Event, getScalarValue } from 'js-yaml';
import { canonicalTag } from '../locale/locale-tag.ts';

let languageNames: Intl.DisplayNames | undefined;

/**
 * True if a root key that is a valid tag is probably a locale. Tags that are also words, such as
 * `new` (Newari), are excluded.
 */
export function isKnownLanguage(tag: string): boolean {
  languageNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  if (languageNames.of(tag) === undefined) return false;
  return tag.length !== 3 || Intl.Collator.supportedLocalesOf(tag).length > 0;
}

/**
 * Returns the locale in the only root key, as in Rails files. Null if the root key is not a locale.
 */
export function findRootLocale(
  events: readonly Event[],
  text: string,
  options: { localeTag: string; sourceLocaleTag: string },
): string | null {
  const [, root, key, child] = events;
  if (root?.type !== EVENT_ID.MAPPING || key?.type !== EVENT_ID.SCALAR) return null;
  if (child?.type !== EVENT_ID.MAPPING) return null;
  if (!isAlone(events)) return null;
  const tag = canonicalTag(getScalarValue(text, key));
  if (tag === null) return null;
  const isAsked = [options.localeTag, options.sourceLocaleTag].map(canonicalTag).includes(tag);
  return isAsked || isKnownLanguage(tag) ? tag : null;
}

function isAlone(events: readonly Event[]): boolean {
  let depth = 1;
  for (let at = 4; at < events.length; at++) {
    const { type } = events[at]!;
    if (type === EVENT_ID.POP) depth -= 1;
    if (depth === 0) return events[at + 1]?.type === EVENT_ID.POP;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
  }
  return false;
}
