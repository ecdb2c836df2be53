import { LIMITS } from '@parlance/contracts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { runConcurrently } from '../../lib/run-concurrently.ts';
import {
  chargeCredits,
  type EngineAmounts,
  mainEngine,
  meterUsage,
  sumAmounts,
  unitsToReserve,
  type WorkRef,
  withReservation,
} from '../billing/index.ts';
import { openCodeShapes } from '../content/index.ts';
import { failChoice, openAnswerCache, type Patience } from '../project/index.ts';
import { estimateUnits } from './estimate.ts';
import { EngineAnswerer } from './pipeline/engine-answerer.ts';
import { runPipeline } from './pipeline/run.ts';
import { findUnserved } from './pipeline/string-error.ts';
import { openSession } from './session.ts';
import {
  type FailedString,
  type JobString,
  mostUnitsOf,
  type StringResult,
  tallyResults,
} from './strings.ts';
import type { ResolvedRequest } from './translation-request.ts';

/**
 * Maximum time in milliseconds for a request. A string that has no result after this time fails.
 */
const CALL_MS = 60_000;
const PATIENCE = { callTimeoutMs: CALL_MS, maxWaitMs: 25_000 };

/** Returns the time limits of a request that begins now. */
export const patienceNow = (): Patience => ({
  ...PATIENCE,
  deadlineAt: performance.now() + CALL_MS,
});

const LOCALES_AT_ONCE = 4;

export interface LocaleTranslation {
  readonly locale: string;
  readonly items: readonly { readonly string: JobString; readonly result: StringResult }[];
}

export interface TranslationNow {
  readonly locales: readonly LocaleTranslation[];
  readonly usage: EngineAmounts & { readonly engineCalls: number };
}

type NowDeps = Pick<Deps, 'db' | 'clock' | 'engines' | 'modelLoads' | 'payments' | 'log'>;

/**
 * Translates strings while the client waits. A failed string has an error in its result. The
 * request fails if all strings have failed because no engine could be used.
 * @throws `limit_exceeded`, `insufficient_credits`, `unsupported_pair`, `engine_model_loading`,
 * `engine_unavailable`, `engine_failed`, `engine_timeout`
 */
export async function translateNow(
  deps: NowDeps,
  request: ResolvedRequest,
  signal: AbortSignal,
): Promise<TranslationNow> {
  const { organizationId, strings, targetLocales } = request;
  requireCallSize(strings.length * targetLocales.length);
  const work: WorkRef = { organizationId, reference: { type: 'translation', id: newId() } };
  const asked = [{ locales: targetLocales, read: () => [strings] }];
  const units = await unitsToReserve(deps, deps.db, organizationId, {
    most: mostUnitsOf(strings) * targetLocales.length,
    estimate: () => estimateUnits(deps, request, asked, { signal }),
  });
  return withReservation(deps, { ...work, units }, () => translate(deps, request, signal, work));
}

/** @throws `limit_exceeded` if the client waits and the request has too many strings */
export function requireCallSize(stringTargets: number): void {
  if (stringTargets > LIMITS.synchronousStrings) {
    fail(
      'limit_exceeded',
      `A call can have at most ${LIMITS.synchronousStrings} strings × targets, but this call has ${stringTargets}. Create a job instead.`,
    );
  }
}

async function translate(
  deps: NowDeps,
  request: ResolvedRequest,
  signal: AbortSignal,
  work: WorkRef,
): Promise<TranslationNow> {
  const { organizationId, projectId, sourceLocale, strings } = request;
  const patience = patienceNow();
  const readCodeShapes = openCodeShapes(deps.db, projectId, request.options.messageFormat);
  const runs = await runConcurrently(request.targetLocales, LOCALES_AT_ONCE, async (locale) => {
    const opened = { patience, signal, readCodeShapes };
    const session = await openSession(deps, request, locale, opened);
    deps.modelLoads.start(session.choice);
    const answers = openAnswerCache(deps.db, organizationId, deps.clock.now());
    const results = await runPipeline(strings, session, new EngineAnswerer(session, answers));
    return { locale, session, results, tally: tallyResults(strings, results), answers };
  });
  const unserved = findUnserved(runs.flatMap(({ results }) => results));
  if (unserved) {
    const { choice } = runs[0]!.session;
    if (choice.ready.length === 0) failChoice(choice);
    failWith(unserved);
  }
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    for (const { locale, tally, answers } of runs.toSorted((a, b) =>
      a.locale < b.locale ? -1 : 1,
    )) {
      await answers.write(tx, now);
      await meterUsage(tx, {
        organizationId,
        projectId,
        sourceLocale,
        targetLocale: locale,
        amounts: tally,
        reference: work.reference,
        now,
      });
    }
    await chargeCredits(deps, tx, work);
  });
  const tallies = runs.flatMap(({ tally }) => tally);
  return {
    locales: runs.map(({ locale, results }) => ({
      locale,
      items: strings.map((string, index) => ({ string, result: results[index]! })),
    })),
    usage: {
      ...sumAmounts(tallies),
      engineCalls: runs.reduce((sum, { session }) => sum + session.queue.takeSent(), 0),
      engine: mainEngine(tallies.map(({ engine, strings: count }) => [engine, count])),
    },
  };
}

export function failWith({ error, retryAfterMs }: FailedString): never {
  const { code, message } = error;
  if (code === 'content_invalid' || code === 'unknown_syntax')
    fail(code, message, { errors: [{ path: '/text', message }] });
  const extra = retryAfterMs === undefined ? {} : { retryAfterSeconds: retryAfterMs / 1000 };
  fail(code === 'content_broken' ? 'engine_failed' : code, message, extra);
}
