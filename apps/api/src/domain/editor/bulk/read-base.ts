import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import {
  encodeSyncToken,
  numberChanges,
  readSyncState,
  requireSyncState,
} from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/**
 * Returns the sync token against which a bulk change detects conflicts: the caller's token, or a
 * token of the current state.
 * @throws `validation_failed`, `unknown_sync_token`; `service_unavailable` if too many changes are
 * in progress
 */
export async function readBase(
  db: Db,
  projectId: ProjectRef,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) {
    await requireSyncState(db, projectId, given, '/base');
    return given;
  }
  for (const isLast of [false, true]) {
    const state = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readSyncState(tx, projectId));
    if (state) return encodeSyncToken(projectId, state);
    if (!isLast) await numberChanges(db, projectId);
  }
  return fail('service_unavailable', 'Too many changes are being made. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
