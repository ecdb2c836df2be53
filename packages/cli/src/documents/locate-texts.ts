import { dialectOf } from '@parlance/config';
import { type FilePosition, formatById, locateTexts } from '@parlance/formats';
import { type Document, LIMITS } from './documents.ts';
import type { ReadContext } from './read-context.ts';

/**
 * Returns the positions of the texts in a document, by key name in the project. A position is null
 * if it is unknown.
 */
export async function locateInDocument(
  { spec, bytes, rows, prefix, locale, path }: Document,
  texts: readonly { key: string; locale: string }[],
  { keySeparator, sourceLocale }: ReadContext,
): Promise<(FilePosition | null)[]> {
  if (texts.length === 0 || bytes.length === 0) return texts.map(() => null);
  const localeTags = locale === null ? [...new Set(texts.map((text) => text.locale))] : [locale];
  const wanted = texts.map((text) => ({
    name: text.key.slice(prefix.length),
    localeTag: text.locale,
  }));
  return locateTexts(formatById(spec.format)!, bytes, rows, wanted, {
    keySeparator,
    sourceLocaleTag: sourceLocale,
    localeTags,
    shape: 'flat',
    ...dialectOf({ path, spec }),
    limits: LIMITS,
  });
}
