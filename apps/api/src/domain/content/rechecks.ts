import type { Db } from '../../db/client.ts';
import { rangesOf } from '../batches.ts';
import type { ProjectRef } from '../tenant.ts';
import { FINDINGS } from '../value/revision.store.ts';
import { resetChecks, resetProjectChecks } from './checks.store.ts';
import { insertMarks } from './counts.store.ts';
import { forgetSourceHashes } from './sources.store.ts';

/** Marks findings of values as changed, of content that has not changed. */
export const markFindings = (tx: Db, projectId: ProjectRef): Promise<void> =>
  insertMarks(tx, projectId, [FINDINGS]);

/** Has the translations of these keys checked again: what their checks depend on has changed. */
export async function recheckKeys(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<void> {
  for (const [from, to] of rangesOf(keyIds.length)) {
    await resetChecks(tx, projectId, keyIds.slice(from, to));
  }
  if (keyIds.length > 0) await markFindings(tx, projectId);
}

/** Has all values of a project checked again: its messages are of another format, or from another source. */
export async function recheckProject(
  tx: Db,
  projectId: ProjectRef,
  { hasOtherSource }: { hasOtherSource: boolean },
): Promise<void> {
  if (hasOtherSource) await forgetSourceHashes(tx, projectId, null);
  await resetProjectChecks(tx, projectId, { hasOtherSource });
  await markFindings(tx, projectId);
}
