import { analyzeGrown } from '../../../../db/analyze-grown.ts';
import { onceOnly } from '../../../../db/availability/retrying.ts';
import type { Db } from '../../../../db/client.ts';
import type { Deps } from '../../../../deps.ts';
import {
  extendSyncState,
  lockWriters,
  NOTHING_SEEN,
  numberChanges,
} from '../../../content/index.ts';
import { DryRun } from '../../../kernel/index.ts';
import type { ImportInput, ImportOutcome } from '../import-input.ts';

/**
 * Runs an import in one transaction under the content lock. A dry run is rolled back only at its
 * end, so it fails for the same reasons as an import.
 */
export async function inImport<Outcome extends ImportOutcome>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    projectId,
    dryRun,
    recorder,
    merge,
  }: Pick<ImportInput, 'projectId' | 'dryRun' | 'recorder' | 'merge'>,
  apply: (tx: Db, now: Date) => Promise<Outcome>,
): Promise<Outcome> {
  const base = merge?.base ?? NOTHING_SEEN;
  try {
    // An import without changes is announced at once, and its event must follow the events of earlier changes.
    if (!dryRun) await numberChanges(db, projectId);
    const transactions = recorder ? onceOnly(db) : db;
    const outcome = await transactions.transaction().execute(async (tx) => {
      await lockWriters(tx, { id: projectId }, { content: 'exclusive' });
      // Reads the time after taking the lock, so that times have the order of the transactions.
      const outcome = await apply(tx, clock.now());
      if (dryRun) throw new DryRun({ ...outcome, importId: null, changeId: null });
      return outcome;
    });
    await numberChanges(db, projectId);
    await analyzeGrown(db, {
      translation_key: outcome.keys.created,
      translation_value: outcome.values.created,
    });
    const { changeId } = outcome;
    if (changeId === null) return { ...outcome, syncState: base };
    return { ...outcome, syncState: await extendSyncState(db, projectId, base, changeId) };
  } catch (error) {
    if (error instanceof DryRun) return { ...error.outcome, syncState: base };
    throw error;
  }
}
