import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import type { KeyMarks } from './file-content.ts';

/** Effect of an import on one value. */
export type ValueKind = 'added' | 'changed' | 'same' | 'skipped' | 'conflict';

/** A text of the file, with the project's value of the same key and locale. */
export interface ValueRow {
  /** Name of the key in the project. It may differ from the name in the file, if the key was renamed. */
  key: string;
  /** Index of the key in the list of the file's names. */
  keyIndex: number;
  kind: ValueKind;
  /** Current text in the project. Null if the value is missing. */
  before: string | null;
  after: string;
  /**
   * Version of the project's value, or 0 for a missing value. Undefined for rows of the kind `same`, which an import
   * never writes.
   */
  version: number;
  /** State of the text in the file. Null if the file states none. */
  state: ValueState | null;
}

/** A key of the file, with its state in the project before the import. */
export interface KeyRow {
  /** Name of the key in the file. */
  name: string;
  /** Id of the existing key. Null if the import creates the key. */
  id: string | null;
  isArchived: boolean;
  description: string | undefined;
  /** Id of the key in an XLIFF file. Undefined if the file has only its name. */
  unitId: string | undefined;
  marks: KeyMarks;
}

export interface ArchivedRow {
  keyId: string;
  key: string;
  /** Source text of the key. Null if it has none. */
  before: string | null;
  /** Version of the source text in `before`. 0 if there is none. */
  version: number;
}

/** Receives every effect of an import, in batches. */
export interface ImportRecorder {
  addKeys(rows: readonly KeyRow[]): Promise<void>;
  addValues(localeTag: string, rows: readonly ValueRow[]): Promise<void>;
  addArchived(rows: readonly ArchivedRow[]): Promise<void>;
}

/** Decision of a staged import about a key of the file. */
export interface PlannedKey {
  /** Id of the key. Null if the key did not exist when the import was staged. */
  id: string | null;
  wasArchived: boolean;
  /** True if the import writes the key or at least one of its values. */
  isWritten: boolean;
}

/**
 * The decisions of a staged import, which the import that applies it carries out. A key or a value that has changed
 * since the staging is a conflict. The decisions about texts are in `LocaleTexts`.
 */
export interface ImportPlan {
  /** Number of texts in the file that the import does not write, because it keeps the values in the project. */
  readonly leftOut: number;
  /** Called after the content lock was taken and before anything is read. */
  begin(tx: Db): Promise<void>;
  keyAt(index: number): PlannedKey;
  /** Yields the keys that the import archives. */
  archived(tx: Db): AsyncIterable<readonly ArchivedRow[]>;
  /** Called at the end of the transaction. `importId` is the id of the import's change. */
  finish(tx: Db, importId: string): Promise<void>;
}
