import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { IMPORT_CHANGE_KINDS, type ImportChangeKind } from '@parlance/contracts';
import type { ValueState } from '../../db/schema.generated.ts';
import type { KeyMarks } from '../import/file-content.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * Maximum length of a chunk in UTF-16 code units. A chunk is compressed and decompressed without a pause, which takes a
 * few milliseconds.
 */
export const CHUNK_LENGTH = 256 * 1024;
/**
 * Compression level. It is fast and compresses a chunk to a quarter of its size. A better compression is not
 * worthwhile, because a chunk is read a few times and deleted after an hour.
 */
const QUALITY = 4;

/**
 * A key of a staged import, as a chunk stores it. It is a tuple, because the names of object properties would take most
 * of the space.
 */
export type StoredKey = [
  name: string,
  id: string | null,
  isArchived: boolean,
  description: string | null,
  /** Description of the key in the file. Null if the file has none. */
  marks: KeyMarks | null,
  /**
   * Other properties of the key in the file. Null if the file has none. Absent in chunks that an earlier version of the
   * service has stored.
   */
  unitId?: string | null,
];
export type StoredValue = [
  key: string,
  keyIndex: number,
  kind: ImportChangeKind,
  before: string | null,
  after: string,
  version: number,
  state: ValueState | null,
];
export type StoredArchived = [
  key: string,
  keyId: string,
  kind: 'archived',
  before: string | null,
  version: number,
];

export const packRows = (rows: readonly unknown[]): Promise<Buffer> =>
  compress(JSON.stringify(rows), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

/** Decompresses a chunk and parses its rows. They need no validation, because the service has stored them itself. */
export const unpackRows = async <Row>(content: Buffer): Promise<Row[]> =>
  JSON.parse((await decompress(content)).toString());

/** Returns the bit mask for kinds of changes. */
export const bitsOf = (kinds: readonly ImportChangeKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << IMPORT_CHANGE_KINDS.indexOf(kind)), 0);
