import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { ensureChange, insertChange } from '../change/change.store.ts';
import { contentProjectOf } from '../key/content-project.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import { requireLocales } from '../locale/require-locales.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { bulkKeys } from './bulk-keys.ts';
import type { BulkOrder } from './bulk-run.store.ts';
import type { BulkTally } from './bulk-tally.ts';
import { type BulkWriting, bulkValues } from './bulk-values.ts';

/** An order, with the project and its locales as they are. */
export interface BulkWork {
  order: BulkOrder;
  project: ProjectRow;
  locales: readonly LocaleRow[];
  tally: BulkTally;
  signal: AbortSignal;
}

/** Does an order for some rows; with `writing` null, it only counts. @throws as `planValues`; `not_found` for a locale */
export async function bulkRows(
  tx: Db,
  { order, project: row, locales, tally, signal }: BulkWork,
  rowIds: readonly string[],
  writing: BulkWriting | null,
): Promise<void> {
  const project = contentProjectOf(row, locales);
  if (order.kind === 'keys') {
    return bulkKeys(tx, { project, action: order.action, tally }, rowIds, writing);
  }
  const asked = requireLocales(locales, order.locales);
  const sourceLocaleId = row.source_locale_id;
  const run = { project, sourceLocaleId, locales: asked, order, tally, signal };
  return bulkValues(tx, run, rowIds, writing);
}

/**
 * Does an order for some rows, in a transaction that holds the content lock exclusively, as a change. With `parentId`,
 * the change is a part of that one, which the first part that writes anything records.
 *
 * @returns the id of the change; null if nothing was written
 */
export async function writeRows(
  tx: Db,
  work: BulkWork,
  parts: readonly (readonly string[])[],
  { actor, now, parentId }: { actor: Actor; now: Date; parentId: string | null },
): Promise<string | null> {
  const writing = { by: { changeId: newId(), now }, changes: new ContentChanges() };
  for (const rowIds of parts) await bulkRows(tx, work, rowIds, writing);
  if (work.tally.changed === 0) return null;
  const projectId = work.project.id;
  const [action] = Object.keys(work.order.action);
  const change = { projectId, kind: 'bulk', actor, details: { action }, now } as const;
  if (parentId !== null) await ensureChange(tx, { ...change, id: parentId });
  await insertChange(tx, {
    ...change,
    id: writing.by.changeId,
    ...(parentId === null ? {} : { parentId }),
  });
  await applyChanges(tx, projectId, writing.changes);
  return writing.by.changeId;
}

/** Enqueues the tasks that compute again what depends on values. */
export async function checkAfter(
  { tasks }: Pick<Deps, 'tasks'>,
  tx: Db,
  projectId: ProjectRef,
): Promise<void> {
  await tasks.enqueue(tx, 'check-values', { projectId });
  await tasks.enqueue(tx, 'index-memory', {});
}
