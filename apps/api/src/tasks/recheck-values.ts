import { NIL_ID } from '../db/ids/uuid.ts';
import type { Deps } from '../deps.ts';
import { runRechecks } from '../domain/check/run-rechecks.ts';
import { findRecheckedProject } from '../domain/recheck/recheck.store.ts';

/** Maximum time for one project before the next project has its turn. */
const PROJECT_MS = 5_000;

/** Computes findings again in each project with open rechecks. @returns the number of those projects */
export async function recheckAllValues(
  { db }: Pick<Deps, 'db'>,
  signal: AbortSignal,
): Promise<number> {
  let projects = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const projectId = await findRecheckedProject(db, after);
    if (projectId === null) break;
    // An import can lock values for minutes, so locked ones are left for a later round.
    await runRechecks(db, projectId, { signal, maxMs: PROJECT_MS, waitsForHeld: false });
    after = projectId;
    projects++;
  }
  return projects;
}
