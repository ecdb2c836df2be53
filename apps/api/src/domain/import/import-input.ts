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
  /** Canonical tag of the supplied content. */
  localeTag: string;
  content: FileContent;
  targetLocales: readonly string[];
  /** Path of the locale in the request. Null if the request does not name it. */
  pathOf: (localeTag: string) => string | null;
  mode: ImportMode;
  dryRun: boolean;
  prune: boolean;
  /** States that a repeated text may give a reviewed value. */
  lowersTo: readonly ValueState[];
  address: string;
  /** Receives every row. Conflicts of the mode `fail` are rows, too, and do not end the dry run. */
  recorder?: ImportRecorder;
  plan?: ImportPlan;
  /** Decides about each text by comparing it with the state with which the file was last in sync. */
  merge?: Merge;
}

export interface ImportOutcome {
  /** Id of the import. Null for a dry run. */
  importId: string | null;
  /** Id of the change. Null if nothing was written. */
  changeId: string | null;
  /** State of the project that the caller has after the import. Null if it is unknown. */
  syncState: SyncState | null;
  locales: { created: string[] };
  keys: { created: number; restored: number; archived: number; total: number };
  values: ValueTally;
  warnings: Warning[];
}

/** Work after an import in its transaction. `keyIds` are the ids of the file's keys, in its order. */
export type AfterImport = (tx: Db, outcome: ImportOutcome & { keyIds: string[] }) => Promise<void>;
