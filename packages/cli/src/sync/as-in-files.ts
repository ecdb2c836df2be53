import { formatById } from '@parlance/formats';
import { DeclaredPlurals } from '../documents/declared-plurals.ts';
import type { Document } from '../documents/documents.ts';
import type { Texts } from './read-project.ts';
import type { Difference } from './three-way.ts';

type DocumentOf = (locale: string, key: string) => Document | null;

/**
 * Returns a function that converts texts of the project to texts as the files contain them. Changes
 * that only the writer of a format makes then do not count as differences. Omits a text that its
 * file cannot contain, and passes it to `refuse`.
 */
export function textsInFiles(
  documents: readonly Document[],
  documentOf: DocumentOf,
  sourceLocale: string,
): (locale: string, texts: Texts, refuse?: (key: string) => void) => Texts {
  const isChanged = ({ spec }: Document): boolean =>
    formatById(spec.format)!.asWritten !== undefined;
  if (!documents.some(isChanged)) return (_, texts) => texts;
  const plurals = new DeclaredPlurals(documents, sourceLocale);
  return (locale, texts, refuse = () => {}) => {
    const written: Texts = new Map();
    for (const [key, text] of texts) {
      const document = documentOf(locale, key);
      if (document === null || !isChanged(document)) {
        written.set(key, text);
        continue;
      }
      const { prefix, spec } = document;
      const name = key.slice(prefix.length);
      const row = plurals.complete({ name, values: [] }, prefix, false);
      const asWritten = formatById(spec.format)!.asWritten!(text, row);
      if (asWritten !== '' || text === '') written.set(key, asWritten);
      else refuse(key);
    }
    return written;
  };
}

/**
 * Converts a difference to a conflict if the text differs although its file has not changed since the last sync. This
 * version of the command then reads the file by another rule than the version that performed that sync.
 */
export const asReread = (
  difference: Difference,
  document: Document | null,
  isUnchanged: (document: Document) => boolean,
): Difference => {
  if (difference.kind !== 'here' || document === null || !isUnchanged(document)) return difference;
  return { ...difference, kind: 'conflict', isReread: true };
};
