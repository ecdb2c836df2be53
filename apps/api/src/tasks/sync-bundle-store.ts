import { syncStore } from '../domain/release/delivery/sync-store.ts';
import { trustedProject } from '../domain/tenant.ts';
import { task } from './queue/task.ts';

/** Puts the bundle store right after a change of an environment or a project, and compresses what a release stored. */
export const syncBundleStore = task({
  name: 'sync-bundle-store',
  concurrency: 2,
  isOnePerProject: true,
  // The store can be away for days; the comparison of all projects comes after it in any case.
  retryLimit: 100,
  retryDelaySeconds: 5,
  expireSeconds: 60 * 60,
  async run(deps, { projectId, environmentId }) {
    if (deps.bundleStore === null) return;
    await syncStore(deps, deps.bundleStore, trustedProject(projectId), environmentId ?? null);
  },
});
