import type { Db } from '../../../db/client.ts';
import { partsOf } from '../../../lib/parts-of.ts';
import type { ProjectRef } from '../../tenant.ts';
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
/** Number of values whose replaced versions one statement deletes. A change may have written a million values. */
const BATCH_VALUES = 2_000;
/** Number of values in one stored row, at most. */
const ROW_VALUES = 1_000;
const BATCH_ROWS = BATCH_VALUES / ROW_VALUES;
const BATCH_KEY_ROWS = 1_000;

/**
 * Deletes the changes of a project that are below the first kept one, with the versions of values that they replaced.
 * A change that wrote a version which is still there is kept with its author; it is deleted with the last of its
 * versions. Then keeps only the changes from the newest one before `before`: the next call deletes the others, so that
 * a reader who was let in a moment ago still finds what it needs.
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

/** Returns the first changes that together wrote no more values than a batch may have. Returns at least one change. */
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
 * Deletes the replaced versions of a large change in transactions of their own, so that little is left for the last
 * one. If the signal aborts, the next call begins again, and finds less to do.
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
  for (let at = 0; at < rows.length && !signal.aborted; at += BATCH_ROWS) {
    const part = rows.slice(at, at + BATCH_ROWS);
    deleted += await db.transaction().execute(async (tx) => {
      const lost = await deleteVersions(tx, projectId, part, before);
      return deleteAbandoned(tx, projectId, lost, change!.number - 1);
    });
  }
  return deleted;
}

/** Deletes changes that are read whole in one batch. The rows of a large change were thinned out before. */
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

/** Deletes the versions that changes replaced. @returns the ids of changes that may have nothing left */
async function deleteVersions(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly WrittenRow[],
  before: number,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const earlier = await deleteReplaced(tx, projectId, rows, before);
  // The only version of these rows was deleted just now.
  const lost = await deleteWritten(tx, projectId, earlier.filter(isSingle));
  const left = [...rows, ...earlier.filter((row) => !isSingle(row))];
  for (const part of partsOf(left, { maxLength: BATCH_VALUES }, (row) => row.values_count)) {
    lost.push(...(await deleteLost(tx, projectId, part)));
  }
  return lost;
}

const isSingle = ({ values_count: count }: WrittenRow): boolean => count === 1;

/** Deletes changes of which nothing is left, and then their parents if that was the last child. */
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
