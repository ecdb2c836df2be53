import type { MessageFormat } from '../token/token.ts';
import { RUNTIME_NAMES, RUNTIMES, type RuntimeName } from './registry.ts';
import type { KeyReference, Runtime } from './runtime.ts';

/**
 * Returns the function that finds the references of a text to other keys, in the spellings of the
 * runtimes. Without runtimes, the message format decides, and without both, every known spelling is
 * found. Null if no spelling has references.
 */
export function referenceFinder(
  names: readonly RuntimeName[] = RUNTIME_NAMES,
  format?: MessageFormat,
): ((text: string) => KeyReference[]) | null {
  const runtimes: Runtime[] = names.map((name) => RUNTIMES[name]);
  if (names.length === 0 && format === 'i18next') runtimes.push(RUNTIMES.i18next);
  const finders = new Set(runtimes.flatMap(({ referencesIn }) => referencesIn ?? []));
  return finders.size === 0 ? null : (text) => [...finders].flatMap((find) => find(text));
}
