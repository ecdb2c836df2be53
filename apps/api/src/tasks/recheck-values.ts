import { NIL_ID } from '../db/ids/uuid.ts';
import type { Deps } from '../deps.ts';
import { findRecheckedProject, runRechecks } from '../domain/content/index.ts';

/**
 * Maximum time in milliseconds that one round spends on a project. After that, the next project is
 * processed.
 */
const PROJECT_MS = 5_000;

/**
 * Recomputes findings in each project with pending rechecks.
 * @returns the number of processed projects
 */
export async function recheckAllValues(
  { db }: Pick<Deps, 'db'>,
  signal: AbortSignal,
): Promise<number> {
  let projects = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const projectId = await findRecheckedProject(db, after);
    if (projectId === null) break;
    // Leaves locked values for a later round, because an import can lock values for minutes.
    await runRechecks(db, projectId, { signal, maxMs: PROJECT_MS, waitsForHeld: false });
    after = projectId;
    projects++;
  }
  return projects;
}
