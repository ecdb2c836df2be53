import { type MessageFormat, placeholdersBySyntax, type Syntax } from '@parlance/messages';
import { type Document, textsOf } from '../documents/documents.ts';

const MAX_TEXTS = 1000;
/** Maximum length of an examined text in UTF-16 code units. */
const MAX_LENGTH = 1000;

/**
 * Returns the message format whose placeholders are the most frequent in the source texts, or in
 * all texts if there are none. `named` is the format that the kind of the files suggests. It is
 * returned unless another format is more frequent.
 */
export function formatOfTexts(
  documents: readonly Document[],
  sourceLocale: string,
  named: MessageFormat | null,
): MessageFormat | null {
  if (named === null) return null;
  const counts = new Map<Syntax, number>();
  const all = documents.flatMap((document) => [...textsOf(document)]);
  const ofSource = all.filter(([locale]) => locale === sourceLocale);
  const texts = (ofSource.length > 0 ? ofSource : all).flatMap(([, fileTexts]) => [
    ...fileTexts.values(),
  ]);
  for (const text of texts.slice(0, MAX_TEXTS)) {
    for (const syntax of placeholdersBySyntax(text.slice(0, MAX_LENGTH), named).keys()) {
      counts.set(syntax, (counts.get(syntax) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most === undefined || most[1] <= (counts.get(named as Syntax) ?? 0) ? named : most[0];
}
