import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { audit } from '../audit/audit.store.ts';
import { findEnvironment } from '../environment/environment.store.ts';
import { type LocaleRow, listAllLocales } from '../locale/locale.store.ts';
import { actorOf, ownerOf, type Principal } from '../principal.ts';
import { getWritableProject, type ProjectRow } from '../project/project.store.ts';
import { fingerprintMessages, type MessageSource, readMessages } from './messages.store.ts';
import {
  copyReleaseLocales,
  findByFingerprint,
  findLatestReleases,
  getRelease,
  insertBlob,
  insertRelease,
  insertReleaseLocale,
  type ReleaseLocaleRow,
  type ReleaseRow,
} from './release.store.ts';

/** Told to every process when an environment has a new release; the payload is the project's id. */
export const RELEASE_CHANNEL = 'parlance_release';
const MAX_ATTEMPTS = 5;
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
  address: string;
}

/**
 * Publishes the content as it stands in one instant, or an earlier release anew. Readers see the
 * release before or this one, never a mix; what did not change is not written again.
 *
 * @throws `not_found`, `archived`, `validation_failed`, `conflict`
 */
export async function publishRelease(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: NewRelease,
): Promise<ReleaseRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      // One snapshot for all locales; two at once for one environment number themselves anew.
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => publishIn(tx, principal, input, clock.now()));
    } catch (error) {
      const { code } = error as { code?: string };
      const isRace = code === UNIQUE_VIOLATION || code === SERIALIZATION_FAILURE;
      if (!isRace || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function publishIn(
  tx: Db,
  principal: Principal,
  input: NewRelease,
  now: Date,
): Promise<ReleaseRow> {
  const project = await getWritableProject(tx, ownerOf(principal), input.projectId);
  const environment = await findEnvironment(tx, project.id, input.environment);
  if (!environment) fail('not_found', `The project has no environment ${input.environment}.`);
  if (environment.archived_at !== null) fail('archived', 'The environment is archived.');
  const id = newId();
  const latest = (await findLatestReleases(tx, project.id, [environment.id])).get(environment.id);
  await insertRelease(tx, project.id, {
    id,
    environmentId: environment.id,
    note: input.note,
    fromReleaseId: input.fromReleaseId,
    actor: actorOf(principal),
    now,
  });
  if (input.fromReleaseId !== null) {
    await copyRelease(tx, project.id, input.fromReleaseId, id, input.locales);
  } else {
    const locales = chooseLocales(await listAllLocales(tx, project.id), input.locales);
    for (const locale of locales) {
      const source = messageSourceOf(project, locale, environment.fallback);
      await publishLocale(tx, source, locale.code, id, latest?.id ?? null, now);
    }
  }
  await audit(tx, {
    organizationId: principal.organizationId,
    at: now,
    actor: actorOf(principal),
    action: 'release.publish',
    target: { type: 'release', id, name: null },
    address: input.address,
    details: { environment: environment.slug, fromReleaseId: input.fromReleaseId },
  });
  await sql`select pg_notify(${RELEASE_CHANNEL}, ${project.id})`.execute(tx);
  return getRelease(tx, project.id, id);
}

async function copyRelease(
  tx: Db,
  projectId: string,
  fromReleaseId: string,
  releaseId: string,
  locales: readonly string[] | null,
): Promise<void> {
  const earlier = await getRelease(tx, projectId, fromReleaseId);
  const lacking = locales?.filter((tag) => !earlier.locales.some(({ locale }) => locale === tag));
  if (lacking && lacking.length > 0) {
    const errors = [{ path: '/locales', message: `the release has no ${lacking.join(', ')}` }];
    fail('validation_failed', `/locales: the release has no ${lacking.join(', ')}.`, { errors });
  }
  await copyReleaseLocales(tx, projectId, fromReleaseId, releaseId, locales);
}

function chooseLocales(all: readonly LocaleRow[], tags: readonly string[] | null): LocaleRow[] {
  if (tags === null) return all.filter(({ enabled }) => enabled);
  return tags.map((tag, index) => {
    const locale = all.find(({ code }) => code === tag);
    const path = `/locales/${index}`;
    const message = locale ? 'is disabled' : 'is no locale of the project';
    if (!locale?.enabled) {
      return fail('validation_failed', `${path} (${tag}) ${message}.`, {
        errors: [{ path, message }],
      });
    }
    return locale;
  });
}

function messageSourceOf(
  project: ProjectRow,
  locale: LocaleRow,
  fallback: 'source' | 'none',
): MessageSource {
  const isSource = locale.id === project.source_locale_id;
  return {
    projectId: project.id,
    localeId: locale.id,
    fallbackLocaleId: isSource || fallback === 'none' ? null : project.source_locale_id,
    onlyReviewed: project.settings.requireReview && !isSource,
  };
}

async function publishLocale(
  tx: Db,
  source: MessageSource,
  locale: string,
  releaseId: string,
  latestReleaseId: string | null,
  now: Date,
): Promise<void> {
  const fingerprint = await fingerprintMessages(tx, source);
  const same =
    latestReleaseId === null
      ? null
      : await findByFingerprint(tx, source.projectId, latestReleaseId, locale, fingerprint);
  const made = same ?? (await writeBlob(tx, source, locale, now));
  await insertReleaseLocale(tx, source.projectId, { ...made, releaseId, fingerprint });
}

async function writeBlob(
  tx: Db,
  source: MessageSource,
  locale: string,
  now: Date,
): Promise<ReleaseLocaleRow> {
  const pieces: Buffer[] = [];
  const hash = createHash('sha256');
  const write = (text: string): void => {
    const piece = Buffer.from(text);
    hash.update(piece);
    pieces.push(piece);
  };
  let keyCount = 0;
  for await (const messages of readMessages(tx, source)) {
    const members = messages.map(
      ({ name, text }) => `${JSON.stringify(name)}:${JSON.stringify(text)}`,
    );
    if (members.length > 0) write(`${keyCount === 0 ? '{' : ','}${members.join(',')}`);
    keyCount += members.length;
    await nextTurn();
  }
  write(keyCount === 0 ? '{}' : '}');
  const content = Buffer.concat(pieces);
  const sha256 = hash.digest();
  await insertBlob(tx, source.projectId, { sha256, content, keyCount, now });
  return { locale, sha256, key_count: keyCount, size_bytes: content.length };
}
