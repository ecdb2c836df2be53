import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { environmentTag, projectTag } from './cache-tags.ts';
import { announceReleases } from './environment-release.store.ts';

interface ProjectOfOwner {
  readonly organizationId: string;
  readonly projectId: ProjectRef;
}

type AnnounceDeps = Pick<Deps, 'tasks' | 'bundleStore' | 'cdn'>;

/**
 * Notifies the processes, the bundle store and the CDN that the addresses of bundles have changed,
 * or that delivery was stopped or resumed.
 */
export async function announceBundles(
  deps: AnnounceDeps,
  tx: Db,
  { id: projectId, organization_id: organizationId }: { id: ProjectRef; organization_id: string },
): Promise<void> {
  await announce(deps, tx, { organizationId, projectId }, projectTag(projectId));
}

/** Notifies the processes, the bundle store and the CDN of a new release. */
export async function announceRelease(
  deps: AnnounceDeps,
  tx: Db,
  ref: ProjectOfOwner,
  environmentId: string,
): Promise<void> {
  await announce(deps, tx, { ...ref, environmentId }, environmentTag(environmentId));
}

async function announce(
  { tasks, bundleStore, cdn }: AnnounceDeps,
  tx: Db,
  changed: ProjectOfOwner & { environmentId?: string },
  tag: string,
): Promise<void> {
  const { organizationId } = changed;
  await announceReleases(tx, changed.projectId);
  if (bundleStore !== null) await tasks.enqueue(tx, 'sync-bundle-store', changed);
  if (cdn !== null) {
    await tasks.enqueue(tx, 'purge-cdn', { organizationId, tag, again: false });
  }
}
