import type { Deps } from '../../deps.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { type FindTerms, noTerms, openGlossary } from '../glossary/open-glossary.ts';
import { type Memory, openMemory } from '../memory/memory.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import { openAnswerCache } from './answer-cache.store.ts';
import { sourceStringOf } from './chunk-strings.ts';
import { addHints, type FindHints, openHints } from './hints.ts';
import { type AnswerCache, requestFor } from './phrase.ts';
import { prepareStrings } from './prepare-strings.ts';
import { chooseEngines, isServable, refusalFor } from './select-engines.ts';
import {
  type Amounts,
  type StringError,
  type StringResult,
  sumAmounts,
  tallyResults,
} from './source-string.ts';
import type { JobString } from './translation-chunk.store.ts';
import type { JobOptions } from './translation-job.store.ts';

export interface EstimateWork {
  readonly organizationId: OwnerRef;
  readonly projectId: ProjectRef | null;
  readonly sourceLocale: string;
  readonly options: JobOptions;
  readonly signal: AbortSignal;
}

/** Estimate of a locale's strings, and the reason why those that need an engine would fail, if they would. */
export interface LocaleEstimate extends Amounts {
  readonly refusal: StringError | null;
}

/** Result of a call or a job for one locale, as estimated. */
interface LocaleStages {
  readonly engine: Engine | null;
  /** Set where no engine ever translates the pair. */
  readonly refusal: StringError | null;
  readonly findHints: FindHints | undefined;
  readonly findTerms: FindTerms;
  readonly memory: Memory | null;
  readonly cache: AnswerCache;
}

/** After so much searching for examples, what was answered with some counts as not answered yet. */
const SEARCH_MS = 10_000;
/** Strings of a slice, and their UTF-16 code units: some steps take a slice without a pause. */
const SLICE_STRINGS = 1_000;
const SLICE_LENGTH = 500_000;

/**
 * Estimates the translation of strings into a locale if its engine does all that it is asked: the
 * same stages as the translation itself, up to the engine, which is not called.
 */
export async function estimateLocale(
  deps: Pick<Deps, 'db' | 'clock' | 'engines'>,
  work: EstimateWork,
  localeTag: string,
  batches: AsyncIterable<readonly JobString[]> | Iterable<readonly JobString[]>,
): Promise<LocaleEstimate> {
  const stages = await openStages(deps, work, localeTag);
  const seen = new Set<string>();
  const parts: Amounts[] = [];
  for await (const batch of batches) {
    for (const slice of slicesOf(batch)) {
      const strings = slice.map((string) => {
        const isRepeat = seen.has(string.text);
        seen.add(string.text);
        return { string, text: string.text, isRepeat };
      });
      const results = await foretell(
        strings.map(({ string }) => string),
        stages,
        work,
        localeTag,
      );
      parts.push(...tallyResults(strings, results).values());
      work.signal.throwIfAborted();
    }
  }
  return { ...sumAmounts(parts), refusal: stages.refusal };
}

function* slicesOf(strings: readonly JobString[]): Generator<JobString[]> {
  let slice: JobString[] = [];
  let length = 0;
  for (const string of strings) {
    slice.push(string);
    length += string.text.length;
    if (slice.length < SLICE_STRINGS && length < SLICE_LENGTH) continue;
    yield slice;
    slice = [];
    length = 0;
  }
  if (slice.length > 0) yield slice;
}

async function openStages(
  { db, clock, engines }: Pick<Deps, 'db' | 'clock' | 'engines'>,
  { organizationId, projectId, sourceLocale, options }: EstimateWork,
  localeTag: string,
): Promise<LocaleStages> {
  const wish = { requested: options.requestedEngine, ofProject: options.projectEngine };
  const choice = await chooseEngines(engines, wish, sourceLocale, localeTag);
  const refusal = refusalFor(choice);
  const { messageFormat } = options;
  const memory =
    options.memory &&
    openMemory(db, { organizationId, homeProjectId: projectId, ...options.memory });
  const common = { sourceLocale, targetLocale: localeTag, messageFormat, memory };
  return {
    // A job waits for the model of one that has to load it.
    engine: choice.ready[0] ?? choice.loadable[0]?.engine ?? null,
    // One that only cannot say at the moment may have come back when the work begins.
    refusal: !isServable(choice) && refusal.code === 'unsupported_pair' ? refusal : null,
    findHints:
      projectId === null ? undefined : openHints(db, { projectId, searchMs: SEARCH_MS, ...common }),
    findTerms: projectId === null ? noTerms : await openGlossary(db, projectId, localeTag),
    memory,
    cache: openAnswerCache(db, organizationId, clock.now()),
  };
}

/** The results as they would be: what needs an engine counts as translated by one. */
async function foretell(
  strings: readonly JobString[],
  { engine, refusal, findTerms, findHints, memory, cache }: LocaleStages,
  { sourceLocale, options, signal }: EstimateWork,
  targetLocale: string,
): Promise<StringResult[]> {
  const { messageFormat, formality } = options;
  const call = { sourceLocale, targetLocale, messageFormat, findTerms, memory, signal };
  const sources = strings.map((string) => sourceStringOf(string, options.context));
  const { sameAs, known, open } = await prepareStrings(sources, call);
  const plain = open.flatMap((string) => string.phrases);
  const phrases = engine ? await addHints(engine, plain, findHints) : plain;
  const kept = engine
    ? await cache.read(
        phrases.map((phrase) => requestFor(engine, phrase, { ...call, note: null, formality })),
      )
    : [];
  const results = new Map(known);
  let next = 0;
  for (const { index, parts, phrases: own } of open) {
    const isKept = own.every((_, at) => kept[next + at] !== undefined);
    next += own.length;
    const error: StringError | null = parts.fault ?? (own.length > 0 ? refusal : null);
    results.set(
      index,
      error
        ? { status: 'failed', error }
        : { status: 'translated', text: '', engine: null, isFresh: !isKept, warnings: [] },
    );
  }
  return sameAs.map((first) => results.get(first)!);
}
