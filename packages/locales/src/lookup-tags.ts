import { CHILDREN } from './parents.generated.ts';

const PARENTS = new Map(
  Object.entries(CHILDREN).flatMap(([parent, children]) =>
    children.split(' ').map((child) => [child, parent] as const),
  ),
);

/**
 * Lists the tags under which the texts of a locale are looked up, in this order:
 *
 * 1. the canonical tag, and the tag without its extensions and variants (RFC 4647 §3.4)
 * 2. the tags that are equal by CLDR's likely subtags: `zh-CN` and `zh-Hans`
 * 3. its parents in CLDR, each with the tags that equal it: `es-419` and then `es` for `es-MX`
 * 4. the language alone, even if it stands for another script: `sr` for `sr-Latn`
 *
 * A platform without `Intl.Locale` has no likely subtags, so the second part is empty there.
 * @throws RangeError if the tag is not well-formed
 */
export function lookupTags(locale: string): string[] {
  const { general, found } = readTag(locale);
  return [...new Set([...found, ...general])];
}

/**
 * Lists the other tags whose texts may replace missing texts of a locale: the {@link lookupTags} in
 * the script of the locale.
 * @throws RangeError if the tag is not well-formed
 */
export const standInTags = (locale: string): string[] => [...readTag(locale).found].slice(1);

/**
 * True if two tags name the same locale. They do if they are equal by CLDR's likely subtags, or if
 * one is Norwegian (`no`) and the other is its usual form (`nb`).
 * @throws RangeError if a tag is not well-formed
 */
export function isSameLocale(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) =>
    likely(canonicalTag(tag)).replace(/^no(?=-|$)/, 'nb'),
  );
  return first === second;
}

function readTag(locale: string): { general: string[]; found: Set<string> } {
  const general: string[] = [];
  const tag = canonicalTag(locale);
  for (let rest = tag; rest !== general.at(-1); rest = rest.replace(/(-\w)?-\w+$/, ''))
    general.push(rest);
  const base = general.indexOf(BASE.exec(tag)![0]);
  const found = new Set(general.slice(0, base));
  for (let next: string | undefined = general[base]; next; ) {
    const forms: string[] = formsOf(next);
    for (const form of forms) found.add(form);
    const { language, script } = partsOf(likely(next));
    const parents = [...forms.map((form) => PARENTS.get(form)), join(language, script)];
    next = parents.find((parent) => parent && !found.has(parent));
  }
  return { general, found };
}

/** Matches the language, script and region, the first subtags of a canonical tag (RFC 5646 §2.1). */
const BASE = /^([a-z]+)(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|\d{3}))?(?![^-])/;

/** Returns the equivalents of a tag of language, script and region, the most similar first. */
function formsOf(tag: string): string[] {
  const full = likely(tag);
  const { language, script, region } = partsOf(full);
  const inRegion = [full, join(language, region)];
  const everywhere = [join(language, script), language];
  const forms = partsOf(tag).region ? [...inRegion, ...everywhere] : [...everywhere, ...inRegion];
  return [tag, ...forms.filter((form) => likely(form) === full)];
}

const join = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('-');

function partsOf(tag: string) {
  const [, language = '', script, region] = BASE.exec(tag)!;
  return { language, script, region };
}

/** Likely subtags by tag. They are cached, because `Intl.Locale` takes longer than everything else here. */
const cache = new Map<string, string>();

/**
 * Adds the likely subtags of a tag. Leaves an undetermined language unchanged, because the likely
 * subtags would add a language.
 */
function likely(tag: string): string {
  if (!Intl.Locale || /^und/.test(tag)) return tag;
  let full = cache.get(tag);
  if (!full) {
    full = new Intl.Locale(tag).maximize().toString();
    if (cache.size > 4000) cache.clear();
    cache.set(tag, full);
  }
  return full;
}

/**
 * Returns the canonical form of a tag. `pt_BR` is read as `pt-BR`. Uses `Intl.Locale` if it exists,
 * because V8's `Intl.getCanonicalLocales` does not replace some deprecated tags.
 */
function canonicalTag(text: string): string {
  const tag = text.replaceAll('_', '-');
  return Intl.Locale ? new Intl.Locale(tag).toString() : Intl.getCanonicalLocales(tag)[0]!;
}
