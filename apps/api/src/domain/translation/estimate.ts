import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { reserveCredits, unitsToReserve } from '../billing/credit-account.ts';
import { ownerOf, type Principal } from '../principal.ts';
import { getProject } from '../project/project.store.ts';
import { type EngineChoice, isServable } from './engines/select-engines.ts';
import { type MissingRequest, resolveMissing } from './jobs/missing-request.ts';
import { missingStrings, readFamilies } from './jobs/missing-strings.ts';
import { type JobRef, workOf } from './jobs/translation-job.store.ts';
import { requireJobSize } from './jobs/write-chunks.ts';
import { openAnswerCache } from './pipeline/answer-cache.store.ts';
import { createCountingAnswerer } from './pipeline/counting-answerer.ts';
import { runPipeline } from './pipeline/run.ts';
import { openSession, type TranslationWork } from './session.ts';
import {
  type Amounts,
  type JobString,
  type LocaleStrings,
  type StringError,
  sumAmounts,
  tallyResults,
} from './strings.ts';
import { optionsOf, type ResolvedRequest } from './translation-request.ts';

/** Estimate of a locale's strings, and the reason why those that need an engine would fail, if they would. */
export interface LocaleEstimate extends Amounts {
  readonly refusal: StringError | null;
}

/** Estimate of a call or a job, by locale. */
export type Estimate = ReadonlyMap<string, LocaleEstimate>;

export type EstimateDeps = Pick<Deps, 'db' | 'clock' | 'engines'>;

/** Estimates call no engine. */
const NO_CALLS = { callTimeoutMs: 0, maxWaitMs: 0 };
/** Time budget for finding examples. After it, strings count as not cached. */
const SEARCH_MS = 10_000;
/** Strings of a part, and their UTF-16 code units: some steps take a part without a pause. */
const PART_STRINGS = 1_000;
const PART_LENGTH = 500_000;

/** Estimates a call or a job for strings of the caller. @throws `limit_exceeded` */
export function estimateStrings(
  deps: EstimateDeps,
  request: ResolvedRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const { strings, targetLocales } = request;
  requireJobSize(strings.length * targetLocales.length);
  const locales = targetLocales.map((locale) => ({ locale, read: () => [strings] }));
  return estimateFresh(deps, request, locales, signal);
}

/** Estimates a job for what is missing or outdated in a project. @throws `not_found`, `validation_failed` */
export async function estimateMissing(
  deps: EstimateDeps,
  principal: Principal,
  input: MissingRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const project = await getProject(deps.db, ownerOf(principal), input.projectId);
  const missing = await resolveMissing(deps.db, project, input);
  const families = await readFamilies(deps.db, missing);
  const { organization_id: organizationId, id: projectId, source_locale: sourceLocale } = project;
  const options = optionsOf(principal, project, input);
  const locales = missing.targets.map((target) => ({
    locale: target.code,
    read: () => missingStrings(deps.db, missing, families, target),
  }));
  const work = { organizationId, projectId, sourceLocale, options };
  return estimateFresh(deps, work, locales, signal);
}

/** Indexes the newest translations first, unless that takes too long. */
async function estimateFresh(
  deps: EstimateDeps,
  work: TranslationWork,
  locales: readonly LocaleStrings[],
  signal: AbortSignal,
): Promise<Estimate> {
  return estimateLocales(deps, work, locales, signal);
}

/** The units that an estimate says strings would be billed. */
export async function estimateUnits(
  deps: EstimateDeps,
  work: TranslationWork,
  locales: readonly LocaleStrings[],
  signal: AbortSignal,
): Promise<number> {
  const estimate = await estimateLocales(deps, work, locales, signal);
  return sumAmounts(estimate.values()).billedUnits;
}

/** Reserves what a new job may cost, in the transaction that makes it. @throws `insufficient_credits` */
export async function reserveJob(
  deps: Pick<Deps, 'clock' | 'engines' | 'payments'>,
  tx: Db,
  ref: JobRef,
  job: { readonly most: number; readonly work: TranslationWork },
  locales: readonly LocaleStrings[],
): Promise<void> {
  const { signal } = new AbortController();
  const units = await unitsToReserve(deps, tx, ref.organizationId, {
    most: job.most,
    estimate: () => estimateUnits({ ...deps, db: tx }, job.work, locales, signal),
  });
  if (units > 0) await reserveCredits(deps, tx, { ...workOf(ref), units });
}

/**
 * Estimates the translation of strings if their engine does all that it is asked: the pipeline of the translation
 * itself, with an answerer that calls no engine.
 */
async function estimateLocales(
  deps: EstimateDeps,
  work: TranslationWork,
  locales: readonly LocaleStrings[],
  signal: AbortSignal,
): Promise<Map<string, LocaleEstimate>> {
  const estimate = new Map<string, LocaleEstimate>();
  for (const { locale, read } of locales) {
    const session = await openSession(deps, work, locale, {
      patience: NO_CALLS,
      signal,
      pickEngines: firstEngine,
      searchMs: SEARCH_MS,
    });
    const { choice } = session;
    // An engine that only cannot say at the moment may have come back when the work begins.
    const isRefused = !isServable(choice) && session.refusal.code === 'unsupported_pair';
    const refusal = isRefused ? session.refusal : null;
    const cache = openAnswerCache(deps.db, work.organizationId, deps.clock.now());
    const answerer = createCountingAnswerer(session, cache, refusal);
    const seen = new Set<string>();
    const amounts: Amounts[] = [];
    for await (const batch of read()) {
      for (const part of partsOf(batch)) {
        const strings = part.map(({ text }) => {
          const isRepeat = seen.has(text);
          seen.add(text);
          return isRepeat ? ({ text, isRepeat } as const) : { text };
        });
        const results = await runPipeline(part, session, answerer);
        amounts.push(...tallyResults(strings, results).values());
        signal.throwIfAborted();
      }
    }
    estimate.set(locale, { ...sumAmounts(amounts), refusal });
  }
  return estimate;
}

/** The engine that would translate; a job waits for the model of an engine that has to load it. */
const firstEngine = ({ ready, loadable }: EngineChoice): Engine[] =>
  [ready[0] ?? loadable[0]?.engine].flatMap((engine) => engine ?? []);

function* partsOf(strings: readonly JobString[]): Generator<JobString[]> {
  let part: JobString[] = [];
  let length = 0;
  for (const string of strings) {
    part.push(string);
    length += string.text.length;
    if (part.length < PART_STRINGS && length < PART_LENGTH) continue;
    yield part;
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}
