import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the files of a ZIP archive by name, from its central directory (PKWARE APPNOTE 4.3). */
export function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== 0x0605_4b50) throw new Error('no end of the directory');
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== 0x0201_4b50) throw new Error('no entry of the directory');
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes);
    const offset = bytes.readUInt32LE(at + 42);
    if (bytes.readUInt32LE(offset) !== 0x0403_4b50) throw new Error(`no header of ${name}`);
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const data = inflateRawSync(bytes.subarray(from, from + bytes.readUInt32LE(at + 20)));
    if (crc32(data) !== bytes.readUInt32LE(at + 16)) throw new Error(`the sum of ${name} is wrong`);
    if (data.length !== bytes.readUInt32LE(at + 24))
      throw new Error(`the size of ${name} is wrong`);
    files.set(name, data.toString('utf8'));
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}
