import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { reserveCredits, unitsToReserve } from '../../billing/index.ts';
import { type Actor, insertActivity } from '../../kernel/index.ts';
import { type EngineChoice, type EngineChoices, failChoice } from '../../project/index.ts';
import { estimateUnits } from '../estimate.ts';
import type { JobOptions, TranslationWork } from '../session.ts';
import type { JobString, LocaleStrings } from '../strings.ts';
import { announceEnd } from './end-job.ts';
import { listMissing, type MissingWork, makeFormKeys, readFamilies } from './missing-strings.ts';
import type { SettingsOfEngines } from './renewable.store.ts';
import { enqueueSlice } from './slice.ts';
import { insertJob, type JobRef, type JobRow, updateJob, workOf } from './translation-job.store.ts';
import { writeChunks } from './write-chunks.ts';

type CreateDeps = Pick<Deps, 'clock' | 'engines' | 'payments' | 'tasks'>;

/**
 * Options of a translation job for values of a project, determined before the transaction that
 * creates the job.
 */
export interface MissingPlan {
  readonly options: JobOptions;
  /**
   * The choice that explains why no engine translates into any of the requested locales. A job with
   * strings cannot be created then. Null otherwise.
   */
  readonly refused: EngineChoice | null;
  /**
   * The engines for each locale. They are chosen before the transaction, because a transaction must
   * not wait for an engine.
   */
  readonly choices: EngineChoices;
  /** The engines and the hashes of their current settings, by locale tag. Absent if the job renews no values. */
  readonly engineSettings?: ReadonlyMap<string, SettingsOfEngines>;
}

interface CreatedBy {
  readonly actor: Actor;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Creates a translation job for strings in the request.
 * @throws `limit_exceeded`, `insufficient_credits`
 */
export async function createStringsJob(
  deps: CreateDeps & Pick<Deps, 'db'>,
  {
    actor,
    choices,
    signal,
    ...work
  }: TranslationWork & Pick<CreatedBy, 'actor' | 'signal'> & Pick<MissingPlan, 'choices'>,
  strings: readonly JobString[],
  targetLocales: readonly string[],
): Promise<JobRow> {
  const job = { ...work, kind: 'strings', options: { ...work.options, targetLocales } } as const;
  const by = { actor, now: deps.clock.now(), signal, refused: null, choices };
  const asked = [{ locales: targetLocales, read: () => [strings] }];
  return deps.db.transaction().execute((tx) => createJob(tx, deps, job, by, async () => asked));
}

/**
 * Creates a translation job for missing, outdated or renewable values of a project. Also creates the keys of
 * missing plural forms. If nothing is missing, the job is completed at once. The caller's
 * transaction holds the content lock exclusively.
 * @throws `limit_exceeded`, `unsupported_pair`, `insufficient_credits`
 */
export async function createMissingJob(
  tx: Db,
  deps: CreateDeps,
  values: MissingWork,
  { options, engineSettings, ...by }: MissingPlan & CreatedBy,
): Promise<JobRow> {
  const missing = { ...values, ...(engineSettings && { engineSettings }) };
  const { project, targets } = missing;
  const { organization_id: organizationId, id: projectId, source_locale: sourceLocale } = project;
  const targetLocales = targets.map(({ code }) => code);
  const work = { organizationId, projectId, sourceLocale, options: { ...options, targetLocales } };
  return createJob(tx, deps, { ...work, kind: 'missing' }, by, async ({ jobId }) => {
    const change = { jobId, requestedBy: by.actor.name, now: by.now };
    const families = await makeFormKeys(tx, missing, await readFamilies(tx, missing), change);
    return listMissing(tx, missing, families);
  });
}

/** Stores a translation job and its chunks, reserves its credits and enqueues its first slice. */
async function createJob(
  tx: Db,
  deps: CreateDeps,
  job: TranslationWork & { readonly kind: JobRow['kind'] },
  { actor, now, signal, refused, choices }: CreatedBy & Omit<MissingPlan, 'options'>,
  listStrings: (ref: JobRef) => Promise<readonly LocaleStrings[]>,
): Promise<JobRow> {
  const ref = { organizationId: job.organizationId, jobId: newId() };
  await insertJob(tx, { ...job, ref, actor, now });
  const { organizationId, projectId } = job;
  const jobRef = { organizationId, id: ref.jobId, projectId };
  await insertActivity(tx, { ...jobRef, type: 'translation_job', at: now });
  const asked = await listStrings(ref);
  const { strings, units: most } = await writeChunks(tx, ref, asked, () => {
    if (refused) failChoice(refused);
  });
  if (strings === 0) {
    const ended = { status: 'completed', started_at: now, finished_at: now } as const;
    const empty = await updateJob(tx, ref, ended);
    await announceEnd(tx, empty, now);
    return empty;
  }
  const isKnown = asked.every(({ locales }) => locales.every((locale) => choices.has(locale)));
  const estimate = async (): Promise<number> => {
    if (!isKnown) return most;
    return estimateUnits({ ...deps, db: tx }, job, asked, { signal, choices }).catch((error) => {
      if (signal.aborted) return most;
      throw error;
    });
  };
  const units = await unitsToReserve(deps, tx, ref.organizationId, { most, estimate });
  if (units > 0) await reserveCredits(deps, tx, { ...workOf(ref), units });
  await enqueueSlice(tx, deps.tasks, { ...ref, slice: 0 });
  return updateJob(tx, ref, { strings_total: strings });
}
