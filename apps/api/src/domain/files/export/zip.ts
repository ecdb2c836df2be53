import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of a ZIP archive. `read` is called when all earlier files were written. */
export interface ZipEntry {
  name: string;
  read(): AsyncIterable<string>;
}

/** The earliest date that ZIP supports. With a fixed date, the same content always gives the same archive. */
const FIRST_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Writes a ZIP archive as a stream. Each file is compressed while it is read. */
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
    current?.destroy();
  }
}
