import { NIL_ID } from '../db/ids/uuid.ts';
import type { Deps } from '../deps.ts';
import { findUnnumberedProject, numberIdleProject } from '../domain/content/index.ts';

/**
 * Assigns numbers to committed changes of all projects, except changes that another process numbers.
 * @returns the number of changes that got a number
 */
export async function numberAllChanges(
  { db }: Pick<Deps, 'db'>,
  signal: AbortSignal,
): Promise<number> {
  let numbered = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const projectId = await findUnnumberedProject(db, after);
    if (projectId === null) break;
    numbered += await numberIdleProject(db, projectId, signal);
    after = projectId;
  }
  return numbered;
}
