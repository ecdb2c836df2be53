import type { Document } from '../../documents/documents.ts';
import { textsOf } from '../../documents/documents.ts';
import type { Entry } from './entry.ts';

/**
 * Returns the reason if the files of an entry are compiled from the files of another entry: FormatJS's compiled texts,
 * and the JSON files that `lingui compile` writes beside its catalogs. Null otherwise.
 */
export function compiledFrom(entry: Entry, entries: readonly Entry[]): string | null {
  const { documents } = entry;
  const names = documents.flatMap(({ rows }) => rows.map(({ name }) => name));
  if (documents[0]?.spec.format !== 'json' || names.length === 0) return null;
  const stem = entry.file.path.replace(/\.json$/, '');
  const isOfLingui = names.every((name) => name.startsWith('messages.'));
  const catalog = entries.find(({ file }) => file.path === `${stem}.po`);
  if (isOfLingui && catalog) return `it is compiled from ${catalog.file.path}`;
  const source = entries.find(
    (other) => other.documents[0]?.spec.format === 'formatjs' && hasTextsOf(other, documents),
  );
  return source ? `it has the texts of ${source.file.path}` : null;
}

function hasTextsOf({ documents }: Entry, others: readonly Document[]): boolean {
  const documentTexts = new Map(documents.flatMap((document) => [...textsOf(document)]));
  return others.every((other) =>
    [...textsOf(other)].every(([locale, texts]) =>
      [...texts].every(([name, text]) => documentTexts.get(locale)?.get(name) === text),
    ),
  );
}
