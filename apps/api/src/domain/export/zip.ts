import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive; the bytes are asked for when its turn comes. */
export interface ZipEntry {
  name: string;
  read(): AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  compressedBytes: number;
  plainBytes: number;
  offset: number;
}

const LOCAL_HEADER = 0x0403_4b50;
const DATA_DESCRIPTOR = 0x0807_4b50;
const CENTRAL_HEADER = 0x0201_4b50;
const END_OF_DIRECTORY = 0x0605_4b50;
/** 2.0: deflate. */
const VERSION = 20;
/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const FLAGS = 0b1000_0000_1000;
const DEFLATE = 8;
/** 1 January 1980, the earliest there is: the same content makes the same archive. */
const DOS_DATE = 0x21;
/** What fits the format without its 64-bit extension. */
const MAX_BYTES = 0xffff_ffff;

/**
 * A zip archive (PKWARE APPNOTE 6.3.10) as a stream: each file is compressed as it comes, in zlib's
 * threads, and its size follows it.
 *
 * @throws RangeError where the archive or a file of it has 4 GiB or more.
 */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const file = {
      name: Buffer.from(entry.name),
      crc: 0,
      compressedBytes: 0,
      plainBytes: 0,
      offset,
    };
    const header = localHeader(file.name);
    yield header;
    for await (const piece of deflate(entry.read(), file)) {
      file.compressedBytes += piece.length;
      yield piece;
    }
    const descriptor = dataDescriptor(file);
    yield descriptor;
    offset += header.length + file.compressedBytes + descriptor.length;
    if (offset > MAX_BYTES || file.plainBytes > MAX_BYTES) {
      throw new RangeError('an archive of 4 GiB or more cannot be written');
    }
    written.push(file);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset);
}

/** The compressed bytes of a text; fills in the sum and the size of the plain ones. */
async function* deflate(
  pieces: AsyncIterable<string>,
  file: Written,
): AsyncGenerator<Buffer, void> {
  async function* plain(): AsyncGenerator<Buffer, void> {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      file.crc = crc32(bytes, file.crc);
      file.plainBytes += bytes.length;
      yield bytes;
    }
  }
  const stream = createDeflateRaw();
  // What goes wrong here ends the stream too, whose reader hears of it.
  const feeding = pipeline(plain, stream).catch(() => {});
  try {
    yield* stream as AsyncIterable<Buffer>;
  } finally {
    stream.destroy();
    await feeding;
  }
}

/** 4.3.7. */
function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** 4.3.9. */
function dataDescriptor(file: Written): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0);
  writeSizes(descriptor, file, 4);
  return descriptor;
}

/** 4.3.12. */
function centralHeader(file: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATE, 10);
  header.writeUInt16LE(DOS_DATE, 14);
  writeSizes(header, file, 16);
  header.writeUInt16LE(file.name.length, 28);
  header.writeUInt32LE(file.offset, 42);
  return Buffer.concat([header, file.name]);
}

/** 4.3.16. */
function endOfDirectory(count: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(sizeBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function writeSizes(buffer: Buffer, file: Written, at: number): void {
  buffer.writeUInt32LE(file.crc, at);
  buffer.writeUInt32LE(file.compressedBytes, at + 4);
  buffer.writeUInt32LE(file.plainBytes, at + 8);
}
