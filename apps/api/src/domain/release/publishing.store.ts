import type { CheckFinding, ReleaseError } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import type { ProjectRef } from '../kernel/index.ts';
import { deleteKeptLocales } from './kept-locale.store.ts';

/**
 * SQL for an update of a release. The update has no effect if the release is not being published.
 */
const publishing = (db: Db, projectId: ProjectRef, releaseId: string) =>
  db
    .updateTable('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .where('status', '=', 'publishing');

export async function findPublishing(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<{ version: number; pending_at: Date | null } | null> {
  const row = await db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .where('status', '=', 'publishing')
    .select(['version', 'pending_at'])
    .executeTakeFirst();
  return row ?? null;
}

export interface PublishedContent {
  checkFindings: readonly CheckFinding[] | null;
  checkLevels: CheckLevels;
  keySeparator: string | null;
  messageFormat: string | null;
  partial: boolean;
  /** Time at which all messages were stored. Null if the same transaction publishes the release. */
  pendingAt: Date | null;
}

export async function setContent(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
  content: PublishedContent,
): Promise<void> {
  await publishing(tx, projectId, releaseId)
    .set({
      check_findings: content.checkFindings && JSON.stringify(content.checkFindings),
      check_levels: JSON.stringify(content.checkLevels),
      key_separator: content.keySeparator,
      message_format: content.messageFormat,
      partial: content.partial,
      pending_at: content.pendingAt,
      withdrawable: false,
    })
    .execute();
}

/** Marks a release as published. Readers see the release when the transaction commits. */
export async function markPublished(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
  now: Date,
): Promise<void> {
  await publishing(tx, projectId, releaseId)
    .set({ status: 'published', published_at: now })
    .execute();
}

export async function markFailed(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
  failure: ReleaseError,
): Promise<void> {
  const { numUpdatedRows } = await publishing(tx, projectId, releaseId)
    .set({
      status: 'failed',
      failure: JSON.stringify(failure),
      withdrawable: false,
      pending_at: null,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await deleteKeptLocales(tx, projectId, releaseId);
  await tx
    .deleteFrom('release_locale')
    .where('project_id', '=', projectId)
    .where('release_id', '=', releaseId)
    .execute();
}

/**
 * Prevents the deletion of a release that changes nothing, because a response is about to contain
 * this release.
 */
export async function keepRelease(db: Db, projectId: ProjectRef, releaseId: string): Promise<void> {
  await publishing(db, projectId, releaseId).set({ withdrawable: false }).execute();
}

/**
 * Deletes a release that would change nothing, unless a response contains it.
 * @returns false if the release was kept
 */
export async function withdrawRelease(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .where('status', '=', 'publishing')
    .where('withdrawable', '=', true)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
