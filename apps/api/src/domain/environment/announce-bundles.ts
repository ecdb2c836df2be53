import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectRef } from '../tenant.ts';
import { environmentTag, projectTag } from './cache-tags.ts';
import { announceReleases } from './environment-release.store.ts';

type AnnounceDeps = Pick<Deps, 'tasks' | 'bundleStore' | 'cdn'>;

/**
 * Tells the processes, the bundle store and the CDN that the addresses of bundles have changed, or that delivery was
 * stopped or resumed.
 */
export async function announceBundles(
  deps: AnnounceDeps,
  tx: Db,
  projectId: ProjectRef,
): Promise<void> {
  await announce(deps, tx, { projectId }, projectTag(projectId));
}

/** Tells the processes, the bundle store and the CDN about a new release. */
export async function announceRelease(
  deps: AnnounceDeps,
  tx: Db,
  projectId: ProjectRef,
  environmentId: string,
): Promise<void> {
  await announce(deps, tx, { projectId, environmentId }, environmentTag(environmentId));
}

async function announce(
  { tasks, bundleStore, cdn }: AnnounceDeps,
  tx: Db,
  changed: { projectId: ProjectRef; environmentId?: string },
  tag: string,
): Promise<void> {
  await announceReleases(tx, changed.projectId);
  if (bundleStore !== null) await tasks.enqueue(tx, 'sync-bundle-store', changed);
  if (cdn !== null) await tasks.enqueue(tx, 'purge-cdn', { tag, again: false });
}
