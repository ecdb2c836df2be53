import type { Deps } from '../../deps.ts';
import { ownerOf } from '../kernel/index.ts';
import { auditEdit } from './audit-edit.ts';
import { type EditCall, editProject } from './edit-project.ts';
import { announceBundles } from './environment/announce-bundles.ts';
import { getProject, type ProjectRow, updateProjectRow } from './project.store.ts';

/**
 * Stops or resumes the delivery of a project, which may be archived. Readers of all its environments then get `gone`,
 * or the last releases again. Does nothing if delivery already has the requested state.
 * @throws `not_found`
 */
export function setProjectDelivery(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'bundleStore' | 'cdn'>,
  input: EditCall & { isStopped: boolean },
): Promise<ProjectRow> {
  return editProject(deps, input, { row: true, archived: true }, async ({ tx, project, now }) => {
    const { id, name } = project;
    if (input.isStopped === (project.delivery_stopped_at !== null)) return project;
    await updateProjectRow(tx, id, { deliveryStoppedAt: input.isStopped ? now : null }, now);
    await announceBundles(deps, tx, project);
    const action = input.isStopped ? 'project.stop_delivery' : 'project.resume_delivery';
    await auditEdit(tx, input, { action, id, name, now });
    return getProject(tx, ownerOf(input.principal), id);
  });
}
