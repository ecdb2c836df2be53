import type { Deps } from '../../deps.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { type FindTerms, noTerms, openGlossary } from '../glossary/open-glossary.ts';
import { type Memory, openMemory } from '../memory/memory.ts';
import { openAnswerCache } from './answer-cache.store.ts';
import { sourceStringOf } from './chunk-strings.ts';
import { type AnswerCache, requestFor } from './phrase.ts';
import { prepareStrings } from './prepare-strings.ts';
import { chooseEngines } from './select-engines.ts';
import {
  type Amounts,
  noAmounts,
  type StringResult,
  sumAmounts,
  tallyResults,
} from './source-string.ts';
import type { JobString } from './translation-chunk.store.ts';
import type { JobOptions } from './translation-job.store.ts';

export interface EstimateWork {
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly sourceLocale: string;
  readonly options: JobOptions;
  readonly signal: AbortSignal;
}

/** How a call or a job would treat one locale. */
interface LocaleStages {
  readonly engine: Engine | null;
  readonly findTerms: FindTerms;
  readonly memory: Memory | null;
  readonly cache: AnswerCache;
}

/** Strings at a time: as many as a chunk of a job has. */
const STRINGS_AT_ONCE = 1_000;

/**
 * What translating strings into a locale would come to if all of them succeeded: the same stages as
 * the translation itself, up to the engine, which is not called.
 */
export async function estimateLocale(
  deps: Pick<Deps, 'db' | 'clock' | 'engines'>,
  work: EstimateWork,
  localeTag: string,
  batches: AsyncIterable<readonly JobString[]> | Iterable<readonly JobString[]>,
): Promise<Amounts> {
  const stages = await openStages(deps, work, localeTag);
  const seen = new Set<string>();
  const parts: Amounts[] = [];
  for await (const batch of batches) {
    for (let from = 0; from < batch.length; from += STRINGS_AT_ONCE) {
      const strings = batch.slice(from, from + STRINGS_AT_ONCE).map((string) => {
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
  return parts.length === 0 ? noAmounts() : sumAmounts(parts);
}

async function openStages(
  { db, clock, engines }: Pick<Deps, 'db' | 'clock' | 'engines'>,
  { organizationId, projectId, sourceLocale, options }: EstimateWork,
  localeTag: string,
): Promise<LocaleStages> {
  const wish = { requested: options.requestedEngine, ofProject: options.projectEngine };
  const choice = await chooseEngines(engines, wish, sourceLocale, localeTag);
  return {
    engine: choice.ready[0] ?? null,
    findTerms: projectId === null ? noTerms : await openGlossary(db, projectId, localeTag),
    memory: options.memory && openMemory(db, { organizationId, ...options.memory }),
    cache: openAnswerCache(db, organizationId, clock.now()),
  };
}

/** The results as they would be: what needs an engine counts as translated by one. */
async function foretell(
  strings: readonly JobString[],
  { engine, findTerms, memory, cache }: LocaleStages,
  { sourceLocale, options, signal }: EstimateWork,
  targetLocale: string,
): Promise<StringResult[]> {
  const { messageFormat } = options;
  const call = { sourceLocale, targetLocale, messageFormat, findTerms, memory, signal };
  const sources = strings.map((string) => sourceStringOf(string, options.context));
  const { sameAs, known, open } = await prepareStrings(sources, call);
  const phrases = open.flatMap((string) => string.phrases);
  const kept = engine
    ? await cache.read(phrases.map((phrase) => requestFor(engine, phrase, { ...call, note: null })))
    : [];
  const results = new Map(known);
  let next = 0;
  for (const { index, parts, phrases: own } of open) {
    const isKept = own.every((_, at) => kept[next + at] !== undefined);
    next += own.length;
    results.set(
      index,
      parts.fault === null
        ? { status: 'translated', text: '', engine: null, isFresh: !isKept, warnings: [] }
        : { status: 'failed', error: { code: 'content_invalid', message: parts.fault } },
    );
  }
  return sameAs.map((first) => results.get(first)!);
}
