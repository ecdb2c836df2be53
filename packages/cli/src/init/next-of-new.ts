import { type Document, textsOf } from '../documents/documents.ts';
import { PROGRAM } from '../program.ts';

/** True if all files are gettext files, and none is of the source locale, from which a push takes the source texts. */
export const lacksSourceFile = (documents: readonly Document[], sourceLocale: string): boolean =>
  documents.length > 0 &&
  documents.every(({ spec }) => spec.format === 'po') &&
  documents.every(({ locale }) => locale !== sourceLocale);

/** Returns the sentence with the next step after a project was created for the files. */
export function nextOfNew(documents: readonly Document[], sourceLocale: string): string {
  if (lacksSourceFile(documents, sourceLocale)) {
    return `Next: make the file of ${sourceLocale}, then ${PROGRAM} push --all.`;
  }
  const filled = documents
    .flatMap((document) => [...textsOf(document)])
    .flatMap(([locale, texts]) => (texts.size > 0 ? [locale] : []));
  if (filled.length === 0) {
    return `Next: write the texts of ${sourceLocale} into their file, then ${PROGRAM} push. No file has a text yet.`;
  }
  const isAll = filled.some((locale) => locale !== sourceLocale);
  return `Next: ${PROGRAM} doctor, then ${PROGRAM} push${isAll ? ' --all' : ''}.`;
}
