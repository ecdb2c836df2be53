import { trustedProject } from '../domain/kernel/index.ts';
import { syncStore } from '../domain/release/index.ts';
import { task } from './queue/task.ts';

/**
 * Updates the bundle store after a change of an environment or a project. Also uploads the
 * compressed files of a release.
 */
export const syncBundleStore = task({
  name: 'sync-bundle-store',
  concurrency: 3,
  isOnePerProject: true,
  retryLimit: 100,
  retryDelaySeconds: 5,
  expireSeconds: 60 * 60,
  async run(deps, { projectId, environmentId }) {
    if (deps.bundleStore === null) return;
    await syncStore(deps, deps.bundleStore, trustedProject(projectId), environmentId ?? null);
  },
});
