import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of an archive. Its text is read only when the file is written. */
export interface ZipEntry {
  name: string;
  read(): AsyncIterable<string>;
}

/** The earliest date that the format supports, so that the same content always gives the same archive. */
const FIRST_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Writes a zip archive as a stream: each file is compressed while it is read. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  let current: Readable | undefined;
  for (const { name, read } of entries) {
    zip.addReadStreamLazy(name, FIRST_DATE, (open) => {
      current = Readable.from(read(), { objectMode: false });
      current.on('error', (error) => archive.destroy(error));
      open(null, current);
    });
  }
  zip.end();
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    // The reader may stop in the middle of a file.
    current?.destroy();
  }
}
