import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import type { KeyMarks } from './file-content.ts';

/** Effect of an import on the value of one text of the file. */
export type ValueKind = 'added' | 'changed' | 'same' | 'skipped' | 'conflict';

/** A text of the file with the project's value. */
export interface ValueRow {
  /** Name of the key in the project. */
  key: string;
  /** Index of the key among the file's names. */
  keyIndex: number;
  kind: ValueKind;
  /** Null if the project has no value. */
  before: string | null;
  after: string;
  /** Version of the project's value, or 0 for a missing value. Not set for `same`, which is never written. */
  version: number;
  /** State of the value in the file. Null if the file gives none. */
  state: ValueState | null;
}

/** A key of the file with its state in the project before the import. */
export interface KeyRow {
  /** Name of the key in the file. */
  name: string;
  /** Null if the import creates the key. */
  id: string | null;
  isArchived: boolean;
  description: string | undefined;
  /** Id of the unit, if the file gives one besides the name. */
  unitId: string | undefined;
  marks: KeyMarks;
}

/** A key that the import archives. */
export interface ArchivedRow {
  keyId: string;
  key: string;
  /** Text in the source locale. Null if there is none. */
  before: string | null;
  /** Version of that text. 0 if there is none. */
  version: number;
}

/** Receives all effects of an import, batch by batch. */
export interface ImportRecorder {
  addKeys(rows: readonly KeyRow[]): Promise<void>;
  addValues(localeTag: string, rows: readonly ValueRow[]): Promise<void>;
  addArchived(rows: readonly ArchivedRow[]): Promise<void>;
}

/** Decision of a plan about a key of the file. */
export interface PlannedKey {
  /** Null if the project did not have the key when the plan was made. */
  id: string | null;
  wasArchived: boolean;
  /** True if the plan writes the key or one of its values. */
  isWritten: boolean;
}

/**
 * Limits an import to the decisions about each of its rows. A row that the import would write and that has changed
 * since is a conflict. The decisions about texts are in `LocaleTexts`.
 */
export interface ImportPlan {
  /** Number of texts that are left out of the content because the project's values stay. */
  readonly leftOut: number;
  /** Called under the content lock, before anything is read. */
  begin(tx: Db): Promise<void>;
  keyAt(index: number): PlannedKey;
  /** Returns the keys to archive. */
  archived(tx: Db): AsyncIterable<readonly ArchivedRow[]>;
  /** Called last in the transaction. `importId` is the id of the change. */
  finish(tx: Db, importId: string): Promise<void>;
}
