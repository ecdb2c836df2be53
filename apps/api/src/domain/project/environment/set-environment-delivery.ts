import type { Deps } from '../../../deps.ts';
import { auditEdit } from '../audit-edit.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import { announceBundles } from './announce-bundles.ts';
import { getEnvironment, updateEnvironmentRow } from './environment.store.ts';
import { findLatestReleases } from './environment-release.store.ts';
import type { EnvironmentView } from './update-environment.ts';

/**
 * Stops or resumes the delivery of an environment, which may be archived. Readers then get `gone`,
 * or the last release again. Does nothing if delivery already has the requested state.
 * @throws `not_found`
 */
export function setEnvironmentDelivery(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'bundleStore' | 'cdn'>,
  input: EditCall & { environmentId: string; isStopped: boolean },
): Promise<EnvironmentView> {
  return editProject(deps, input, { row: true, archived: true }, async ({ tx, project, now }) => {
    let row = await getEnvironment(tx, project.id, input.environmentId);
    if (input.isStopped !== (row.delivery_stopped_at !== null)) {
      const change = { delivery_stopped_at: input.isStopped ? now : null };
      row = await updateEnvironmentRow(tx, project.id, row.id, change, now);
      await announceBundles(deps, tx, project);
      const action = input.isStopped ? 'environment.stop_delivery' : 'environment.resume_delivery';
      await auditEdit(tx, input, { action, id: row.id, name: row.name, now });
    }
    const latest = await findLatestReleases(tx, project.id, [row.id]);
    return { row, latest: latest.get(row.id) };
  });
}
