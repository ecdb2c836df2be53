import type { Db } from '../../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../../db/fault.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { lockWriters, type WriterLocks } from '../content/index.ts';
import { ownerOf, type Principal } from '../kernel/index.ts';
import { getProject, getProjectRef, type ProjectRow, requireWritable } from './project.store.ts';

const RETRY_AFTER_SECONDS = 5;

export interface EditCall {
  principal: Principal;
  projectId: string;
  address: string;
}

export interface EditOptions extends WriterLocks {
  /** True to allow a change of an archived project. */
  archived?: boolean;
  /**
   * Maximum time in milliseconds to wait for each lock. After that, the change is refused. Defaults
   * to 5,000.
   */
  waitMs?: number;
}

export interface Edit {
  tx: Db;
  project: ProjectRow;
  now: Date;
}

/**
 * Thrown if an edit has not taken all the locks that it needs. The edit then starts again and takes
 * the right locks.
 */
export class OtherLocks extends Error {}

export const LOCK_WAIT_MS = 5_000;

/** Locks of a change of comments or proposals. They prevent the removal of a locale that the transaction has read. */
export const KEEPS_LOCALES: WriterLocks = { rules: 'shared' };

/**
 * Runs a user's change of a project in a transaction. The wait for locks is limited, because a
 * waiting transaction occupies a database connection.
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
 * Runs a transaction whose wait for locks is limited. Runs `work` again if it throws {@link OtherLocks}.
 * @throws `service_unavailable` if the wait for a lock is too long
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
