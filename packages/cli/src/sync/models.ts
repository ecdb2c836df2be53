import type { Document } from './documents.ts';

/**
 * Returns the file of the same group in the source locale, or else in another one, that a file is made from or that
 * tells how its entries are spelled. Null if there is none that was read.
 */
export function findModel(
  document: Document,
  documents: readonly Document[],
  sourceLocale: string,
): Document | null {
  const { spec, values, locale } = document;
  if (locale === null) return null;
  const group = JSON.stringify(values);
  const others = documents.filter(
    (one) =>
      one.spec === spec &&
      one.locale !== locale &&
      one.hash !== null &&
      one.bytes.length > 0 &&
      JSON.stringify(one.values) === group,
  );
  return others.find((one) => one.locale === sourceLocale) ?? others[0] ?? null;
}
