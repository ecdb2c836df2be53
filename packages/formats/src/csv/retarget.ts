import type { RetargetOptions } from '../format.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { CsvReader, recordsFor } from './reader.ts';
import type { CsvField, CsvHandler, CsvRecords } from './records.ts';

/** Replaces the locale tag in the header row. */
export async function retargetCsv(
  base: Uint8Array,
  { from, to, ...options }: RetargetOptions,
): Promise<Uint8Array> {
  const source = await decodeBase(base);
  const edits = new Edits();
  const reader = new CsvReader({ ...options, localeTag: from, warn: () => {} });
  let isNamed = false;
  const handler: CsvHandler = {
    path: (fields: readonly CsvField[]) => reader.path(fields),
    take(fields: CsvField[], line: number) {
      reader.take(fields, line);
      reader.batches.takeAll();
      const column = reader.columns?.locales.find(({ localeTag }) => localeTag === from);
      if (column === undefined || isNamed) return;
      isNamed = true;
      const { recordStart, fieldEnds } = records;
      const start = column.column === 0 ? recordStart : fieldEnds[column.column - 1]! + 1;
      const end = fieldEnds[column.column]!;
      edits.replace(start, end, source.text.charAt(start) === '"' ? `"${to}"` : to);
    },
  };
  const records: CsvRecords = recordsFor(handler, options);
  await scanText(source.text, records);
  records.end();
  return edits.collect(source);
}
