import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { IMPORT_CHANGE_KINDS, type ImportChangeKind } from '@parlance/contracts';
import type { ValueState } from '../../db/schema.generated.ts';
import type { KeyMarks } from '../import/file-content.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Maximum length of a chunk. It is written and read at once, which takes a few milliseconds. */
export const CHUNK_LENGTH = 256 * 1024;
/** Compression that is fast and reaches a quarter of the size. A chunk is read a few times and lives for an hour. */
const QUALITY = 4;

/** Rows in a chunk, stored as tuples, because the names of members would be most of the JSON. */
export type StoredKey = [
  name: string,
  id: string | null,
  isArchived: boolean,
  description: string | null,
  /** Description of the key. Null if the file has none. */
  marks: KeyMarks | null,
  /** Marks of the key. Null if the file has none. Absent in chunks from earlier versions of the service. */
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

/** Parses the rows of a chunk, which the service wrote itself. */
export const unpackRows = async <Row>(content: Buffer): Promise<Row[]> =>
  JSON.parse((await decompress(content)).toString());

/** The bits that stand for kinds of changes. */
export const bitsOf = (kinds: readonly ImportChangeKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << IMPORT_CHANGE_KINDS.indexOf(kind)), 0);
