import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { IMPORT_CHANGE_KINDS, type ImportChangeKind } from '@parlance/contracts';
import type { ValueState } from '../../../db/schema.generated.ts';
import type { KeyFlags } from '../import/file-content.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * Maximum length of a chunk in code units. It limits the memory that one compression takes.
 */
export const CHUNK_LENGTH = 256 * 1024;
/** A fast compression level. A chunk is read only a few times and deleted after an hour. */
const QUALITY = 4;

/**
 * A key of a staged import in a chunk. It is a tuple, because property names would take most of the
 * space.
 */
export type StoredKey = [
  name: string,
  id: string | null,
  isArchived: boolean,
  description: string | null,
  flags: KeyFlags | null,
  /**
   * Other properties of the key in the file. Null if the key has no other properties. Absent in
   * chunks of earlier versions of the service.
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

/**
 * Decompresses a chunk. The rows are not validated, because the service itself has written them.
 */
export const unpackRows = async <Row>(content: Buffer): Promise<Row[]> =>
  JSON.parse((await decompress(content)).toString());

export const bitsOf = (kinds: readonly ImportChangeKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << IMPORT_CHANGE_KINDS.indexOf(kind)), 0);
