import type { Db } from '../../../../db/client.ts';
import { partsOf } from '../../../../lib/parts-of.ts';
import type { ProjectRef } from '../../../kernel/index.ts';
import {
  deleteEmpty,
  deleteKeyRows,
  deleteLost,
  deleteReplaced,
  deleteWritten,
  keepChangesFrom,
  listOldChanges,
  listWritten,
  type OldChange,
  readForgotten,
  setSwept,
  type WrittenRow,
} from './old-change.store.ts';

/** Number of changes that one transaction deletes. It is limited so that locks are held for only some milliseconds. */
const BATCH_CHANGES = 500;
/** Maximum number of values whose replaced versions one statement deletes. A change can contain a million values. */
const BATCH_VALUES = 2_000;
/** Maximum number of values in one stored row. */
const ROW_VALUES = 1_000;
const BATCH_ROWS = BATCH_VALUES / ROW_VALUES;
const BATCH_KEY_ROWS = 1_000;

/**
 * Deletes the changes with numbers below the first kept change, and the versions of values that
 * these changes replaced. Keeps a change while any version that it wrote still exists. At the end,
 * moves the first kept change forward to the newest change before `before`. Only the next call
 * deletes the changes in between, because clients may still be reading them.
 *
 * @returns the number of deleted changes
 */
export async function forgetChanges(
  db: Db,
  projectId: ProjectRef,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const forgotten = await readForgotten(db, projectId);
  if (forgotten === null) return 0;
  let deleted = 0;
  let after = forgotten.swept_to;
  while (!signal.aborted) {
    const range = { after, before: forgotten.kept_from, limit: BATCH_CHANGES };
    const found = await listOldChanges(db, projectId, range);
    if (found.length === 0) break;
    const batch = firstWithin(found);
    const [first] = batch;
    const old: OldChanges = { projectId, changes: batch, before: forgotten.kept_from };
    if (first!.values > BATCH_VALUES) deleted += await thinOut(db, old, signal);
    if (signal.aborted) break;
    deleted += await db.transaction().execute((tx) => forgetBatch(tx, old));
    after = batch.at(-1)!.number;
  }
  if (!signal.aborted) await keepChangesFrom(db, projectId, before);
  return deleted;
}

/** Returns the first changes whose values together fit into one batch. Returns at least one change. */
function firstWithin(changes: readonly OldChange[]): OldChange[] {
  let values = 0;
  const end = changes.findIndex((change) => {
    values += change.values;
    return values > BATCH_VALUES;
  });
  return end === -1 ? [...changes] : changes.slice(0, Math.max(end, 1));
}

interface OldChanges {
  readonly projectId: ProjectRef;
  readonly changes: readonly OldChange[];
  /** Number of the first change that is kept. */
  readonly before: number;
}

/**
 * Deletes the versions that a large change replaced, in several transactions, so that the final transaction has little
 * to delete. If the signal aborts, the next call starts again with the remaining changes.
 *
 * @returns the number of deleted earlier changes
 */
async function thinOut(
  db: Db,
  { projectId, changes: [change], before }: OldChanges,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  const rows = await listWritten(db, projectId, [change!.id]);
  for (let index = 0; index < rows.length && !signal.aborted; index += BATCH_ROWS) {
    const part = rows.slice(index, index + BATCH_ROWS);
    deleted += await db.transaction().execute(async (tx) => {
      const lost = await deleteVersions(tx, projectId, part, before);
      return deleteAbandoned(tx, projectId, lost, change!.number - 1);
    });
  }
  return deleted;
}

/** Deletes a batch of changes. `thinOut` has already deleted the versions that a large change replaced. */
async function forgetBatch(tx: Db, { projectId, changes, before }: OldChanges): Promise<number> {
  const ids = changes.map(({ id }) => id);
  const to = changes.at(-1)!.number;
  const isLarge = changes[0]!.values > BATCH_VALUES;
  const rows = isLarge ? [] : await listWritten(tx, projectId, ids);
  const lost = await deleteVersions(tx, projectId, rows, before);
  for (const table of ['change_keys', 'key_history'] as const) {
    while ((await deleteKeyRows(tx, table, projectId, ids, BATCH_KEY_ROWS)) === BATCH_KEY_ROWS);
  }
  const deleted = await deleteAbandoned(tx, projectId, [...ids, ...lost], to);
  await setSwept(tx, projectId, to);
  return deleted;
}

/** Deletes the versions that these rows replaced. @returns the ids of changes that may have no values left */
async function deleteVersions(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly WrittenRow[],
  before: number,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const earlier = await deleteReplaced(tx, projectId, rows, before);
  // Each of these rows had only one version, which was just deleted.
  const lost = await deleteWritten(tx, projectId, earlier.filter(isSingle));
  const left = [...rows, ...earlier.filter((row) => !isSingle(row))];
  for (const part of partsOf(left, { maxLength: BATCH_VALUES }, (row) => row.values_count)) {
    lost.push(...(await deleteLost(tx, projectId, part)));
  }
  return lost;
}

const isSingle = ({ values_count: count }: WrittenRow): boolean => count === 1;

/** Deletes changes that have no values left, and then each parent whose last child was deleted. */
async function deleteAbandoned(
  tx: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
  to: number,
): Promise<number> {
  let sum = 0;
  for (let ids = changeIds; ids.length > 0; ) {
    const { deleted, parentIds } = await deleteEmpty(tx, projectId, ids, to);
    sum += deleted;
    ids = parentIds;
  }
  return sum;
}
