import { ERRORS, i18nReleasesCreate, type ReleaseError } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../../db/fault.ts';
import type { Deps, ReleaseOrder } from '../../deps.ts';
import { Failure } from '../../errors.ts';
import { backoffMs, retry } from '../../lib/retry.ts';
import { type BundleStore, BundleStoreError } from '../../providers/bundle-store/bundle-store.ts';
import { numberChanges, runRechecks } from '../content/index.ts';
import { announceEvent, trustedOwner, trustedProject } from '../kernel/index.ts';
import { getWritableProject, listAllLocales, lockAuthor, requireAuthor } from '../project/index.ts';
import { deliverRelease } from './delivery/deliver-release.ts';
import { setNested } from './delivery/delivery.store.ts';
import { StoreAhead } from './delivery/store-ahead.ts';
import { storeBlobs } from './delivery/store-blobs.ts';
import type { Messages } from './delivery/store-forms.ts';
import type { Publication } from './publication.ts';
import { findPublishing, markFailed } from './publishing.store.ts';
import { factsOf, recordContent, showRelease } from './record-release.ts';
import { getRelease, type MadeMessages } from './release.store.ts';
import { makeContent } from './release-content.ts';
import { requireReleaseLocales } from './release-sources.ts';

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 40;

type PublishDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'bundleStore' | 'cdn' | 'log'>;
type FailDeps = Pick<PublishDeps, 'db' | 'clock' | 'tasks' | 'bundleStore'>;

/**
 * Publishes a release that was requested. Its content is the current content of the project, or the
 * content of an earlier release. Readers never see a part of a release. An expected error marks the
 * release as failed. The task may run again or be killed at any point.
 */
export async function publishRelease(
  deps: PublishDeps,
  order: ReleaseOrder,
  signal: AbortSignal,
): Promise<void> {
  const { db, bundleStore, log } = deps;
  const publication = await findPublication(db, order);
  if (!publication) return;
  try {
    if (!publication.isPending) await checkBefore(db, publication, signal);
    signal.throwIfAborted();
    // Numbers the changes that the release contains, so that the release is announced after them.
    await numberChanges(db, publication.projectId, signal);
    if (bundleStore === null) await publishOnce(deps, publication);
    else await publishThrough(deps, bundleStore, publication);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (error instanceof BundleStoreError)
      log.error({ releaseId: order.releaseId, reason: error.message }, 'failed to store a release');
    await endFailed(deps, order, failure);
  }
}

/** Returns the error to store with a failed release. Null if the task should run again. */
function failureOf(error: unknown): ReleaseError | null {
  if (error instanceof BundleStoreError) {
    const { reason, isRepeatable } = error;
    // Only operators see the address of the store, in the log.
    const remedy = isRepeatable
      ? 'Publish again.'
      : 'Publishing again does not help: an operator of the service finds the reason in its log.';
    const detail = `The bundle store did not take the release (${reason}). ${remedy}`;
    return { code: 'bundle_store_failed', detail, errors: [] };
  }
  if (!(error instanceof Failure) || ERRORS[error.code].status >= 500) return null;
  const { code, message: detail, errors } = error;
  return { code, detail, errors: [...errors] };
}

/**
 * Marks a release as failed. If a manifest may contain the release, also enqueues the task that
 * corrects the manifest.
 */
async function endFailed(
  { db, clock, tasks, bundleStore }: FailDeps,
  { releaseId, ...order }: ReleaseOrder,
  failure: ReleaseError,
): Promise<void> {
  const projectId = trustedProject(order.projectId);
  const organizationId = trustedOwner(order.organizationId);
  await db.transaction().execute(async (tx) => {
    await markFailed(tx, projectId, releaseId, failure);
    const facts = factsOf(await getRelease(tx, projectId, releaseId), order);
    const event = { organizationId, projectId, event: 'release.failed', at: clock.now() } as const;
    await announceEvent(tx, { ...event, facts });
    if (bundleStore !== null)
      await tasks.enqueue(tx, 'sync-bundle-store', { organizationId, projectId });
  });
}

export async function giveUpRelease(
  deps: FailDeps,
  order: ReleaseOrder,
  detail: string,
): Promise<void> {
  const failure = { code: 'internal', detail: `${detail} Publish again.`, errors: [] } as const;
  await endFailed(deps, order, { ...failure, errors: [] });
}

/**
 * Returns the release to publish. Null if the release was deleted or is no longer being published.
 */
async function findPublication(db: Db, order: ReleaseOrder): Promise<Publication | null> {
  const projectId = trustedProject(order.projectId);
  const publishing = await findPublishing(db, projectId, order.releaseId);
  if (publishing === null) return null;
  const release = await getRelease(db, projectId, order.releaseId);
  const organizationId = trustedOwner(order.organizationId);
  const owner = { organizationId, projectIds: null, principalId: release.actor_id };
  return { projectId, release, owner, order, isPending: publishing.pending_at !== null };
}

/**
 * Requires that the author of a release may still publish it. The author keeps the right until the
 * end of the transaction.
 * @throws `role_forbidden`
 */
async function requirePublisher(
  tx: Db,
  { projectId, owner: { organizationId }, release }: Publication,
): Promise<void> {
  const actor = { type: release.actor_type, id: release.actor_id, name: release.actor_name };
  await lockAuthor(tx, organizationId, actor);
  await requireAuthor(tx, { organizationId, projectId, actor, endpoint: i18nReleasesCreate });
}

/** Publishes a release in one transaction. Used if the service has no bundle store. */
const publishOnce = (deps: PublishDeps, publication: Publication): Promise<void> =>
  inSnapshot(deps.db, async (tx) => {
    const now = deps.clock.now();
    const content = await makeContent(tx, publication, now);
    if (content === null) return;
    await requirePublisher(tx, publication);
    await recordContent(tx, publication, content);
    await showRelease(deps, tx, publication, now);
  });

/**
 * Publishes a release with a bundle store in four steps: uploads the blobs, marks the release as
 * pending, writes the manifest, and marks the release as published. If the process is killed, the
 * next attempt continues with the same step. A manifest refers only to existing blobs.
 */
async function publishThrough(
  deps: PublishDeps,
  store: BundleStore,
  publication: Publication,
): Promise<void> {
  const { db, clock } = deps;
  const { projectId, release } = publication;
  if (!publication.isPending) {
    const now = clock.now();
    const ahead = new StoreAhead(deps, store, projectId);
    const content = await inSnapshot(db, (tx) =>
      makeContent(tx, publication, now, (made, keySeparator, text) =>
        ahead.begin(tx, storedAs(made, keySeparator), text),
      ),
    ).finally(() => ahead.end());
    if (content === null) return;
    const messages = [...content.earlier, ...content.made].map((made) =>
      storedAs(made, content.keySeparator),
    );
    const nested = await storeBlobs(deps, store, projectId, messages, ahead);
    await db.transaction().execute(async (tx) => {
      if ((await findPublishing(tx, projectId, release.id)) === null) return;
      await requirePublisher(tx, publication);
      await recordContent(tx, publication, content, now);
      await setNested(tx, projectId, release.id, nested);
    });
  }
  const publishing = await findPublishing(db, projectId, release.id);
  if (publishing === null) return;
  const { id, environment_id: environmentId } = release;
  // A killed process may have left the release pending for a while.
  if (publication.isPending)
    await db.transaction().execute((tx) => requirePublisher(tx, publication));
  await deliverRelease(db, store, projectId, { id, environmentId });
  await db.transaction().execute(async (tx) => {
    const open = await findPublishing(tx, projectId, id);
    if (open === null) return;
    const shown = { ...publication, release: { ...release, version: open.version } };
    await showRelease(deps, tx, shown, open.pending_at!);
  });
}

/** SQLSTATEs of errors after which a new snapshot can succeed. */
const PASSING: ReadonlySet<string | null> = new Set([
  SQL_STATES.uniqueViolation,
  SQL_STATES.serializationFailure,
]);

/**
 * Runs `work` in one snapshot of all locales. Runs it again if another release has stored the same
 * blob at the same time, or if the rights of the author have changed since.
 */
async function inSnapshot<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const attempt = () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => work(tx));
  return retry(attempt, {
    attempts: MAX_ATTEMPTS,
    delayAfter(error, number) {
      return PASSING.has(sqlStateOf(error)) ? backoffMs(number, { firstMs: FIRST_WAIT_MS }) : null;
    },
  });
}

/**
 * Updates stored findings in separate transactions, which shortens the transaction of the release.
 */
async function checkBefore(
  db: Db,
  { projectId, owner, release, order }: Publication,
  signal: AbortSignal,
): Promise<void> {
  if (release.from_release_id !== null) return;
  await getWritableProject(db, owner, projectId);
  requireReleaseLocales(await listAllLocales(db, projectId), order.locales);
  await runRechecks(db, projectId, { signal });
}

const storedAs = (
  { locale, sha256, size_bytes }: MadeMessages,
  keySeparator: string | null,
): Messages => ({ locale, sha256, sizeBytes: size_bytes, keySeparator });
