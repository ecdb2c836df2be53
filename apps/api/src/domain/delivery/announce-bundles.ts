import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { announceReleases } from '../environment/environment-release.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { environmentTag, projectTag } from './cache-tags.ts';

type AnnounceDeps = Pick<Deps, 'tasks' | 'bundleStore' | 'cdn'>;

/** Tells readers of every kind that a project or an environment was changed, archived or restored. */
export async function announceBundles(
  deps: AnnounceDeps,
  tx: Db,
  projectId: ProjectRef,
): Promise<void> {
  await announceReleases(tx, projectId);
  if (deps.bundleStore !== null) await deps.tasks.enqueue(tx, 'sync-bundle-store', { projectId });
  await purge(deps, tx, projectTag(projectId));
}

/** Tells processes and caches of a release, which the bundle store has. */
export async function announceRelease(
  deps: AnnounceDeps,
  tx: Db,
  projectId: ProjectRef,
  environmentId: string,
): Promise<void> {
  await announceReleases(tx, projectId);
  await purge(deps, tx, environmentTag(environmentId));
}

async function purge({ tasks, cdn }: AnnounceDeps, tx: Db, tag: string): Promise<void> {
  if (cdn !== null) await tasks.enqueue(tx, 'purge-cdn', { tag, again: false });
}
