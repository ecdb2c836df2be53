import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { ownerOf, type Principal } from './principal.ts';
import { getProject, getWritableProject, type ProjectRow } from './project/project.store.ts';
import { limitLockWait, lockContent, lockProject } from './project-lock.store.ts';

/** How long a person's change waits for other changes of the same project, such as an import, before it is refused. */
const WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;
const LOCK_NOT_AVAILABLE = '55P03';

/** Who changes which project, and from where. */
export interface EditCall {
  principal: Principal;
  projectId: string;
  /** The client's address. */
  address: string;
}

export interface EditOptions {
  /** Orders the change among those of the project's keys and values; see {@link lockContent}. */
  content?: 'exclusive' | 'shared';
  /** Takes the project's row: for what reads its locales, settings or names and then writes. */
  row?: boolean;
  /** Whether an archived project may be changed. */
  archived?: boolean;
}

export interface Edit {
  tx: Db;
  /** As it stands once the locks are held. */
  project: ProjectRow;
  now: Date;
}

/**
 * Runs a person's change of a project in a transaction. It waits for other writers only so long: each
 * one that waits holds a connection, which all projects share.
 *
 * @throws `not_found`, `archived`, `service_unavailable`
 */
export async function editProject<Result>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { principal, projectId }: Pick<EditCall, 'principal' | 'projectId'>,
  options: EditOptions,
  change: (edit: Edit) => Promise<Result>,
): Promise<Result> {
  const owner = ownerOf(principal);
  const read = options.archived ? getProject : getWritableProject;
  try {
    return await db.transaction().execute(async (tx) => {
      await limitLockWait(tx, WAIT_MS);
      let project = await read(tx, owner, projectId);
      if (options.content || options.row) {
        if (options.content) await lockContent(tx, project.id, options.content);
        if (options.row) await lockProject(tx, project.id);
        project = await read(tx, owner, projectId);
      }
      return change({ tx, project, now: clock.now() });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    return fail(
      'service_unavailable',
      'Another request is changing this project. Try again in a moment.',
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      },
    );
  }
}
