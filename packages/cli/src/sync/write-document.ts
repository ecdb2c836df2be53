import { type FileRow, formatById, type WriteOptions } from '@parlance/formats';
import type { Document, ReadContext } from './documents.ts';

/** Texts to put into a document by name in it; null removes one. */
export type Edits = ReadonlyMap<string, string | null>;

/** Returns the bytes of a document with other texts in some locales. */
export async function writeDocument(
  document: Document,
  edits: ReadonlyMap<string, Edits>,
  { keySeparator, sourceLocale }: ReadContext,
  shape: 'flat' | 'nested',
): Promise<Uint8Array> {
  const rows = applyEdits(document.rows, edits);
  const { locale, spec } = document;
  const found = new Set(rows.flatMap(({ values }) => values.map(({ localeTag }) => localeTag)));
  const options: WriteOptions = {
    keySeparator,
    sourceLocaleTag: sourceLocale,
    localeTags: locale === null ? [...found] : [locale],
    shape,
  };
  const pieces: string[] = [];
  const batches = (async function* () {
    yield rows;
  })();
  for await (const piece of formatById(spec.format)!.write(batches, options)) pieces.push(piece);
  return keepLineEnds(Buffer.from(pieces.join('')), document.bytes);
}

/** New texts follow those that are there; a key without texts is left out. */
function applyEdits(rows: readonly FileRow[], edits: ReadonlyMap<string, Edits>): FileRow[] {
  const left = new Map([...edits].map(([locale, texts]) => [locale, new Map(texts)]));
  const next = rows.map((row): FileRow => {
    const values = row.values.flatMap((value) => {
      const text = left.get(value.localeTag)?.get(row.name);
      if (text === undefined) return [value];
      left.get(value.localeTag)!.delete(row.name);
      return text === null ? [] : [{ ...value, text }];
    });
    for (const [localeTag, texts] of left) {
      const text = texts.get(row.name);
      if (text === undefined) continue;
      texts.delete(row.name);
      if (text !== null) values.push({ localeTag, text });
    }
    return { ...row, values };
  });
  const added = new Map<string, FileRow>();
  for (const [localeTag, texts] of left) {
    for (const [name, text] of texts) {
      if (text === null) continue;
      const row = added.get(name) ?? { name, values: [] };
      row.values.push({ localeTag, text });
      added.set(name, row);
    }
  }
  return [...next.filter(({ values }) => values.length > 0), ...added.values()];
}

function keepLineEnds(bytes: Buffer, before: Uint8Array): Uint8Array {
  const hasCrLf = Buffer.from(before).includes('\r\n');
  return hasCrLf ? Buffer.from(bytes.toString().replaceAll(/\r?\n/g, '\r\n')) : bytes;
}

/** Returns the shape of a JSON or YAML file: nested if any name has the separator and the file shows no such name. */
export function shapeOf(
  { rows, bytes, spec }: Document,
  keySeparator: string | null,
): 'flat' | 'nested' {
  if (spec.shape) return spec.shape;
  if (keySeparator === null) return 'flat';
  const name = rows.find((row) => row.name.includes(keySeparator))?.name;
  if (name === undefined) return 'flat';
  return Buffer.from(bytes).includes(name) ? 'flat' : 'nested';
}
