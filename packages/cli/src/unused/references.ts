import { referenceFinder } from '@parlance/messages';

const findReferences = referenceFinder()!;

/**
 * Returns the names of keys that a text refers to in the spelling of any library, as written and
 * without the namespace before a colon, and without what may be punctuation behind the name.
 */
export function referencesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { name: written } of findReferences(text)) {
    for (const name of [written, ...(/^[\w.:-]*\w/.exec(written) ?? [])]) {
      names
        .add(name)
        .add(name.slice(name.indexOf(':') + 1))
        .add(name.replace(':', '.'));
    }
  }
  return names;
}
