import { type AnswerCache, openAnswerCache } from '../../project/index.ts';
import { EngineAnswerer } from '../pipeline/engine-answerer.ts';
import { runPipeline } from '../pipeline/run.ts';
import { findUnserved } from '../pipeline/string-error.ts';
import type { Session } from '../session.ts';
import type { StringResult } from '../strings.ts';
import { finishChunk } from './finish-chunk.ts';
import type { Slice } from './slice.ts';
import type { ChunkRow } from './translation-chunk.store.ts';

/**
 * Maximum number of attempts to translate a chunk. A chunk that no attempt completes probably
 * crashes the process.
 */
const MAX_ATTEMPTS = 30;
const REPEAT_WAIT_MS = 500;

/** Translates the strings of a chunk that have no result yet, and stores the results. */
export async function translateChunk(
  slice: Slice,
  chunk: ChunkRow,
  session: Session,
): Promise<void> {
  const { deps, job } = slice;
  const answers = openAnswerCache(deps.db, job.organization_id, deps.clock.now());
  const results =
    chunk.attempt > MAX_ATTEMPTS
      ? chunk.strings.map(() => GIVEN_UP)
      : await translate(slice, chunk, session, answers);
  const unserved = findUnserved(results);
  if (unserved && session.queue.calls.some(({ isUnusable }) => isUnusable)) {
    slice.unusable = unserved.error;
  }
  await finishChunk(deps, job, {
    chunk,
    results,
    answers,
    calls: session.queue.takeSent(),
  });
}

const GIVEN_UP: StringResult = {
  status: 'failed',
  error: { code: 'internal', message: 'The string could not be translated.' },
};

/**
 * Returns the result of each string. Null if the string waits for its engine or for another chunk.
 */
async function translate(
  slice: Slice,
  chunk: ChunkRow,
  session: Session,
  answers: AnswerCache,
): Promise<(StringResult | null)[]> {
  const results = chunk.strings.map((_, index) => chunk.results?.[index] ?? null);
  const untranslated = [...results.keys()].filter(
    (index) => results[index] === null && chunk.strings[index]!.sameAs === undefined,
  );
  const translated = await runPipeline(
    untranslated.map((index) => chunk.strings[index]!),
    session,
    new EngineAnswerer(session, answers),
  );
  untranslated.forEach((index, at) => {
    const result = translated[at]!;
    const isWaiting = session.canWait && result.status === 'failed' && 'retryAfterMs' in result;
    results[index] = isWaiting ? null : result;
  });
  for (const [index, { sameAs }] of chunk.strings.entries()) {
    if (results[index] !== null || sameAs === undefined) continue;
    const earlierChunk = { locale: chunk.locale, chunk: sameAs[0] };
    results[index] = await slice.resultOf(earlierChunk, sameAs[1]);
    if (results[index] === null) slice.waitFor(REPEAT_WAIT_MS);
  }
  return results;
}
