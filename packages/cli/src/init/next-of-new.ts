import { type Document, textsOf } from '../documents/documents.ts';
import { PROGRAM } from '../program.ts';

/** Returns the sentence with the next step after a project was created for the files. */
export function nextOfNew(documents: readonly Document[], sourceLocale: string): string {
  const filled = documents
    .flatMap((document) => [...textsOf(document)])
    .flatMap(([locale, texts]) => (texts.size > 0 ? [locale] : []));
  if (filled.length === 0) {
    return `Next: write the texts of ${sourceLocale} into their file, then ${PROGRAM} push. No file has a text yet.`;
  }
  const isAll = filled.some((locale) => locale !== sourceLocale);
  return `Next: ${PROGRAM} doctor, then ${PROGRAM} push${isAll ? ' --all' : ''}.`;
}
