import { ERRORS } from '@parlance/contracts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps, ReleaseOrder } from '../../deps.ts';
import { Failure, fail } from '../../errors.ts';
import { pollUntil, type Waiting } from '../../lib/poll.ts';
import { actorOf, ownerOf, type Principal, type ProjectRef } from '../kernel/index.ts';
import { getWritableProject, listAllLocales } from '../project/index.ts';
import { findLiveContent } from './live-content.store.ts';
import { keepRelease } from './publishing.store.ts';
import {
  deleteFailed,
  findReleaseStatus,
  getRelease,
  insertRelease,
  lockReleaseForReading,
  type ReleaseRow,
} from './release.store.ts';
import {
  requireEarlierLocales,
  requireOpenEnvironment,
  requireReleaseLocales,
} from './release-sources.ts';

export interface NewRelease
  extends Pick<ReleaseOrder, 'projectId' | 'locales' | 'skipUnchanged' | 'failOn' | 'address'> {
  /** Slug or id of the environment. */
  environment: string;
  note: string;
  fromReleaseId: string | null;
}

/**
 * Result of a request for a release. If a new release would change nothing, `release` is the
 * current release, and `isNew` is false.
 */
export interface CreatedRelease {
  release: ReleaseRow;
  isNew: boolean;
}

interface StartedRelease {
  projectId: ProjectRef;
  environmentId: string;
  releaseId: string;
}

/**
 * Requests a release, which a task publishes. Waits at most `waitMs` until the release is
 * published.
 * @throws `not_found`, `archived`, `validation_failed`, `checks_failed`; `conflict` if another
 * release of the environment is being published
 */
export async function createRelease(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  principal: Principal,
  input: NewRelease,
  waiting: Waiting,
): Promise<CreatedRelease> {
  const { db } = deps;
  const isWithdrawable = input.skipUnchanged && waiting.waitMs > 0;
  const started = await startRelease(deps, principal, input, isWithdrawable);
  const { projectId, releaseId } = started;
  const read = () => findReleaseStatus(db, projectId, releaseId);
  let status = await pollUntil(read, (state) => state !== 'publishing', waiting);
  if (status === 'publishing' && isWithdrawable) {
    await keepRelease(db, projectId, releaseId);
    status = await read();
  }
  if (status === null) {
    const live = await findLiveContent(db, projectId, started.environmentId);
    return { release: await getRelease(db, projectId, live!.releaseId), isNew: false };
  }
  const release = await getRelease(db, projectId, releaseId);
  if (release.failure) {
    const { code, detail, errors } = release.failure;
    if (ERRORS[code].status < 500) await deleteFailed(db, projectId, releaseId);
    throw new Failure(code, detail, { errors });
  }
  return { release, isNew: true };
}

/**
 * Stores a release and enqueues the task that publishes it. Errors that are known before the task
 * runs are thrown here.
 */
function startRelease(
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  principal: Principal,
  { environment: slugOrId, note, fromReleaseId, ...order }: NewRelease,
  isWithdrawable: boolean,
): Promise<StartedRelease> {
  return db.transaction().execute(async (tx) => {
    const { id: projectId } = await getWritableProject(tx, ownerOf(principal), order.projectId);
    const environment = await requireOpenEnvironment(tx, projectId, slugOrId);
    const all = await listAllLocales(tx, projectId);
    if (fromReleaseId === null) requireReleaseLocales(all, order.locales);
    else {
      await lockReleaseForReading(tx, projectId, fromReleaseId);
      requireEarlierLocales(all, await getRelease(tx, projectId, fromReleaseId), order.locales);
    }
    const releaseId = newId();
    const row = {
      id: releaseId,
      environmentId: environment.id,
      note,
      fromReleaseId,
      actor: actorOf(principal),
      isWithdrawable,
      now: clock.now(),
    };
    if (!(await insertRelease(tx, projectId, row))) {
      fail(
        'conflict',
        'Another release of the environment is publishing. Try again when it is published.',
      );
    }
    const { organizationId } = principal;
    await tasks.enqueue(tx, 'publish-release', { ...order, organizationId, projectId, releaseId });
    return { projectId, environmentId: environment.id, releaseId };
  });
}
