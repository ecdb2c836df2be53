import { IMPORT_CHANGE_KINDS, type ImportChangeKind, LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { NO_FLAGS } from '../import/file-content.ts';
import type { ArchivedRow, ImportRecorder, KeyRow, ValueRow } from '../import/import-rows.ts';
import {
  bitsOf,
  CHUNK_LENGTH,
  packRows,
  type StoredArchived,
  type StoredKey,
  type StoredValue,
} from './chunk-content.ts';
import { failBytes, insertChunk } from './staged-import.store.ts';

type ChangeCounts = Record<ImportChangeKind, number>;

const noChanges = (): ChangeCounts =>
  Object.fromEntries(IMPORT_CHANGE_KINDS.map((kind) => [kind, 0])) as ChangeCounts;

/** Approximate length of a row in a chunk, in code units. The texts of the row are not included. */
const ROW_LENGTH = 64;

/** Stores the rows of a dry run as compressed chunks. */
export class ChunkWriter implements ImportRecorder {
  readonly counts = noChanges();
  sizeBytes = 0;
  /** Index in the folder of the file whose rows come next. */
  file = 0;
  readonly #tx: Db;
  readonly #import: { projectId: ProjectRef; id: string };
  /**
   * Number of bytes that this staged import may use. Other staged imports of the organization use
   * the rest.
   */
  readonly #roomBytes: number;
  #chunks = 0;

  constructor(tx: Db, staged: { projectId: ProjectRef; id: string }, usedBytes: number) {
    this.#tx = tx;
    this.#import = staged;
    this.#roomBytes = LIMITS.stagedImportBytes - usedBytes;
  }

  async addKeys(rows: readonly KeyRow[]): Promise<void> {
    await this.#write(
      rows.map(
        ({ name, id, isArchived, description = null, unitId = null, flags }): StoredKey => [
          name,
          id,
          isArchived,
          description,
          flags === NO_FLAGS ? null : flags,
          unitId,
        ],
      ),
      null,
      () => 0,
    );
  }

  async addValues(localeTag: string, rows: readonly ValueRow[]): Promise<void> {
    for (const { kind } of rows) this.counts[kind]++;
    await this.#write(
      rows.map(
        ({ key, keyIndex, kind, before, after, version, state }): StoredValue => [
          key,
          keyIndex,
          kind,
          before,
          after,
          version,
          state,
        ],
      ),
      localeTag,
      ([, , kind]) => bitsOf([kind]),
    );
  }

  async addArchived(rows: readonly ArchivedRow[]): Promise<void> {
    this.counts.archived += rows.length;
    await this.#write(
      rows.map(
        ({ key, keyId, before, version }): StoredArchived => [
          key,
          keyId,
          'archived',
          before,
          version,
        ],
      ),
      null,
      ([, , kind]) => bitsOf([kind]),
    );
  }

  async #write<Row extends StoredKey | StoredValue | StoredArchived>(
    rows: readonly Row[],
    locale: string | null,
    kindsOf: (row: Row) => number,
  ): Promise<void> {
    let chunk: Row[] = [];
    let length = 0;
    let kinds = 0;
    for (const [at, row] of rows.entries()) {
      chunk.push(row);
      length += lengthOf(row);
      kinds |= kindsOf(row);
      if (length < CHUNK_LENGTH && at < rows.length - 1) continue;
      const content = await packRows(chunk);
      this.sizeBytes += content.length;
      if (this.sizeBytes > this.#roomBytes) failBytes();
      this.#chunks++;
      await insertChunk(this.#tx, this.#import, {
        chunk: this.#chunks,
        file: this.file,
        kinds,
        locale,
        content,
      });
      chunk = [];
      length = 0;
      kinds = 0;
    }
  }
}

const lengthOf = (row: readonly unknown[]): number =>
  row.reduce<number>(
    (sum, member) => sum + (typeof member === 'string' ? member.length : 0),
    ROW_LENGTH,
  );
