import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectRef } from '../tenant.ts';
import { environmentTag, projectTag } from './cache-tags.ts';
import { announceReleases } from './environment-release.store.ts';

type AnnounceDeps = Pick<Deps, 'tasks' | 'bundleStore' | 'cdn'>;

/** Informs readers of every kind that a project or an environment was changed, archived or restored. */
export async function announceBundles(
  deps: AnnounceDeps,
  tx: Db,
  projectId: ProjectRef,
): Promise<void> {
  await announce(deps, tx, { projectId }, projectTag(projectId));
}

/** Informs readers of a release that the bundle store already contains, except for the compressed blobs. */
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
