import { LIMITS } from '@parlance/contracts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { chargeCredits, unitsToReserve, withReservation } from '../billing/credit-account.ts';
import type { WorkRef } from '../billing/reservation.store.ts';
import { noGlossary, readGlossary } from '../glossary/open-glossary.ts';
import { catchUpMemory } from '../memory/index-memory.ts';
import { openMemory } from '../memory/memory.ts';
import type { OwnerRef } from '../tenant.ts';
import { meterUsage } from '../usage/meter-usage.ts';
import { openAnswerCache, type PendingAnswers } from './answer-cache.store.ts';
import { sourceStringOf } from './chunk-strings.ts';
import { openHints } from './hints.ts';
import { estimateUnits, mostUnitsOf } from './reserve-job.ts';
import { runConcurrently } from './run-concurrently.ts';
import {
  chooseEngines,
  type EngineChoice,
  refusalFor,
  refuseChoice,
  startLoading,
} from './select-engines.ts';
import {
  type Amounts,
  findRepeats,
  mainEngine,
  type StringResult,
  sumAmounts,
  tallyResults,
} from './source-string.ts';
import { ENGINE_CODES } from './string-error.ts';
import { translateStrings } from './translate-strings.ts';
import type { JobString } from './translation-chunk.store.ts';
import type { ResolvedRequest } from './translation-request.ts';

/** The longest that a call waits for its engines; what is not done by then has failed. */
const CALL_MS = 60_000;
const PATIENCE = { callTimeoutMs: CALL_MS, maxWaitMs: 10_000, maxTries: 3, firstWaitMs: 250 };
const LOCALES_AT_ONCE = 4;
/** Texts written just before are not waited for any longer. */
const CATCH_UP_MS = 250;

export interface LocaleTranslation {
  readonly locale: string;
  readonly items: readonly { readonly string: JobString; readonly result: StringResult }[];
}

export interface TranslationNow {
  readonly locales: readonly LocaleTranslation[];
  readonly usage: Amounts & { readonly engine: string | null };
}

type NowDeps = Pick<Deps, 'db' | 'clock' | 'engines' | 'payments' | 'log'>;

interface Caller {
  readonly organizationId: OwnerRef;
  readonly signal: AbortSignal;
}

interface LocaleRun {
  readonly locale: string;
  readonly choice: EngineChoice;
  readonly results: readonly StringResult[];
  readonly tally: ReadonlyMap<string | null, Amounts>;
  readonly answers: PendingAnswers;
}

/**
 * Translates while the caller waits. Strings that fail say so themselves; where not one came through
 * because no engine could be used, the whole call fails.
 *
 * @throws `limit_exceeded`, `insufficient_credits`, `unsupported_pair`, `engine_model_loading`, `engine_unavailable`, `engine_failed`, `engine_timeout`
 */
export async function translateNow(
  deps: NowDeps,
  request: ResolvedRequest,
  caller: Caller,
): Promise<TranslationNow> {
  const { organizationId } = caller;
  requireCallSize(request.strings.length * request.targetLocales.length);
  const work: WorkRef = { organizationId, reference: { type: 'translation', id: newId() } };
  const patience = { maxMs: CATCH_UP_MS, signal: caller.signal };
  await catchUpMemory(deps, organizationId, request.options.memory, patience);
  const units = await unitsOf(deps, request, caller);
  return withReservation(deps, { ...work, units }, () => translate(deps, request, caller, work));
}

/** @throws `limit_exceeded` where a caller who waits asks for too much. */
export function requireCallSize(stringTargets: number): void {
  if (stringTargets > LIMITS.synchronousStrings) {
    fail(
      'limit_exceeded',
      `A call can have at most ${LIMITS.synchronousStrings} strings × targets, but this call has ${stringTargets}. Create a job instead.`,
    );
  }
}

/** Maximum cost of the call. */
function unitsOf(deps: NowDeps, request: ResolvedRequest, caller: Caller): Promise<number> {
  const { strings, targetLocales, project, sourceLocale, options } = request;
  const { organizationId, signal } = caller;
  const repeats = findRepeats(strings);
  const most = mostUnitsOf(strings.filter((_, at) => !repeats[at]));
  return unitsToReserve(deps, deps.db, organizationId, {
    most: most * targetLocales.length,
    estimate: () =>
      estimateUnits(
        deps,
        { organizationId, projectId: project?.id ?? null, sourceLocale, options, signal },
        targetLocales.map((locale) => ({ locale, read: () => [strings] })),
      ),
  });
}

async function translate(
  deps: NowDeps,
  request: ResolvedRequest,
  caller: Caller,
  work: WorkRef,
): Promise<TranslationNow> {
  const deadlineAt = performance.now() + CALL_MS;
  const runs = await runConcurrently(request.targetLocales, LOCALES_AT_ONCE, (locale) =>
    translateInto(deps, request, caller, locale, deadlineAt),
  );
  refuseWhereNothingCame(runs);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    for (const { locale, tally, answers } of [...runs].sort(byLocale)) {
      await answers.write(tx, now);
      await meterUsage(tx, {
        organizationId: caller.organizationId,
        projectId: request.project?.id ?? null,
        sourceLocale: request.sourceLocale,
        targetLocale: locale,
        amounts: [...tally].map(([engine, amounts]) => ({ engine, ...amounts })),
        reference: work.reference,
        now,
      });
    }
    await chargeCredits(deps, tx, work);
  });
  const tallies = runs.flatMap(({ tally }) => [...tally]);
  return {
    locales: runs.map(({ locale, results }) => ({
      locale,
      items: request.strings.map((string, at) => ({ string, result: results[at]! })),
    })),
    usage: {
      ...sumAmounts(tallies.map(([, amounts]) => amounts)),
      engine: mainEngine(tallies.map(([engine, { strings }]) => [engine, strings])),
    },
  };
}

const byLocale = (a: LocaleRun, b: LocaleRun): number => (a.locale < b.locale ? -1 : 1);

async function translateInto(
  deps: NowDeps,
  request: ResolvedRequest,
  { organizationId, signal }: Caller,
  locale: string,
  deadlineAt: number,
): Promise<LocaleRun> {
  const { options, project, sourceLocale } = request;
  const wish = { requested: options.requestedEngine, ofProject: options.projectEngine };
  const choice = await chooseEngines(deps.engines, wish, sourceLocale, locale);
  startLoading(deps, choice);
  const answers = openAnswerCache(deps.db, organizationId, deps.clock.now());
  const { messageFormat } = options;
  const homeProjectId = project?.id ?? null;
  const memory =
    options.memory && openMemory(deps.db, { organizationId, homeProjectId, ...options.memory });
  const glossary = project ? await readGlossary(deps.db, project.id, locale) : noGlossary;
  const common = { sourceLocale, targetLocale: locale, messageFormat, memory };
  const results = await translateStrings(
    request.strings.map((string) => sourceStringOf(string, options.context)),
    {
      ...common,
      engines: choice.ready,
      refusal: refusalFor(choice),
      findTerms: glossary.find,
      allTerms: glossary.listAll,
      cache: answers,
      findHints: project ? openHints(deps.db, { projectId: project.id, ...common }) : undefined,
      note: null,
      formality: options.formality,
      patience: { ...PATIENCE, deadlineAt },
      isDeferring: false,
      signal,
    },
  );
  const repeats = findRepeats(request.strings);
  const strings = request.strings.map(({ text }, at) => ({ text, isRepeat: repeats[at]! }));
  return { locale, choice, results, tally: tallyResults(strings, results), answers };
}

/** The whole call fails where every string did, and for want of an engine. */
function refuseWhereNothingCame(runs: readonly LocaleRun[]): void {
  const failures = runs.flatMap(({ results }) =>
    results.map((result) => (result.status === 'failed' ? result : null)),
  );
  const [first] = failures;
  if (!first || failures.some((failure) => !failure || !ENGINE_CODES.has(failure.error.code)))
    return;
  const [run] = runs;
  if (run && run.choice.ready.length === 0) refuseChoice(run.choice);
  failWith(first);
}

/** A string's failure as the failure of the call that asked for it alone. */
export function failWith({
  error,
  retryAfterMs,
}: Exclude<StringResult, { status: 'translated' }>): never {
  const { code, message } = error;
  if (code === 'content_invalid') fail(code, message, { errors: [{ path: '/text', message }] });
  const extra = retryAfterMs === undefined ? {} : { retryAfterSeconds: retryAfterMs / 1000 };
  // The catalog has no code for it: on the wire of a call it is the engine that failed.
  fail(code === 'content_broken' ? 'engine_failed' : code, message, extra);
}
