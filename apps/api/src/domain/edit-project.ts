import type { Db } from '../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../db/fault.ts';
import { planOnce } from '../db/plan.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { ownerOf, type Principal } from './principal.ts';
import {
  getProject,
  getProjectWith,
  getWritableProject,
  type ProjectRow,
  requireWritable,
} from './project/project.store.ts';
import {
  type LockMode,
  limitLockWait,
  lockContent,
  lockProject,
  lockRules,
} from './project-lock.store.ts';

/** Time that a person's change waits for other changes of the same project, such as an import, before it is refused. */
const WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/** The caller, the project, and the origin of the request. */
export interface EditCall {
  principal: Principal;
  projectId: string;
  /** The client's address. */
  address: string;
}

export interface EditOptions {
  /**
   * Orders the change among those of the project's keys and values; see {@link lockContent}. A function
   * is asked again once the locks are held, and the transaction starts again if it wants another lock.
   */
  content?: LockMode | ((tx: Db, project: ProjectRow) => Promise<LockMode | undefined>);
  /** Orders edits of single values and changes of what they depend on; see {@link lockRules}. */
  rules?: LockMode;
  /** Takes the project's row: for what reads its locales, settings or names and then writes. */
  row?: boolean;
  /** True if an archived project may be changed. */
  archived?: boolean;
  /** True if the change is of single rows only; see {@link planOnce}. */
  single?: boolean;
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
    for (;;) {
      const edited = await db.transaction().execute(async (tx) => {
        const before = await getProjectWith(tx, owner, projectId, {
          lock_wait: limitLockWait(WAIT_MS),
          ...(options.single ? { plans: planOnce } : {}),
        });
        if (!options.archived) requireWritable(before);
        const content = await contentLockOf(tx, before, options);
        const project = await lockAll(tx, before, { ...options, content }, () =>
          read(tx, owner, projectId),
        );
        if (content !== (await contentLockOf(tx, project, options))) return null;
        return { result: await change({ tx, project, now: clock.now() }) };
      });
      if (edited) return edited.result;
    }
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATES.lockNotAvailable) throw error;
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

const contentLockOf = async (
  tx: Db,
  project: ProjectRow,
  { content }: EditOptions,
): Promise<LockMode | undefined> =>
  typeof content === 'function' ? content(tx, project) : content;

/** Takes the locks in the order that all changes keep. */
async function lockAll(
  tx: Db,
  project: ProjectRow,
  { content, rules, row }: EditOptions & { content: LockMode | undefined },
  read: () => Promise<ProjectRow>,
): Promise<ProjectRow> {
  if (!content && !rules && !row) return project;
  if (content) await lockContent(tx, project.id, content);
  const parents = rules === 'shared' && project.parent_id ? [project.parent_id] : [];
  if (rules) await lockRules(tx, [project.id, ...parents], rules);
  if (row) await lockProject(tx, project.id);
  return read();
}
