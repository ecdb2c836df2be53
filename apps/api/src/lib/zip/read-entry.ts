import { crc32, createInflateRaw } from 'node:zlib';
import { ZipError } from './zip-error.ts';

export interface PackedEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc: number;
  readonly packed: Buffer;
  readonly isStored: boolean;
}

/**
 * Decompresses an entry and returns its bytes. Stops with an error as soon as the entry has more
 * bytes than its header declares.
 */
export async function* readEntry({
  name,
  sizeBytes,
  crc,
  packed,
  isStored,
}: PackedEntry): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  let sum = 0;
  for await (const piece of isStored ? [packed] : inflate(packed, name)) {
    size += piece.length;
    if (size > sizeBytes) throw new ZipError('decompresses to more than its declared size', name);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (size !== sizeBytes) throw new ZipError('decompresses to less than its declared size', name);
  if (sum !== crc) throw new ZipError('has another checksum than the archive says', name);
}

async function* inflate(packed: Buffer, name: string): AsyncGenerator<Buffer, void> {
  const decoder = createInflateRaw();
  decoder.end(packed);
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw cause;
    throw new ZipError('cannot be decompressed', name);
  }
  if (decoder.bytesWritten !== packed.length) {
    throw new ZipError('has bytes after the end of its content', name);
  }
}
