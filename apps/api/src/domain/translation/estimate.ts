import type { MissingWork as MissingRequest } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { partsOf } from '../../lib/parts-of.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { type Amounts, sumAmounts } from '../billing/index.ts';
import { openCodeShapes, type ReadCodeShapes } from '../content/index.ts';
import { ownerOf, type Principal } from '../kernel/index.ts';
import {
  chooseForLocales,
  type EngineChoice,
  type EngineChoices,
  getProject,
  isServable,
  openAnswerCache,
} from '../project/index.ts';
import { countRenewable, listMissing, readFamilies } from './jobs/missing-strings.ts';
import { requireJobSize } from './jobs/write-chunks.ts';
import { createCountingAnswerer } from './pipeline/counting-answerer.ts';
import { runPipeline } from './pipeline/run.ts';
import { openSession, type TranslationWork } from './session.ts';
import { settingsByLocale } from './settings-by-locale.ts';
import {
  createRepeatMarker,
  type JobString,
  type LocaleStrings,
  type StringError,
  tallyResults,
} from './strings.ts';
import { optionsOf, type ResolvedRequest, resolveMissing } from './translation-request.ts';

/**
 * Estimate for the strings in one locale. `refusal` is the error of strings that need an engine, if
 * no engine can translate them. Otherwise, it is null.
 */
export interface LocaleEstimate extends Amounts {
  readonly refusal: StringError | null;
  /** Id of the engine that would be tried first. Null if there is no engine. */
  readonly engine: string | null;
  /** Number of values that a job with `include: ["renewable"]` would translate. */
  readonly renewable: number;
}

/** Estimate of a translation request or a translation job, by locale tag. */
export type Estimate = ReadonlyMap<string, LocaleEstimate>;

export type EstimateDeps = Pick<Deps, 'db' | 'clock' | 'engines'>;

const NO_CALLS = { callTimeoutMs: 0, maxWaitMs: 0 };
/**
 * Maximum time in milliseconds for finding similar translations. After this time, the remaining
 * strings count as not cached.
 */
const SEARCH_MS = 10_000;
/**
 * Maximum size of a batch in strings and code units, because some steps block the event loop for a
 * whole batch.
 */
const PART = { maxItems: 1_000, maxLength: 500_000 };

/**
 * Estimates a translation of strings in the request.
 * @throws `limit_exceeded`
 */
export function estimateStrings(
  deps: EstimateDeps,
  request: ResolvedRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const { strings, targetLocales } = request;
  requireJobSize(strings.length * targetLocales.length);
  const asked = [{ locales: targetLocales, read: () => [strings] }];
  return estimateLocales(deps, request, asked, { signal });
}

/**
 * Estimates a translation job for missing or outdated values of a project.
 * @throws `not_found`, `validation_failed`
 */
export async function estimateMissing(
  deps: EstimateDeps,
  principal: Principal,
  input: MissingRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const project = await getProject(deps.db, ownerOf(principal), input.projectId);
  const resolved = await resolveMissing(deps.db, principal, project, input);
  const families = await readFamilies(deps.db, resolved);
  const { organization_id: organizationId, id: projectId, source_locale: sourceLocale } = project;
  const options = await optionsOf(deps.db, principal, project, input);
  const work = { organizationId, projectId, sourceLocale, options };
  const tags = resolved.targets.map(({ code }) => code);
  const choices = await chooseForLocales(deps.engines, options, sourceLocale, tags);
  const engineSettings = await settingsByLocale(deps, project.id, options, choices);
  const missing = { ...resolved, engineSettings };
  const asked = listMissing(deps.db, missing, families);
  const estimate = await estimateLocales(deps, work, asked, { signal, choices });
  for (const target of missing.targets) {
    const renewable = await countRenewable(deps.db, missing, families, target);
    estimate.set(target.code, { ...estimate.get(target.code)!, renewable });
    signal.throwIfAborted();
  }
  return estimate;
}

interface EstimateOptions {
  readonly signal: AbortSignal;
  /** Engines that the caller has already chosen, by locale. */
  readonly choices?: EngineChoices;
  readonly readCodeShapes?: ReadCodeShapes;
}

export async function estimateUnits(
  deps: EstimateDeps,
  work: TranslationWork,
  asked: readonly LocaleStrings[],
  options: EstimateOptions,
): Promise<number> {
  const estimate = await estimateLocales(deps, work, asked, options);
  return sumAmounts(estimate.values()).billedUnits;
}

async function estimateLocales(
  deps: EstimateDeps,
  work: TranslationWork,
  asked: readonly LocaleStrings[],
  options: EstimateOptions,
): Promise<Map<string, LocaleEstimate>> {
  const estimate = new Map<string, LocaleEstimate>();
  const readCodeShapes = openCodeShapes(deps.db, work.projectId, work.options.messageFormat);
  const shared = { readCodeShapes, ...options };
  for (const { locales, read } of asked) {
    for (const locale of locales) {
      estimate.set(locale, await estimateLocale(deps, work, locale, read(), shared));
    }
  }
  return estimate;
}

/**
 * Estimates what a translation of strings into one locale needs, without calling an engine.
 * Assumes that every request to an engine would succeed.
 */
async function estimateLocale(
  deps: EstimateDeps,
  work: TranslationWork,
  locale: string,
  batches: ReturnType<LocaleStrings['read']>,
  { signal, choices, readCodeShapes }: EstimateOptions,
): Promise<LocaleEstimate> {
  const session = await openSession(deps, work, locale, {
    patience: NO_CALLS,
    signal,
    readCodeShapes,
    choice: choices?.get(locale),
    pickEngines: firstEngine,
    searchMs: SEARCH_MS,
  });
  const { choice } = session;
  const isRefused = !isServable(choice) && session.refusal.code === 'unsupported_pair';
  const refusal = isRefused ? session.refusal : null;
  const cache = openAnswerCache(deps.db, work.organizationId, deps.clock.now());
  const answerer = createCountingAnswerer(session, cache, refusal);
  const markRepeat = createRepeatMarker();
  const amounts: Amounts[] = [];
  let isNeeded = false;
  for await (const batch of batches) {
    for (const part of partsOf(batch, PART, lengthOf)) {
      const strings = part.map(markRepeat);
      const results = await runPipeline(strings, session, answerer);
      isNeeded ||= results.some(
        (one) => one.status === 'failed' && one.error.code === refusal?.code,
      );
      amounts.push(...tallyResults(strings, results));
      signal.throwIfAborted();
    }
  }
  const engine = session.engines[0]?.id ?? null;
  return { ...sumAmounts(amounts), refusal: isNeeded ? refusal : null, engine, renewable: 0 };
}

const lengthOf = ({ text }: JobString): number => text.length;

/**
 * Returns the engine that would translate the strings. A job waits for an engine that downloads a
 * model.
 */
const firstEngine = ({ ready, loadable }: EngineChoice): Engine[] =>
  [ready[0] ?? loadable[0]?.engine].flatMap((engine) => engine ?? []);
