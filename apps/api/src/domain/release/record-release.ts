import type { Db } from '../../db/client.ts';
import type { Deps, ReleaseOrder } from '../../deps.ts';
import { findLastNumber } from '../content/index.ts';
import {
  announceEvent,
  audit,
  type EventFacts,
  insertActivity,
  type ProjectRef,
} from '../kernel/index.ts';
import { announceRelease } from '../project/index.ts';
import { insertKeptLocales } from './kept-locale.store.ts';
import type { Publication } from './publication.ts';
import { markPublished, setContent } from './publishing.store.ts';
import {
  copyReleaseLocales,
  getRelease,
  insertReleaseLocales,
  type ReleaseRow,
} from './release.store.ts';
import type { MadeContent } from './release-content.ts';

/**
 * Stores the messages of a release. `pendingAt` is null if the same transaction publishes the
 * release.
 */
export async function recordContent(
  tx: Db,
  { projectId, release }: Publication,
  content: MadeContent,
  pendingAt: Date | null = null,
): Promise<void> {
  if (release.from_release_id !== null) {
    const earlier = content.earlier.map(({ locale }) => locale);
    await copyReleaseLocales(tx, projectId, release.from_release_id, release.id, earlier);
  }
  const made = content.made.map((row) => ({ ...row, releaseId: release.id }));
  await insertReleaseLocales(tx, projectId, made);
  await insertKeptLocales(tx, projectId, release.id, content.kept);
  await setContent(tx, projectId, release.id, {
    checkFindings: content.findings,
    checkLevels: content.levels,
    keySeparator: content.keySeparator,
    messageFormat: content.messageFormat,
    partial: content.isPartial,
    pendingAt,
  });
}

/**
 * Marks a release as published and informs readers. Readers see the release when the transaction
 * commits.
 */
export async function showRelease(
  deps: Pick<Deps, 'tasks' | 'bundleStore' | 'cdn'>,
  tx: Db,
  { projectId, release, owner, order }: Publication,
  now: Date,
): Promise<void> {
  await markPublished(tx, projectId, release.id, now);
  const { organizationId } = owner;
  await insertActivity(tx, { organizationId, id: release.id, type: 'release', projectId, at: now });
  await audit(tx, {
    organizationId,
    at: now,
    actor: { type: release.actor_type, id: release.actor_id, name: release.actor_name },
    action: 'release.publish',
    target: { type: 'release', id: release.id, name: null },
    address: order.address,
    details: {
      projectId,
      environment: release.environment,
      version: release.version,
      fromReleaseId: release.from_release_id,
    },
  });
  await announceEvent(tx, {
    organizationId,
    projectId,
    event: 'release.published',
    at: now,
    facts: { ...factsOf(release, order), ...(await contentFacts(tx, projectId, release.id)) },
  });
  await announceRelease(deps, tx, { organizationId, projectId }, release.environment_id);
}

/** Returns what a published release contains, for its event. */
async function contentFacts(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<Partial<EventFacts>> {
  const { locales, partial } = await getRelease(tx, projectId, releaseId);
  const keys = locales.map((row) => row.key_count);
  return {
    partial,
    number: await findLastNumber(tx, projectId),
    locales: locales.map(({ locale }) => locale),
    counts: {
      locales: locales.length,
      keys: Math.max(0, ...keys),
      values: keys.reduce((sum, count) => sum + count, 0),
    },
    sizes: Object.fromEntries(locales.map((row) => [row.locale, row.size_bytes])),
  };
}

/**
 * Returns the details of a release for an event. Includes the locales only if the release is limited to some locales.
 */
export const factsOf = (
  release: ReleaseRow,
  { locales }: Pick<ReleaseOrder, 'locales'>,
): EventFacts => ({
  actor: { type: release.actor_type, id: release.actor_id, name: release.actor_name },
  locales,
  releaseId: release.id,
  environment: release.environment,
  version: release.version,
});
