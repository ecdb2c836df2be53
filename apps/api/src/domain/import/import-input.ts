import type { Warning } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import type { SyncState } from '../sync/sync-token.ts';
import type { ProjectRef } from '../tenant.ts';
import type { FileContent } from './file-content.ts';
import type { ImportPlan, ImportRecorder } from './import-rows.ts';
import type { Merge } from './merge-content.ts';
import type { ImportMode, ValueTally } from './write-locale.ts';

export interface ImportInput {
  projectId: ProjectRef;
  format: string;
  /** Canonical tag of the locale whose texts the request contains. */
  localeTag: string;
  content: FileContent;
  targetLocales: readonly string[];
  /** Returns the JSON pointer to a locale in the request. Returns null if the request does not name the locale. */
  pathOf: (localeTag: string) => string | null;
  mode: ImportMode;
  dryRun: boolean;
  prune: boolean;
  /** States to which the import lowers a reviewed value, if the file contains the same text in such a state. */
  lowersTo: readonly ValueState[];
  address: string;
  /**
   * Receives every row of a dry run. With a recorder, conflicts in the mode `fail` are recorded and do not end the dry
   * run.
   */
  recorder?: ImportRecorder;
  plan?: ImportPlan;
  /**
   * If set, the import merges: it writes only texts that the file has changed since it was last in sync with the
   * project.
   */
  merge?: Merge;
}

export interface ImportOutcome {
  /** Id of the import. Null for a dry run. */
  importId: string | null;
  /** Id of the change that the import has recorded. Null if nothing was written. */
  changeId: string | null;
  /** State of the project for the sync token of the response. Null if it is unknown. */
  syncState: SyncState | null;
  locales: { created: string[] };
  keys: { created: number; restored: number; archived: number; total: number };
  values: ValueTally;
  warnings: Warning[];
}

/**
 * Work at the end of an import in the same transaction. `keyIds` has the ids of the file's keys in the order of the
 * file.
 */
export type AfterImport = (tx: Db, outcome: ImportOutcome & { keyIds: string[] }) => Promise<void>;
