import type { AnswerCache } from '../../project/index.ts';
import type { Session } from '../session.ts';
import type { StringError } from '../strings.ts';
import { beginSegments } from './hints.ts';
import type { Answerer } from './run.ts';

/**
 * Estimates the translation of segments without calling an engine. Segments without a cached answer
 * count as translated by the first engine.
 */
export const createCountingAnswerer = (
  session: Session,
  cache: AnswerCache,
  refusal: StringError | null,
): Answerer => ({
  async answer(segments) {
    const [engine] = session.engines;
    let kept: readonly unknown[] = [];
    if (engine && !refusal) {
      await beginSegments(engine, segments, session);
      kept = await cache.read(segments.map(({ requestHash }) => requestHash));
    }
    for (const [at, segment] of segments.entries()) {
      segment.outcome = refusal ? { refusal } : { ...COUNTED, isFresh: kept[at] === undefined };
    }
  },
  isEstimate: true,
});

const COUNTED = { tokens: [], engine: '', warnings: [] };
