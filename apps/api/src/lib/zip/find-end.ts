import { ZipError } from './zip-error.ts';

const END = 0x0605_4b50;
const END_BYTES = 22;
const ZIP64_LOCATOR = 0x0706_4b50;
const ZIP64_LOCATOR_BYTES = 20;
/**
 * Maximum length of the comment at the end of an archive, in bytes. The archive stores the length
 * in 16 bits.
 */
const MAX_COMMENT_BYTES = 0xffff;

/** Offset and size of the central directory, which lists the files of a ZIP archive. */
export interface ZipEnd {
  readonly entries: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the end of the central directory (PKWARE APPNOTE 4.3.16). Rejects an archive with bytes
 * after this end, because programs could find different directories in it.
 * @throws {@link ZipError}
 */
export function findEnd(bytes: Buffer): ZipEnd {
  const at = findRecord(bytes);
  const isSplit = bytes.readUInt16LE(at + 4) !== 0 || bytes.readUInt16LE(at + 6) !== 0;
  const entries = bytes.readUInt16LE(at + 10);
  if (isSplit || bytes.readUInt16LE(at + 8) !== entries) {
    throw new ZipError('is a part of a split archive; send the archive as one file');
  }
  const sizeBytes = bytes.readUInt32LE(at + 12);
  const start = bytes.readUInt32LE(at + 16);
  const locator = at - ZIP64_LOCATOR_BYTES;
  const hasLocator = locator >= 0 && bytes.readUInt32LE(locator) === ZIP64_LOCATOR;
  if (hasLocator || entries === 0xffff || sizeBytes === 0xffff_ffff || start === 0xffff_ffff) {
    throw new ZipError('is a ZIP64 archive; pack fewer and smaller files');
  }
  if (start + sizeBytes !== at) {
    throw new ZipError('has bytes before or behind its directory that belong to no file');
  }
  return { entries, start, end: at };
}

function findRecord(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
    throw new ZipError('has data after its end');
  }
  throw new ZipError('is not a complete ZIP archive');
}
