import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { forgetChanges } from '../../content/index.ts';
import { DAY_MS } from './ages.ts';
import { forOrganizations, forProjects, repeat } from './in-batches.ts';
import {
  deleteOldEntries,
  type LogTable,
  listOrganizationsWithOldEntries,
} from './old-log.store.ts';
import { deleteBulkRuns } from './old-release.store.ts';
import type { IdPage } from './retention.store.ts';
import { sweepReleaseBlobs, sweepReleases } from './sweep-releases.ts';

/** Number of rows that one statement deletes. It is limited so that locks are held for only some milliseconds. */
const BATCH_ROWS = 1_000;

/** Numbers of deleted rows. */
export interface SweptOld {
  auditEntries: number;
  activity: number;
  changes: number;
  bulkRuns: number;
  releases: number;
  blobs: number;
}

/**
 * Deletes rows that are older than their configured maximum age. Each batch has its own
 * transaction, so the task can stop after any batch and continue later.
 */
export async function sweepOld(
  { db, clock, retention }: Pick<Deps, 'db' | 'clock' | 'retention'>,
  signal: AbortSignal,
): Promise<SweptOld> {
  const now = clock.now();
  const before = (days: number | null): Date | null =>
    days === null ? null : new Date(now.getTime() - days * DAY_MS);
  const swept: SweptOld = {
    auditEntries: await sweepLog(db, 'audit_log', before(retention.auditDays), signal),
    activity: await sweepLog(db, 'activity', before(retention.activityDays), signal),
    changes: 0,
    bulkRuns: 0,
    releases: 0,
    blobs: 0,
  };
  const [oldHistory, oldReleases] = [before(retention.historyDays), before(retention.releasesDays)];
  await forProjects(db, signal, async (projectId) => {
    if (oldHistory !== null) {
      swept.changes += await forgetChanges(db, projectId, oldHistory, signal);
      const deleteSome = () => deleteBulkRuns(db, projectId, oldHistory, BATCH_ROWS);
      swept.bulkRuns += await repeat(deleteSome, BATCH_ROWS, signal);
    }
    if (oldReleases !== null) {
      swept.releases += await sweepReleases(db, projectId, oldReleases, signal);
    }
    swept.blobs += await sweepReleaseBlobs(db, projectId, now, signal);
  });
  return swept;
}

async function sweepLog(
  db: Db,
  table: LogTable,
  before: Date | null,
  signal: AbortSignal,
): Promise<number> {
  if (before === null) return 0;
  const list = (page: IdPage) => listOrganizationsWithOldEntries(db, table, before, page);
  let sum = 0;
  await forOrganizations(list, signal, async (id) => {
    const deleteSome = () => deleteOldEntries(db, table, id, { before, limit: BATCH_ROWS });
    sum += await repeat(deleteSome, BATCH_ROWS, signal);
  });
  return sum;
}
