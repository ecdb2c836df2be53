import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import {
  ensureChange,
  inContent,
  insertChange,
  keptDetail,
  type Writing,
} from '../../content/index.ts';
import type { Actor } from '../../kernel/index.ts';
import { type LocaleRow, type ProjectRow, requireLocales } from '../../project/index.ts';
import { bulkKeys } from './bulk-keys.ts';
import type { BulkOrder } from './bulk-run.store.ts';
import type { BulkTally } from './bulk-tally.ts';
import { bulkValues } from './bulk-values.ts';

export interface BulkWork {
  order: BulkOrder;
  project: ProjectRow;
  locales: readonly LocaleRow[];
  tally: BulkTally;
  signal: AbortSignal;
}

/**
 * Applies a bulk change to the given rows. A dry run (`writing` is null) only counts the effects.
 * @throws `not_found` for a locale, and the errors of `planValues`
 */
export async function bulkRows(
  tx: Db,
  { order, project, locales, tally, signal }: BulkWork,
  rowIds: readonly string[],
  writing: Writing | null,
): Promise<void> {
  if (order.kind === 'keys') {
    return bulkKeys(tx, { project, action: order.action, tally }, rowIds, writing);
  }
  const asked = requireLocales(locales, order.locales);
  const run = { project, allLocales: locales, locales: asked, order, tally, signal };
  return bulkValues(tx, run, rowIds, writing);
}

/**
 * Writes a bulk change of the given rows and records it. The caller's transaction holds the content
 * lock exclusively. Creates the parent change `parentId` if it does not exist yet.
 * @returns the id of the recorded change. Null if no row changed
 */
export async function writeRows(
  tx: Db,
  work: BulkWork,
  parts: readonly (readonly string[])[],
  { actor, now, parentId }: { actor: Actor; now: Date; parentId: string | null },
): Promise<string | null> {
  const { project, tally, order } = work;
  const by = { changeId: newId(), now };
  const sourceEdit = order.kind === 'values' ? { keepTranslations: order.keepTranslations } : {};
  const write = async (writing: Writing): Promise<void> => {
    for (const rowIds of parts) await bulkRows(tx, work, rowIds, writing);
  };
  await inContent(tx, project, by, write, sourceEdit);
  if (tally.changed === 0) return null;
  const projectId = project.id;
  const [action] = Object.keys(order.action);
  const details = { action, ...keptDetail(sourceEdit) };
  const change = { projectId, kind: 'bulk', actor, details, now } as const;
  if (parentId !== null) await ensureChange(tx, { ...change, id: parentId });
  await insertChange(tx, {
    ...change,
    id: by.changeId,
    ...(parentId === null ? {} : { parentId }),
  });
  return by.changeId;
}
