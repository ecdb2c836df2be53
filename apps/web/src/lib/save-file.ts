import { csvOf } from './csv.ts';

/** Time in milliseconds for which a blob is kept. A browser may start to read it some time after the click. */
const BLOB_KEPT_MS = 60_000;

/** Downloads rows as a CSV file. */
export const saveCsv = (rows: Parameters<typeof csvOf>[0], name: string): void =>
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), name);

/** Downloads a blob as a file. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), BLOB_KEPT_MS);
}
