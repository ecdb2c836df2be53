import { canonicalLocaleTag, type Fault } from '@parlance/contracts';
import { fail } from '../../../errors.ts';
import { escapePointer } from '../../../lib/json-pointer.ts';

/**
 * Returns the translations of a term by canonical locale tag.
 *
 * @throws `validation_failed` with one entry for each invalid tag or text
 */
export function requireTranslations(
  input: Readonly<Record<string, string>>,
): Record<string, string> {
  const translations = new Map<string, string>();
  const errors: Fault[] = [];
  for (const [given, text] of Object.entries(input)) {
    const tag = canonicalLocaleTag(given);
    const path = `/translations/${escapePointer(given)}`;
    if (tag === null) {
      errors.push({ path, message: 'is not a well-formed BCP 47 tag, such as pt-BR' });
    } else if (translations.has(tag)) {
      errors.push({ path, message: `is a duplicate of ${tag}` });
    } else {
      translations.set(tag, text);
    }
  }
  const first = errors[0];
  if (first) fail('validation_failed', `${first.path} ${first.message}.`, { errors });
  return Object.fromEntries(translations);
}
