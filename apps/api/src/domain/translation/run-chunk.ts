import { openAnswerCache } from './answer-cache.store.ts';
import { sourceStringOf } from './chunk-strings.ts';
import { finishChunk } from './finish-chunk.ts';
import { openHints } from './hints.ts';
import type { StringError, StringResult } from './source-string.ts';
import { fromStored } from './stored-result.ts';
import { translateStrings } from './translate-strings.ts';
import type { ChunkRow } from './translation-chunk.store.ts';
import { type LocaleEngines, PATIENCE, type TurnContext } from './turn-context.ts';

/** After so many attempts a chunk no longer waits for its engine, but asks the next one. */
const MAX_DEFERRING_ATTEMPTS = 8;
/** The wait before the second attempt at a chunk, where the engine names none; doubles with each. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** A chunk that was begun this often and never finished is assumed to end the process that works on it. */
const MAX_ATTEMPTS = 30;
const REPEAT_WAIT_MS = 500;

/** Translates what a chunk still lacks, and writes it. */
export async function runChunk(
  context: TurnContext,
  chunk: ChunkRow,
  engines: LocaleEngines,
): Promise<void> {
  const { deps, job } = context;
  const answers = openAnswerCache(deps.db, job.organization_id, deps.clock.now());
  const results =
    chunk.attempt > MAX_ATTEMPTS
      ? chunk.strings.map((): StringResult => GIVEN_UP)
      : await translateChunk(context, chunk, engines, answers);
  const waits = results.flatMap((result) =>
    result.status === 'deferred' ? [result.retryAfterMs] : [],
  );
  if (waits.length > 0) context.waitFor(Math.max(...waits, backoffMs(chunk.attempt, results)));
  context.noteOutcome(chunk.locale, engineFailureOf(results));
  await finishChunk(deps, job, { chunk, results, answers });
}

/** An engine that asks for time again and again is given more of it. */
function backoffMs(attempt: number, results: readonly StringResult[]): number {
  const isBusy = results.some(
    (result) => result.status === 'deferred' && result !== WAITS_FOR_REPEAT,
  );
  return isBusy ? Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) : 0;
}

const GIVEN_UP: StringResult = {
  status: 'failed',
  error: { code: 'internal', message: 'The string could not be translated.' },
};

async function translateChunk(
  context: TurnContext,
  chunk: ChunkRow,
  { engines, refusal }: LocaleEngines,
  cache: ReturnType<typeof openAnswerCache>,
): Promise<StringResult[]> {
  const { job } = context;
  const results: (StringResult | null)[] = chunk.strings.map((_, index) => {
    const earlier = chunk.results?.[index];
    return earlier ? fromStored(earlier) : null;
  });
  const own = indexesWhere(chunk, results, (sameAs) => sameAs === undefined);
  const common = {
    sourceLocale: job.source_locale,
    targetLocale: chunk.locale,
    messageFormat: job.options.messageFormat,
    memory: context.memory,
  };
  const { project_id: projectId } = job;
  const glossary = await context.glossaryFor(chunk.locale);
  const translated = await translateStrings(
    own.map((index) => sourceStringOf(chunk.strings[index]!, job.options.context)),
    {
      ...common,
      engines,
      refusal,
      findTerms: glossary.find,
      cache,
      findHints:
        projectId === null ? undefined : openHints(context.deps.db, { projectId, ...common }),
      note: null,
      formality: job.options.formality,
      patience: PATIENCE,
      lanes: context.lanesFor(chunk.locale, glossary),
      isDeferring: chunk.attempt <= MAX_DEFERRING_ATTEMPTS,
      signal: context.signal,
    },
  );
  own.forEach((index, at) => {
    results[index] = translated[at]!;
  });
  for (const index of indexesWhere(chunk, results, () => true)) {
    const [earlierChunk, earlierIndex] = chunk.strings[index]!.sameAs!;
    const place = { locale: chunk.locale, chunk: earlierChunk };
    const stored = await context.resultOf(place, earlierIndex);
    results[index] = stored ? fromStored(stored) : WAITS_FOR_REPEAT;
  }
  return results.map((result) => result!);
}

const WAITS_FOR_REPEAT: StringResult = {
  status: 'deferred',
  retryAfterMs: REPEAT_WAIT_MS,
  error: { code: 'internal', message: 'An identical string of the job has no result yet.' },
};

/** Strings without a result, by whether they repeat one of an earlier chunk. */
function indexesWhere(
  { strings }: ChunkRow,
  results: readonly (StringResult | null)[],
  isWanted: (sameAs: readonly [number, number] | undefined) => boolean,
): number[] {
  return [...strings.keys()].filter(
    (index) => results[index] === null && isWanted(strings[index]!.sameAs),
  );
}

/** Codes that tell of the engines and not of the string. */
const OF_ENGINE: ReadonlySet<string> = new Set([
  'engine_unavailable',
  'engine_failed',
  'engine_timeout',
]);

/** The failure that kept every string of the chunk from being translated; null where one came through. */
function engineFailureOf(results: readonly StringResult[]): StringError | null {
  const errors = results.map((result) => (result.status === 'failed' ? result.error : null));
  const [first] = errors;
  return first && errors.every((error) => error && OF_ENGINE.has(error.code)) ? first : null;
}
