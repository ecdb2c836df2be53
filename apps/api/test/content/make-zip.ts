import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive, with the values of its headers. Omitted members get correct values. */
export interface ZipPart {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly isStored?: boolean;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly sizeBytes?: number;
  readonly packedBytes?: number;
  /** Bytes in place of the compressed content. */
  readonly packed?: Buffer;
  /** Offset of the local header. */
  readonly offset?: number;
  /** Name in the local header. */
  readonly localName?: string;
  /** Unix mode, such as 0o120777 for a symbolic link. */
  readonly mode?: number;
  readonly extra?: Buffer;
}

export interface ZipShape {
  /** Bytes before the first file. */
  readonly before?: Buffer;
  /** Bytes after the end record. */
  readonly after?: Buffer;
  readonly comment?: string;
  /** Number of entries in the end record. */
  readonly entries?: number;
  /** Disk number in the end record. */
  readonly disk?: number;
}

/** Makes an archive byte by byte, so that its parts can contradict each other (PKWARE APPNOTE 4.3). */
export function makeZip(parts: readonly ZipPart[], shape: ZipShape = {}): Buffer {
  const pieces: Buffer[] = [shape.before ?? Buffer.alloc(0)];
  const lengthOf = () => pieces.reduce((sum, { length }) => sum + length, 0);
  const directory: Buffer[] = [];
  for (const part of parts) {
    const offset = lengthOf();
    const { local, entry } = headersOf(part, offset);
    pieces.push(...local);
    directory.push(entry);
  }
  const start = lengthOf();
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(shape.disk ?? 0, 4);
  end.writeUInt16LE(shape.entries ?? parts.length, 8);
  end.writeUInt16LE(shape.entries ?? parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  const comment = Buffer.from(shape.comment ?? '');
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...pieces, ...directory, end, comment, shape.after ?? Buffer.alloc(0)]);
}

function headersOf(part: ZipPart, at: number): { local: Buffer[]; entry: Buffer } {
  const content = Buffer.from(part.content ?? '');
  const packed = part.packed ?? (part.isStored ? content : deflateRawSync(content));
  const name = Buffer.from(part.name);
  const localName = Buffer.from(part.localName ?? part.name);
  const extra = part.extra ?? Buffer.alloc(0);
  const common = Buffer.alloc(22);
  common.writeUInt16LE(part.flags ?? 0x0800, 0);
  common.writeUInt16LE(part.method ?? (part.isStored ? 0 : 8), 2);
  common.writeUInt32LE(part.crc ?? crc32(content), 8);
  common.writeUInt32LE(part.packedBytes ?? packed.length, 12);
  common.writeUInt32LE(part.sizeBytes ?? content.length, 16);
  common.writeUInt16LE(localName.length, 20);
  const local = Buffer.alloc(8);
  local.writeUInt32LE(0x0403_4b50, 0);
  local.writeUInt16LE(20, 4);
  const head = Buffer.concat([local.subarray(0, 6), common, Buffer.alloc(2)]);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE((3 << 8) | 20, 4);
  entry.writeUInt16LE(20, 6);
  common.copy(entry, 8);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 38);
  entry.writeUInt32LE(part.offset ?? at, 42);
  return { local: [head, localName, packed], entry: Buffer.concat([entry, name, extra]) };
}
