import { type CheckFinding, type Fault, LIMITS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { forgetPlans } from '../../db/plan.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail, failAt } from '../../errors.ts';
import { backoffMs, retry } from '../../lib/retry.ts';
import { audit } from '../audit/audit.store.ts';
import { checkUnchecked } from '../check/check-values.ts';
import { type CheckCounts, sumCounts, summarizeChecks } from '../check/summarize-checks.ts';
import { findEnvironment } from '../environment/environment.store.ts';
import { announceReleases } from '../environment/environment-release.store.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import { actorOf, ownerOf, type Principal } from '../principal.ts';
import { getWritableProject, type ProjectRow } from '../project/project.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { readRevisions } from '../value/revision.store.ts';
import { findLiveContent, isLive } from './live-content.store.ts';
import { fingerprintOf, type MessageSource, storeMessages } from './messages.store.ts';
import {
  copyReleaseLocales,
  findByFingerprint,
  getRelease,
  insertRelease,
  insertReleaseLocale,
  type MadeMessages,
  type NewReleaseLocale,
  type ReleaseRow,
} from './release.store.ts';
import { messageSourceOf, requireReleaseLocales } from './release-sources.ts';

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 40;
const SERIALIZATION_FAILURE = '40001';
const UNIQUE_VIOLATION = '23505';

export interface NewRelease {
  projectId: string;
  /** Slug or id. */
  environment: string;
  /** Canonical tags; null: every enabled locale. */
  locales: readonly string[] | null;
  note: string;
  fromReleaseId: string | null;
  /** Publishes nothing where the live release has the same content. */
  skipUnchanged: boolean;
  /** Refuses where the checks find such, or worse. */
  failOn: 'error' | 'warning' | null;
  address: string;
}

/** The live release, and whether it was published now. */
export interface Publication {
  release: ReleaseRow;
  isNew: boolean;
}

/**
 * Publishes the content as it stands in one instant, or an earlier release anew. Readers see the
 * release before or this one, never a mix; what did not change is not written again.
 *
 * @throws `not_found`, `archived`, `validation_failed`, `conflict`, `checks_failed`
 */
export async function publishRelease(
  deps: Pick<Deps, 'db' | 'clock' | 'concurrency'>,
  principal: Principal,
  input: NewRelease,
): Promise<Publication> {
  await checkBefore(deps.db, principal, input);
  return deps.concurrency.publishing.run(input.projectId.toLowerCase(), () =>
    publishOnce(deps, principal, input),
  );
}

/** Publishes; where another process does too, and numbers a release the same, after that one. */
async function publishOnce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: NewRelease,
): Promise<Publication> {
  // One snapshot for all locales.
  const attempt = () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => publishIn(tx, principal, input, clock.now()));
  return retry(attempt, {
    attempts: MAX_ATTEMPTS,
    delayAfter(error, number) {
      const { code } = error as { code?: string };
      const isRace = code === UNIQUE_VIOLATION || code === SERIALIZATION_FAILURE;
      return isRace ? backoffMs(number, { firstMs: FIRST_WAIT_MS }) : null;
    },
  });
}

/** Checks what is not checked yet, in transactions of its own: that of the release is to be short. */
async function checkBefore(db: Db, principal: Principal, input: NewRelease): Promise<void> {
  if (input.fromReleaseId !== null) return;
  const { id: projectId } = await getWritableProject(db, ownerOf(principal), input.projectId);
  const locales = requireReleaseLocales(await listAllLocales(db, projectId), input.locales);
  for (const { id: localeId } of locales) await checkUnchecked(db, { projectId, localeId });
}

async function publishIn(
  tx: Db,
  principal: Principal,
  input: NewRelease,
  now: Date,
): Promise<Publication> {
  await forgetPlans(tx);
  const project = await getWritableProject(tx, ownerOf(principal), input.projectId);
  const environment = await findEnvironment(tx, project.id, input.environment);
  if (!environment) fail('not_found', `The project has no environment ${input.environment}.`);
  if (environment.archived_at !== null)
    fail('archived', 'The environment is archived. Restore it, or choose another environment.');
  const content =
    input.fromReleaseId === null
      ? await readContent(tx, project, environment.fallback, input.locales)
      : await readEarlier(tx, project.id, input.fromReleaseId, input.locales);
  refuseFindings(content, input.failOn);
  const made = await makeLocales(tx, content, now);
  if (input.skipUnchanged) {
    const live = await findLiveContent(tx, project.id, environment.id);
    if (live && isLive(live, { ...content, locales: [...content.earlier, ...made] })) {
      return { release: await getRelease(tx, project.id, live.releaseId), isNew: false };
    }
  }
  const id = newId();
  await insertRelease(tx, project.id, {
    id,
    environmentId: environment.id,
    note: input.note,
    fromReleaseId: input.fromReleaseId,
    actor: actorOf(principal),
    checkFindings: content.findings,
    keySeparator: content.keySeparator,
    partial: content.isPartial,
    now,
  });
  if (input.fromReleaseId !== null) {
    const tags = content.earlier.map(({ locale }) => locale);
    await copyReleaseLocales(tx, project.id, input.fromReleaseId, id, tags);
  }
  for (const row of made) await insertReleaseLocale(tx, project.id, { ...row, releaseId: id });
  await audit(tx, {
    organizationId: principal.organizationId,
    at: now,
    actor: actorOf(principal),
    action: 'release.publish',
    target: { type: 'release', id, name: null },
    address: input.address,
    details: { environment: environment.slug, fromReleaseId: input.fromReleaseId },
  });
  await announceReleases(tx, project.id);
  return { release: await getRelease(tx, project.id, id), isNew: true };
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

/** What a release is to have, and what the checks say of it. */
interface ReleaseContent {
  /** None where an earlier release is published anew. */
  sources: readonly { code: string; source: MessageSource }[];
  /** The locales that are taken of an earlier release. */
  earlier: readonly MadeMessages[];
  /** Of its nested form; null: names are never split. */
  keySeparator: string | null;
  /** Whether there are other locales, which stay as they were published last. */
  isPartial: boolean;
  counts: ReadonlyMap<string, CheckCounts>;
  /** Null where it was published before there were checks. */
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
  const lacking = tags?.filter((tag) => !earlier.locales.some(({ locale }) => locale === tag));
  if (lacking && lacking.length > 0) {
    failAt('/locales', `contains locales that the release does not contain: ${lacking.join(', ')}`);
  }
  const locales = requireReleaseLocales(await listAllLocales(tx, projectId), tags);
  const isTaken = ({ locale }: { locale: string }) => locales.some(({ code }) => code === locale);
  const taken = earlier.locales.filter(isTaken);
  if (taken.length === 0) failAt('/fromReleaseId', 'is a release whose locales are all disabled');
  return {
    sources: [],
    earlier: taken,
    keySeparator: earlier.key_separator ?? null,
    isPartial:
      earlier.partial || earlier.locales.some(({ locale }) => tags?.includes(locale) === false),
    counts: new Map(taken.map(({ locale, checks }) => [locale, checks ?? {}])),
    findings: earlier.check_findings?.filter(isTaken) ?? null,
  };
}

/** @throws `checks_failed` listing the first findings. */
function refuseFindings(
  { counts, findings }: ReleaseContent,
  failOn: 'error' | 'warning' | null,
): void {
  if (failOn === null) return;
  const severity = failOn === 'error' ? failOn : undefined;
  const count = sumCounts(counts.values(), severity);
  if (count === 0) return;
  const errors: Fault[] = (findings ?? [])
    .filter((finding) => severity === undefined || finding.severity === severity)
    .slice(0, LIMITS.checkFindingsListed)
    .map(({ locale, key, code, message }) => ({
      path: `${locale}/${key}`,
      message: `${code}: ${message}`,
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
