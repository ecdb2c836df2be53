import type { Deps } from '../../../deps.ts';
import { type EditCall, editProject } from '../../project/index.ts';
import { deleteUnits } from './memory-unit.store.ts';

/**
 * Deletes the imported translations of a project, and returns their number.
 * @throws `not_found`, `archived`
 */
export const deleteMemory = (deps: Pick<Deps, 'db' | 'clock'>, call: EditCall): Promise<number> =>
  editProject(deps, call, {}, ({ tx, project }) => deleteUnits(tx, project.id));
