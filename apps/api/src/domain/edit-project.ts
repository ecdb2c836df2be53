import type { Db } from '../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../db/fault.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { lockWriters, type WriterLocks } from './content/transaction.ts';
import { ownerOf, type Principal } from './principal.ts';
import {
  getProject,
  getProjectRef,
  type ProjectRow,
  requireWritable,
} from './project/project.store.ts';

const RETRY_AFTER_SECONDS = 5;

/** The caller, the project, and the origin of the request. */
export interface EditCall {
  principal: Principal;
  projectId: string;
  /** The client's address. */
  address: string;
}

export interface EditOptions extends WriterLocks {
  /** True if an archived project may be changed too. */
  archived?: boolean;
  /**
   * Time to wait for each lock that another change holds, such as an import, before the change is refused. Defaults to
   * 5 s.
   */
  waitMs?: number;
}

export interface Edit {
  tx: Db;
  /** The project in its state under the locks. */
  project: ProjectRow;
  now: Date;
}

/** Thrown to restart an edit that needs other locks than those that were taken. */
export class OtherLocks extends Error {}

/** Default time to wait for each lock. */
export const LOCK_WAIT_MS = 5_000;

/**
 * Runs a person's change of a project in a transaction. The wait for other writers is limited, because each waiting
 * transaction holds a connection that all projects share.
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
  return withLocks(db, async (tx) => {
    const ref = await getProjectRef(tx, owner, projectId, {
      lockWaitMs: options.waitMs ?? LOCK_WAIT_MS,
    });
    await lockWriters(tx, ref, options);
    const project = await getProject(tx, owner, projectId);
    if (!options.archived) requireWritable(project);
    return change({ tx, project, now: clock.now() });
  });
}

/**
 * Runs a transaction with a limited wait for locks, and repeats it as long as it needs other locks.
 *
 * @throws `service_unavailable` if it waits too long
 */
export async function withLocks<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (error instanceof OtherLocks) continue;
      if (sqlStateOf(error) !== SQL_STATES.lockNotAvailable) throw error;
      fail(
        'service_unavailable',
        'Another request is changing this project. Try again in a moment.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
      );
    }
  }
}
