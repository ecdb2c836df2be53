import { csvOf } from './csv.ts';

/** A browser may start to read a blob after the click on its link. */
const BLOB_KEPT_MS = 60_000;

/** Saves rows as a CSV file of the browser. */
export const saveCsv = (rows: Parameters<typeof csvOf>[0], name: string): void =>
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), name);

/** Saves a blob as a file of the browser. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), BLOB_KEPT_MS);
}
