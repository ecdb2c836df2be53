// Matches a reference to another text: `$t(key)` and `$t(ns:key)` of i18next, and `@:key`, `@.lower:key` and
// `@:{'key'}` of vue-i18n.
const REFERENCE =
  /\$t\(\s*([^),\s]{1,2048})|@(?:\.\w{1,40})?:(?:\{\s*'([^'\n]{1,2048})'\s*\}|([\w.-]*\w))/g;

/** Returns the names of keys that a text refers to, as written and without the namespace before a colon. */
export function referencesIn(text: string): Set<string> {
  const names = new Set<string>();
  if (!text.includes('$t(') && !text.includes('@')) return names;
  for (const [, i18next, quoted, plain] of text.matchAll(REFERENCE)) {
    const name = (i18next ?? quoted ?? plain)!;
    names
      .add(name)
      .add(name.slice(name.indexOf(':') + 1))
      .add(name.replace(':', '.'));
  }
  return names;
}
