import { type CheckFinding, ERRORS, type Fault, LIMITS } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../../db/fault.ts';
import type { Deps, ReleaseOrder } from '../../deps.ts';
import { Failure, fail } from '../../errors.ts';
import { backoffMs, retry } from '../../lib/retry.ts';
import { insertActivity } from '../activity/activity.store.ts';
import { audit } from '../audit/audit.store.ts';
import { runRechecks } from '../check/run-rechecks.ts';
import { type CheckCounts, sumCounts, summarizeChecks } from '../check/summarize-checks.ts';
import { announceReleases } from '../environment/environment-release.store.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import type { Owner } from '../principal.ts';
import { getWritableProject, type ProjectRow } from '../project/project.store.ts';
import { type ProjectRef, trustedOwner, trustedProject } from '../tenant.ts';
import { readRevisions } from '../value/revision.store.ts';
import { findLiveContent, isLive } from './live-content.store.ts';
import { fingerprintOf, type MessageSource, storeMessages } from './messages.store.ts';
import {
  copyReleaseLocales,
  findByFingerprint,
  findReleaseStatus,
  getRelease,
  insertReleaseLocale,
  type MadeMessages,
  markFailed,
  markPublished,
  type NewReleaseLocale,
  type ReleaseRow,
  withdrawRelease,
} from './release.store.ts';
import {
  messageSourceOf,
  requireEarlierLocales,
  requireOpenEnvironment,
  requireReleaseLocales,
} from './release-sources.ts';

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 40;

/** A release that is publishing, with its order. */
interface Publication {
  projectId: ProjectRef;
  release: ReleaseRow;
  owner: Owner;
  order: ReleaseOrder;
}

/**
 * Publishes a requested release: the content as it stands in one instant, or an earlier release again. Readers see
 * the release before or this one, never a mix. A refusal ends the release, which then says why. Bears being run
 * twice and being killed anywhere.
 */
export async function publishRelease(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: ReleaseOrder,
  signal: AbortSignal,
): Promise<void> {
  const publication = await findPublication(db, order);
  if (!publication) return;
  try {
    await checkBefore(db, publication, signal);
    signal.throwIfAborted();
    await publishOnce(db, publication, clock);
  } catch (error) {
    if (!(error instanceof Failure) || ERRORS[error.code].status >= 500) throw error;
    const { code, message: detail, errors } = error;
    await markFailed(db, publication.projectId, order.releaseId, {
      code,
      detail,
      errors: [...errors],
    });
  }
}

/** Ends a release that cannot be published. */
export async function giveUpRelease(
  { db }: Pick<Deps, 'db'>,
  { projectId, releaseId }: ReleaseOrder,
  detail: string,
): Promise<void> {
  await markFailed(db, trustedProject(projectId), releaseId, {
    code: 'internal',
    detail: `${detail} Publish again.`,
    errors: [],
  });
}

/** Null if the release has ended or was withdrawn. */
async function findPublication(db: Db, order: ReleaseOrder): Promise<Publication | null> {
  const projectId = trustedProject(order.projectId);
  const status = await findReleaseStatus(db, projectId, order.releaseId);
  if (status !== 'publishing') return null;
  const release = await getRelease(db, projectId, order.releaseId);
  const organizationId = trustedOwner(order.organizationId);
  const owner = { organizationId, projectIds: null, principalId: release.actor_id };
  return { projectId, release, owner, order };
}

/** Publishes; if a release of another environment stores the same content meanwhile, after that one. */
async function publishOnce(db: Db, publication: Publication, clock: Deps['clock']): Promise<void> {
  // One snapshot for all locales.
  const attempt = () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => publishIn(tx, publication, clock.now()));
  await retry(attempt, {
    attempts: MAX_ATTEMPTS,
    delayAfter(error, number) {
      const isRace = sqlStateOf(error) === SQL_STATES.uniqueViolation;
      return isRace ? backoffMs(number, { firstMs: FIRST_WAIT_MS }) : null;
    },
  });
}

/** Checks what is to be checked again, in transactions of its own: that of the release is to be short. */
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

async function publishIn(tx: Db, publication: Publication, now: Date): Promise<void> {
  const { projectId, release, owner, order } = publication;
  if ((await findReleaseStatus(tx, projectId, release.id)) !== 'publishing') return;
  const project = await getWritableProject(tx, owner, projectId);
  const environment = await requireOpenEnvironment(tx, projectId, release.environment_id);
  const content =
    release.from_release_id === null
      ? await readContent(tx, project, environment.fallback, order.locales)
      : await readEarlier(tx, projectId, release.from_release_id, order.locales);
  requireNoFindings(content, order.failOn);
  const made = await makeLocales(tx, content, now);
  if (order.skipUnchanged) {
    const live = await findLiveContent(tx, projectId, environment.id);
    const isSame = live && isLive(live, { ...content, locales: [...content.earlier, ...made] });
    if (isSame && (await withdrawRelease(tx, projectId, release.id))) return;
  }
  if (release.from_release_id !== null) {
    const tags = content.earlier.map(({ locale }) => locale);
    await copyReleaseLocales(tx, projectId, release.from_release_id, release.id, tags);
  }
  for (const row of made) {
    await insertReleaseLocale(tx, projectId, { ...row, releaseId: release.id });
  }
  await markPublished(tx, projectId, release.id, {
    checkFindings: content.findings,
    checkLevels: content.levels,
    keySeparator: content.keySeparator,
    partial: content.isPartial,
    now,
  });
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
      environment: environment.slug,
      version: release.version,
      fromReleaseId: release.from_release_id,
    },
  });
  await announceReleases(tx, projectId);
}

/** Makes the messages of the locales that are not those of an earlier release. */
async function makeLocales(tx: Db, { sources, counts }: ReleaseContent, now: Date) {
  const made: Omit<NewReleaseLocale, 'releaseId'>[] = [];
  if (sources.length === 0) return made;
  const revisionOf = await readRevisions(tx, sources[0]!.source.projectId);
  for (const { code, source } of sources) {
    const fingerprint = fingerprintOf(source, revisionOf);
    const messages = await makeMessages(tx, source, fingerprint, now);
    made.push({ ...messages, fingerprint, checks: counts.get(code) ?? {} });
  }
  return made;
}

/** The content of a release, and its checks. */
interface ReleaseContent {
  /** Empty if an earlier release is published again. */
  sources: readonly { code: string; source: MessageSource }[];
  /** The locales that are taken of an earlier release. */
  earlier: readonly MadeMessages[];
  /** Of its nested form; null: names are never split. */
  keySeparator: string | null;
  /** True if there are other locales, which stay as they were published last. */
  isPartial: boolean;
  counts: ReadonlyMap<string, CheckCounts>;
  levels: CheckLevels;
  /** Null if it was published before there were checks. */
  findings: readonly CheckFinding[] | null;
}

async function readContent(
  tx: Db,
  project: ProjectRow,
  fallback: 'source' | 'none',
  tags: readonly string[] | null,
): Promise<ReleaseContent> {
  const all = await listAllLocales(tx, project.id);
  const locales = requireReleaseLocales(all, tags);
  const isPartial = all.some((locale) => locale.enabled && !locales.includes(locale));
  const sources = locales.map((locale) => ({
    code: locale.code,
    source: messageSourceOf(project, all, locale, fallback),
  }));
  const published = sources.map(({ code, source }) => ({ code, ...source }));
  const { keySeparator } = project.settings;
  const checks = await summarizeChecks(tx, project.id, published);
  return { sources, earlier: [], keySeparator, isPartial, ...checks };
}

/**
 * An earlier release keeps what was found of it: its texts are what they were. Of its locales those that
 * are disabled since are left out, as everywhere.
 */
async function readEarlier(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
  tags: readonly string[] | null,
): Promise<ReleaseContent> {
  const earlier = await getRelease(tx, projectId, releaseId);
  const taken = requireEarlierLocales(await listAllLocales(tx, projectId), earlier, tags);
  return {
    sources: [],
    earlier: taken,
    keySeparator: earlier.key_separator ?? null,
    isPartial:
      earlier.partial || earlier.locales.some(({ locale }) => tags?.includes(locale) === false),
    counts: new Map(taken.map(({ locale, checks }) => [locale, checks ?? {}])),
    levels: earlier.check_levels ?? {},
    findings:
      earlier.check_findings?.filter((own) => taken.some(({ locale }) => locale === own.locale)) ??
      null,
  };
}

/** @throws `checks_failed` listing the first findings. */
function requireNoFindings(
  { counts, levels, findings }: ReleaseContent,
  failOn: 'error' | 'warning' | null,
): void {
  if (failOn === null) return;
  const severity = failOn === 'error' ? failOn : undefined;
  const count = sumCounts(counts.values(), levels, severity);
  if (count === 0) return;
  const errors: Fault[] = (findings ?? [])
    .filter((finding) => severity === undefined || finding.severity === severity)
    .slice(0, LIMITS.checkFindingsListed)
    .map(({ locale, key, code, message, value, params }) => ({
      path: `${locale}/${key}`,
      message: `${code}: ${message}`,
      finding: { code, ...(value !== undefined && { value }), ...(params && { params }) },
    }));
  const what = severity === undefined ? 'finding' : 'error';
  const found = count === 1 ? `1 ${what}` : `${count} ${what}s`;
  fail(
    'checks_failed',
    `The checks found ${found}. Nothing was published. Correct the values, or publish with a less strict failOn.`,
    { errors },
  );
}

async function makeMessages(
  tx: Db,
  source: MessageSource,
  fingerprint: string,
  now: Date,
): Promise<MadeMessages> {
  const { projectId, localeTag: locale } = source;
  const same = await findByFingerprint(tx, projectId, locale, fingerprint);
  return same ?? { locale, ...(await storeMessages(tx, source, now)) };
}
