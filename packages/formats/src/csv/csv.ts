import type { FileFormat, FileRow, ReadOptions, WriteOptions } from '../format.ts';
import { valueIn } from '../patch/value-in.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { csvField } from './field.ts';
import { DESCRIPTION_COLUMN, KEY_COLUMN } from './header.ts';
import { patchCsv } from './patch.ts';
import { CsvReader, recordsFor } from './reader.ts';
import { retargetCsv } from './retarget.ts';

const DELIMITER = ',';
/** Line break after each record (RFC 4180 section 2.1). */
const RECORD_END = '\r\n';
/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;

/**
 * CSV files (RFC 4180). The header is `key,<locale>[,<locale>…]`, with a column `description` if
 * any key has a description. Strings are preserved exactly. An empty field means that the value is
 * missing, and `""` is the empty string.
 */
export const csv: FileFormat = {
  id: 'csv',
  contentType: 'text/csv',
  extensions: ['csv'],
  carries: [],
  multiLocale: true,
  states: null,
  needs: { arrays: null, plurals: null },
  retarget: retargetCsv,
  blocking: false,
  read: readCsv,
  write: writeCsv,
  patch: patchCsv,
};

async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new CsvReader(options);
  const records = recordsFor(reader, options);
  for await (const piece of decodeUtf8(bytes)) {
    records.write(piece);
    yield* reader.batches.takeFull();
  }
  records.end();
  reader.end();
  yield* reader.batches.takeAll();
}

async function* writeCsv(
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  if (options.hasDescriptions !== undefined) {
    yield* writeRows(rows, options.hasDescriptions, options);
    return;
  }
  const held: FileRow[][] = [];
  const source = rows[Symbol.asyncIterator]();
  try {
    let hasDescriptions = false;
    while (!hasDescriptions) {
      const next = await source.next();
      if (next.done === true) break;
      held.push(next.value);
      hasDescriptions = next.value.some((row) => row.description !== undefined);
    }
    yield* writeRows(chain(held, hasDescriptions ? source : null), hasDescriptions, options);
  } finally {
    await source.return?.();
  }
}

async function* chain(
  held: FileRow[][],
  rest: AsyncIterator<FileRow[]> | null,
): AsyncGenerator<FileRow[], void> {
  yield* held;
  if (rest === null) return;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* writeRows(
  rows: AsyncIterable<FileRow[]>,
  hasDescriptions: boolean,
  options: WriteOptions,
): AsyncGenerator<string, void> {
  const { localeTags, csvSafe = false } = options;
  const yielder = new Yielder();
  const header = [KEY_COLUMN, ...localeTags, ...(hasDescriptions ? [DESCRIPTION_COLUMN] : [])];
  let piece = header.join(DELIMITER) + RECORD_END;
  for await (const batch of rows) {
    for (const { name, description, values } of batch) {
      piece += csvField(name, name, false);
      for (const localeTag of localeTags) {
        const value = valueIn(values, localeTag);
        piece += DELIMITER + csvField(value?.text, name, csvSafe);
      }
      if (hasDescriptions) piece += DELIMITER + csvField(description, name, csvSafe);
      piece += RECORD_END;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
  }
  if (piece !== '') yield piece;
}
