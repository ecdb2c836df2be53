import { deflateRawSync } from 'node:zlib';
import { makeZip, type ZipPart } from './make-zip.ts';

/** An archive that must be refused, with the file that the error names and a part of its message. */
export interface HostileZip {
  readonly what: string;
  readonly bytes: Buffer;
  /** Null if the error concerns the whole archive. */
  readonly entry: string | null;
  readonly message: RegExp;
}

const NAME = 'locales/de.json';
const good: ZipPart = { name: NAME, content: '{"a":"A"}' };
const CONTENT_BYTES = 9;

const one = (what: string, part: Partial<ZipPart>, message: RegExp): HostileZip => ({
  what,
  bytes: makeZip([{ ...good, ...part }]),
  entry: part.name === undefined ? NAME : Buffer.from(part.name).toString('latin1'),
  message,
});

const whole = (what: string, bytes: Buffer, message: RegExp): HostileZip => ({
  what,
  bytes,
  entry: null,
  message,
});

/** Makes an archive with a ZIP64 locator between the directory and its end record. */
function withLocator(): Buffer {
  const bytes = makeZip([good]);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  return Buffer.concat([bytes.subarray(0, -22), locator, bytes.subarray(-22)]);
}

const zeros = Buffer.alloc(32 * 1024 * 1024);

/** Archives that are broken, contradict themselves or are larger than they appear. */
export const HOSTILE_ZIPS: readonly HostileZip[] = [
  whole('no archive', Buffer.from('{"a":"A"}'), /not a complete ZIP/),
  whole('an empty body', Buffer.alloc(0), /not a complete ZIP/),
  whole('an archive that ends early', makeZip([good]).subarray(0, -8), /not a complete ZIP/),
  whole('data after the end', makeZip([good], { after: Buffer.from('more') }), /after its end/),
  whole('data before the archive', Buffer.concat([Buffer.from('#!'), makeZip([good])]), /no file/),
  whole('a split archive', makeZip([good], { disk: 1 }), /split/),
  whole('a directory with more files', makeZip([good, good], { entries: 1 }), /more files/),
  whole('a directory with fewer files', makeZip([good], { entries: 2 }), /damaged/),
  whole('a locator of ZIP64', withLocator(), /ZIP64/),
  whole('65,535 entries', makeZip([good], { entries: 0xffff }), /ZIP64/),
  one('a ZIP64 size', { sizeBytes: 0xffff_ffff }, /ZIP64/),
  one('a ZIP64 field', { extra: Buffer.from([1, 0, 0, 0]) }, /ZIP64/),
  one('an encrypted file', { flags: 0x0801 }, /encrypted/),
  one('a strongly encrypted file', { flags: 0x0841 }, /encrypted/),
  one('an unknown compression', { method: 12 }, /deflate/),
  one('a patch', { flags: 0x0820 }, /deflate/),
  one('a symbolic link', { mode: 0o120777, content: '/etc/passwd' }, /symbolic link/),
  one('a device', { mode: 0o060644 }, /regular file/),
  one('a name in another encoding', { name: Buffer.from([0x84, 0x2e]), flags: 0 }, /not UTF-8/),
  one('another name in the local header', { localName: 'locales/fr.json' }, /another header/),
  one('an offset outside of the archive', { offset: 1_000_000 }, /outside/),
  one('content outside of the archive', { packedBytes: 1_000_000 }, /outside/),
  {
    what: 'files that share their bytes',
    bytes: makeZip([good, { ...good, offset: 0 }]),
    entry: NAME,
    message: /overlaps/,
  },
  one('more bytes than declared', { sizeBytes: CONTENT_BYTES - 1 }, /more than its declared/),
  one('fewer bytes than declared', { sizeBytes: CONTENT_BYTES + 1 }, /less than its declared/),
  one('another checksum', { crc: 1 }, /checksum/),
  one('damaged content', { packed: Buffer.from([0xff, 0xff, 0xff]) }, /cannot be decompressed/),
  one('cut content', { packed: deflateRawSync('{"a":"A"}').subarray(0, 4) }, /cannot be decomp/),
  one(
    'bytes after the content',
    { packed: Buffer.concat([deflateRawSync('{"a":"A"}'), Buffer.from('more')]) },
    /after the end of its content/,
  ),
  one(
    'a stored file of two sizes',
    { isStored: true, packedBytes: CONTENT_BYTES - 1 },
    /two sizes/,
  ),
  one('a bomb that declares its size', { content: zeros }, /1\/250/),
  one(
    'a bomb that declares another size',
    { content: zeros, sizeBytes: CONTENT_BYTES },
    /more than its declared/,
  ),
];
