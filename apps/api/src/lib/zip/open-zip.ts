import { findEnd } from './find-end.ts';
import { readEntry } from './read-entry.ts';
import { ZipCursor } from './zip-cursor.ts';
import { ZipError } from './zip-error.ts';

/** Limits of an archive. They are checked before anything is decompressed. */
export interface ZipLimits {
  /** Maximum number of files and folders in the archive. */
  readonly entries: number;
  /** Maximum number of decompressed bytes of all files. */
  readonly totalBytes: number;
  /**
   * Maximum ratio of decompressed to compressed bytes. It applies to files with more than
   * `freeBytes` decompressed bytes.
   */
  readonly ratio: number;
  readonly freeBytes: number;
}

export interface ZippedFile {
  /** Name of the file in the archive. It may be an unsafe path. */
  readonly name: string;
  readonly sizeBytes: number;
  /** True for a symbolic link, which has no content here. It could refer to any file. */
  readonly isLink: boolean;
  /**
   * Returns the bytes of the file after checking their number and checksum.
   * @throws {@link ZipError}
   */
  read(): AsyncGenerator<Uint8Array, void>;
}

const ENTRY = 0x0201_4b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x0403_4b50;
const LOCAL_BYTES = 30;

const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;
const PATCHED = 0x0020;
const IN_UTF8 = 0x0800;

const STORED = 0;
const DEFLATED = 8;

const UNIX = 3;
const TYPE_MASK = 0xf000;
const TYPE_FILE = 0x8000;
const TYPE_FOLDER = 0x4000;
const TYPE_LINK = 0xa000;

const ZIP64_FIELD = 0x0001;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

interface Entry {
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly offset: number;
  readonly isLink: boolean;
}

/**
 * Lists the files of an archive without decompressing them. Rejects an archive that another program
 * could read differently.
 * @throws {@link ZipError}
 */
export function openZip(bytes: Buffer, limits: ZipLimits): ZippedFile[] {
  const { entries: count, start, end } = findEnd(bytes);
  if (count > limits.entries) {
    throw new ZipError(`has more than ${limits.entries} files and folders`, null, true);
  }
  const cursor = new ZipCursor(bytes, start, end);
  const entries = Array.from({ length: count }, () => readDirectoryEntry(cursor));
  if (!cursor.isAtEnd) throw new ZipError('has more files in its directory than its end says');
  let totalBytes = 0;
  for (const { name, sizeBytes, packedBytes } of entries) {
    totalBytes += sizeBytes;
    if (sizeBytes > limits.freeBytes && sizeBytes > packedBytes * limits.ratio) {
      throw new ZipError(
        `is compressed to less than 1/${limits.ratio} of its size, as texts never are`,
        name,
        true,
      );
    }
  }
  if (totalBytes > limits.totalBytes) {
    throw new ZipError(`decompresses to more than ${limits.totalBytes} bytes`, null, true);
  }
  const places = entries.map((entry) => locate(bytes, entry, start));
  requireApart(entries, places);
  return entries.flatMap((entry, index) => {
    const { name, sizeBytes, crc, method, isLink } = entry;
    if (name.endsWith('/')) return [];
    const { from, to } = places[index]!;
    const packed = bytes.subarray(from, to);
    const read = () => readEntry({ name, sizeBytes, crc, packed, isStored: method === STORED });
    return [{ name, sizeBytes, isLink, read: isLink ? () => refuseLink(name) : read }];
  });
}

function readDirectoryEntry(cursor: ZipCursor): Entry {
  const head = cursor.take(ENTRY_BYTES);
  if (head.readUInt32LE(0) !== ENTRY) throw new ZipError('has a damaged directory');
  const nameBytes = cursor.take(head.readUInt16LE(28));
  const extra = cursor.take(head.readUInt16LE(30));
  cursor.take(head.readUInt16LE(32));
  const flags = head.readUInt16LE(8);
  const name = nameOf(nameBytes, flags);
  if ((flags & ENCRYPTED) !== 0) throw new ZipError('is encrypted', name);
  const method = head.readUInt16LE(10);
  if ((flags & PATCHED) !== 0 || (method !== STORED && method !== DEFLATED)) {
    throw new ZipError('is compressed in another way than by deflate', name);
  }
  const isLink = isSymbolicLink(head, name);
  const packedBytes = head.readUInt32LE(20);
  const sizeBytes = head.readUInt32LE(24);
  const offset = head.readUInt32LE(42);
  const isZip64 = [packedBytes, sizeBytes, offset].includes(0xffff_ffff);
  if (isZip64 || hasField(extra, ZIP64_FIELD)) {
    throw new ZipError('is a ZIP64 entry; pack smaller files, and not from a stream', name);
  }
  if (head.readUInt16LE(34) !== 0) throw new ZipError('is in another part of the archive', name);
  if (name.endsWith('/') && sizeBytes !== 0) throw new ZipError('is a folder with content', name);
  if (method === STORED && packedBytes !== sizeBytes) {
    throw new ZipError('has two sizes although it is not compressed', name);
  }
  const crc = head.readUInt32LE(16);
  return { name, nameBytes, method, crc, packedBytes, sizeBytes, offset, isLink };
}

/**
 * Returns the name of an entry. Reads it as UTF-8 even without the UTF-8 flag, because most programs do not set the
 * flag. Rejects names in other encodings.
 */
function nameOf(bytes: Buffer, flags: number): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    const hint = (flags & IN_UTF8) === 0 ? '; pack it with a program that writes UTF-8' : '';
    throw new ZipError(`has a name that is not UTF-8${hint}`, bytes.toString('latin1'));
  }
}

/** Returns true for a symbolic link. Rejects device files. */
function isSymbolicLink(head: Buffer, name: string): boolean {
  if (head.readUInt8(5) !== UNIX) return false;
  const type = (head.readUInt32LE(38) >>> 16) & TYPE_MASK;
  if (type === 0 || type === TYPE_FILE || type === TYPE_FOLDER) return false;
  if (type === TYPE_LINK) return true;
  throw new ZipError('is not a regular file', name);
}

// biome-ignore lint/correctness/useYield: the caller expects a generator
async function* refuseLink(name: string): AsyncGenerator<Uint8Array, void> {
  throw new ZipError('is a symbolic link; pack the file itself', name);
}

function hasField(extra: Buffer, id: number): boolean {
  for (let index = 0; index + 4 <= extra.length; index += 4 + extra.readUInt16LE(index + 2)) {
    if (extra.readUInt16LE(index) === id) return true;
  }
  return false;
}

interface EntryRange {
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the bytes of an entry. Rejects an entry whose local header differs from the central
 * directory.
 */
function locate(bytes: Buffer, entry: Entry, directory: number): EntryRange {
  const { name, nameBytes, method, offset, packedBytes } = entry;
  if (offset + LOCAL_BYTES > directory) throw new ZipError('is outside of the archive', name);
  const head = bytes.subarray(offset, offset + LOCAL_BYTES);
  const nameEnd = offset + LOCAL_BYTES + nameBytes.length;
  const isSame =
    head.readUInt32LE(0) === LOCAL &&
    head.readUInt16LE(8) === method &&
    (head.readUInt16LE(6) & ENCRYPTED) === 0 &&
    head.readUInt16LE(26) === nameBytes.length &&
    bytes.subarray(offset + LOCAL_BYTES, nameEnd).equals(nameBytes);
  if (!isSame) throw new ZipError('has another header than the directory says', name);
  const from = nameEnd + head.readUInt16LE(28);
  const to = from + packedBytes;
  if (to > directory) throw new ZipError('is outside of the archive', name);
  return { start: offset, from, to };
}

/**
 * Rejects entries whose bytes overlap. With overlapping entries, a small archive could decompress
 * to any size.
 */
function requireApart(entries: readonly Entry[], places: readonly EntryRange[]): void {
  const order = places.map((_, index) => index).sort((a, b) => places[a]!.start - places[b]!.start);
  let end = 0;
  for (const at of order) {
    if (places[at]!.start < end) throw new ZipError('overlaps another file', entries[at]!.name);
    end = places[at]!.to;
  }
}
