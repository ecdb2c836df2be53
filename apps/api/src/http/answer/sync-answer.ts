import type { SyncMeta } from '@parlance/contracts';
import { encodeSyncToken, type SyncState } from '../../domain/content/index.ts';
import type { ProjectRef } from '../../domain/kernel/index.ts';

export const syncTokenOf = (projectId: ProjectRef, state: SyncState | null): string | null =>
  state && encodeSyncToken(projectId, state);

/** Returns the members of a response that contain the sync token of a project. */
export function syncAnswer(
  projectId: ProjectRef,
  state: SyncState | null,
): { meta: SyncMeta; headers: Record<string, string> } {
  const syncToken = syncTokenOf(projectId, state);
  return { meta: { syncToken }, headers: syncHeaders(syncToken) };
}

export const syncHeaders = (syncToken: string | null): Record<string, string> =>
  syncToken === null ? {} : { 'Parlance-Sync-Token': syncToken };
