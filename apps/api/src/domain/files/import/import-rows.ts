import type { Db } from '../../../db/client.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import type { KeyFlags } from './file-content.ts';

export type ValueKind = 'added' | 'changed' | 'same' | 'skipped' | 'conflict';

/** A text of the file, with the project's value of the same key and locale. */
export interface ValueRow {
  /** Name of the key in the project. The key may have been renamed. */
  key: string;
  keyIndex: number;
  kind: ValueKind;
  /** Current text in the project. Null if the value is missing. */
  before: string | null;
  after: string;
  /**
   * Version of the project's value, or 0 for a missing value. Undefined if the import never writes
   * the value.
   */
  version: number;
  /** State of the text in the file. Null if the file states none. */
  state: ValueState | null;
}

/** A key of the file, with its state in the project before the import. */
export interface KeyRow {
  name: string;
  /** Id of the existing key. Null if the import creates the key. */
  id: string | null;
  isArchived: boolean;
  description: string | undefined;
  unitId: string | undefined;
  flags: KeyFlags;
}

export interface ArchivedRow {
  keyId: string;
  key: string;
  /** Source text of the key. Null if the key has no source text. */
  before: string | null;
  version: number;
}

export interface ImportRecorder {
  addKeys(rows: readonly KeyRow[]): Promise<void>;
  addValues(localeTag: string, rows: readonly ValueRow[]): Promise<void>;
  addArchived(rows: readonly ArchivedRow[]): Promise<void>;
}

export interface PlannedKey {
  /** Id of the key. Null if the key did not exist at the time of staging. */
  id: string | null;
  wasArchived: boolean;
  /** True if the import writes the key or at least one of its values. */
  isWritten: boolean;
}

/**
 * Plan of a staged import or of a merge, which says what the import writes and archives. A key or
 * value that has changed since it was compared is a conflict.
 */
export interface ImportPlan {
  /** Number of texts in the file that are not imported. */
  readonly leftOut: number;
  begin(tx: Db): Promise<void>;
  keyAt(index: number): PlannedKey;
  archived(tx: Db): AsyncIterable<readonly ArchivedRow[]>;
  finish(tx: Db, importId: string): Promise<void>;
}
