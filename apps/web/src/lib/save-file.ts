/** A browser may start to read a blob after the click on its link. */
const BLOB_KEPT_MS = 60_000;

/** Saves a blob as a file of the browser. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), BLOB_KEPT_MS);
}
