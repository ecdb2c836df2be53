import { EVENT_ID, type Event, getScalarValue } from 'js-yaml';
import { canonicalTag } from '../locale-tag.ts';

/**
 * True if a tag names a language that CLDR has a name for and that is more than a word which happens
 * to be a three-letter code (`new` is Newari): two letters, a script or region, or known to ICU.
 */
export function isKnownLanguage(tag: string): boolean {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  if (names.of(tag) === undefined) return false;
  return tag.length !== 3 || Intl.Collator.supportedLocalesOf(tag).length > 0;
}

export interface RootLocale {
  localeTag: string;
  /**
   * `import`: the locale that is imported. `source`: the project's source locale, which is not. `other`:
   * another language, or a name that is spelled like one.
   */
  is: 'import' | 'source' | 'other';
}

/**
 * The locale that a file's single root key over a mapping names, as Rails has it. Another language than
 * the import's and the source locale counts only where all below it are mappings: `no: { title: … }` is a
 * name.
 */
export function findRootLocale(
  events: readonly Event[],
  text: string,
  options: { localeTag: string; sourceLocaleTag: string },
): RootLocale | null {
  const [, root, key, child] = events;
  if (root?.type !== EVENT_ID.MAPPING || key?.type !== EVENT_ID.SCALAR) return null;
  if (child?.type !== EVENT_ID.MAPPING) return null;
  const { isOnly, areMappings } = surveyChild(events);
  if (!isOnly) return null;
  const tag = canonicalTag(getScalarValue(text, key));
  if (tag === null) return null;
  const { localeTag, sourceLocaleTag } = options;
  if (tag === canonicalTag(localeTag)) return { localeTag, is: 'import' };
  if (tag === canonicalTag(sourceLocaleTag)) return { localeTag: sourceLocaleTag, is: 'source' };
  return areMappings && isKnownLanguage(tag) ? { localeTag: tag, is: 'other' } : null;
}

/** Of the mapping at event 3, under the root's first key: whether it is alone and holds mappings only. */
function surveyChild(events: readonly Event[]): { isOnly: boolean; areMappings: boolean } {
  let depth = 1;
  let isKey = true;
  let count = 0;
  let areMappings = true;
  for (let at = 4; at < events.length; at++) {
    const { type } = events[at]!;
    const opens = type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE;
    if (type === EVENT_ID.POP) depth -= 1;
    if (depth === 0) {
      const isOnly = events[at + 1]?.type === EVENT_ID.POP;
      return { isOnly, areMappings: areMappings && count > 0 };
    }
    if (depth === 1 && type !== EVENT_ID.POP) {
      if (!isKey) {
        count += 1;
        areMappings &&= type === EVENT_ID.MAPPING;
      }
      isKey = !isKey;
    }
    if (opens) depth += 1;
  }
  return { isOnly: false, areMappings: false };
}
