import type { Warning } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import type { SyncState } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { FileContent } from './file-content.ts';
import type { ImportPlan, ImportRecorder } from './import-rows.ts';
import type { Merge } from './merge-content.ts';
import type { ImportMode, ValueTally } from './write-locale.ts';

export interface ImportInput {
  projectId: ProjectRef;
  format: string;
  /** Format of the file that the content was taken from. Defaults to `format`. */
  fileFormat?: string | undefined;
  localeTag: string;
  content: FileContent;
  targetLocales: readonly string[];
  /**
   * Returns the JSON pointer to a locale in the request. Null if the locale comes from the file.
   */
  pathOf: (localeTag: string) => string | null;
  mode: ImportMode;
  dryRun: boolean;
  prune: boolean;
  /** Decides whether translations of changed source texts stay up to date. */
  keepTranslations?: boolean | undefined;
  /**
   * States that replace the state `reviewed` if the file has the same text in one of these states.
   */
  lowersTo: readonly ValueState[];
  address: string;
  /**
   * Records the effects of a dry run. It receives every row, and a conflict does not end the
   * import. Absent for other imports.
   */
  recorder?: ImportRecorder;
  plan?: ImportPlan;
  /**
   * Data for a merge, which writes only texts that were changed in the file since the last sync.
   * Absent to write all texts.
   */
  merge?: Merge;
}

export interface ImportOutcome {
  /** Id of the import. Null for a dry run. */
  importId: string | null;
  /** Id of the recorded change. Null if nothing was written. */
  changeId: string | null;
  /**
   * State of the project after the import, for the sync token of the response. Null if the state is
   * too large for a sync token.
   */
  syncState: SyncState | null;
  locales: { created: string[] };
  keys: { created: number; restored: number; archived: number; total: number };
  values: ValueTally;
  warnings: Warning[];
}

/**
 * Runs at the end of the transaction that imports a file. `keyIds` contains the ids of the file's
 * keys, in the order of the file.
 */
export type AfterImport = (tx: Db, outcome: ImportOutcome & { keyIds: string[] }) => Promise<void>;
