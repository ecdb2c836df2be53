import type { BulkResult, BulkRun } from '@parlance/contracts';
import type { BulkOutcome, BulkRunRow } from '../../domain/editor/index.ts';

export const presentBulk = ({
  runId,
  changeId,
  rows,
  rowsDone,
  readAt,
  syncToken,
  tally,
}: BulkOutcome): BulkResult => ({
  id: runId,
  status: runId === null ? 'completed' : 'running',
  changeId,
  rows,
  rowsDone,
  changed: tally.changed,
  skipped: tally.skipped,
  conflicts: tally.conflicts,
  error: null,
  readAt: readAt.toISOString(),
  syncToken,
  preview: tally.preview.map((item) => ({ ...item, isPurged: false })),
  conflictPreview: tally.conflictPreview,
});

export const presentBulkRun = (row: BulkRunRow): BulkRun => ({
  id: row.id,
  status: row.status,
  changeId: row.changed > 0 ? row.id : null,
  rows: row.rows_count,
  rowsDone: row.rows_done,
  changed: row.changed,
  skipped: row.skipped,
  conflicts: row.conflicts,
  error: row.failure,
});
