import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { findRowIds } from '../row/row.store.ts';
import { type BulkWork, bulkRows } from './bulk-rows.ts';
import { BulkTally } from './bulk-tally.ts';

/**
 * Requires that the selected values in `read` have not changed since the caller read them. The
 * caller's transaction holds the content lock exclusively.
 * @throws `version_conflict`
 */
export async function requireAsRead(
  tx: Db,
  work: BulkWork,
  selected: readonly string[],
): Promise<void> {
  const { order, project } = work;
  if (order.kind !== 'values' || !order.read?.length) return;
  const keyIds = order.read.map(({ keyId }) => keyId);
  const named = new Set(await findRowIds(tx, project.id, keyIds));
  const tally = new BulkTally();
  const rowIds = selected.filter((id) => named.has(id));
  await bulkRows(tx, { ...work, tally }, rowIds, null);
  const { conflicts, conflictPreview: currentValues } = tally;
  if (conflicts === 0) return;
  const count = conflicts === 1 ? '1 value has' : `${conflicts} values have`;
  const detail = `${count} changed since they were read. Nothing was written. Read them again.`;
  fail('version_conflict', detail, { currentValues });
}
