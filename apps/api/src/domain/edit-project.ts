import type { Db } from '../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../db/fault.ts';
import { planOnce } from '../db/plan.ts';
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
import { limitLockWait } from './project-lock.store.ts';
import type { ProjectRef } from './tenant.ts';

const WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/** The caller, the project, and the origin of the request. */
export interface EditCall {
  principal: Principal;
  projectId: string;
  /** The client's address. */
  address: string;
}

export interface EditOptions extends WriterLocks {
  /** Locks that depend on what is to be changed, in place of the others. */
  locksFor?: (tx: Db, projectId: ProjectRef) => Promise<WriterLocks>;
  /** True if an archived project may be changed. */
  archived?: boolean;
  /** True if the change is of single rows only; see {@link planOnce}. */
  single?: boolean;
  /** Time to wait for each lock that another change holds, such as an import, before the change is refused. Defaults to 5 s. */
  waitMs?: number;
}

export interface Edit {
  tx: Db;
  /** As it stands once the locks are held. */
  project: ProjectRow;
  now: Date;
}

/** Begins an edit again: what it changes needs other locks than when they were taken. */
export class OtherLocks extends Error {}

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
  for (;;) {
    try {
      return await db.transaction().execute(async (tx) => {
        const ref = await getProjectRef(tx, owner, projectId, {
          lock_wait: limitLockWait(options.waitMs ?? WAIT_MS),
          ...(options.single ? { plans: planOnce } : {}),
        });
        await lockWriters(tx, ref, (await options.locksFor?.(tx, ref.id)) ?? options);
        const project = await getProject(tx, owner, projectId);
        if (!options.archived) requireWritable(project);
        return change({ tx, project, now: clock.now() });
      });
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
