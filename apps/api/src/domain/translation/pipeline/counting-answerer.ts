import type { Session } from '../session.ts';
import type { StringError } from '../strings.ts';
import type { AnswerCache } from './answer-cache.store.ts';
import { findSegmentHints } from './hints.ts';
import type { Answerer } from './run.ts';

/**
 * Answers segments without calling an engine: a segment counts as translated by the first engine, or as
 * remembered if the cache has its answer.
 */
export const createCountingAnswerer = (
  session: Session,
  cache: AnswerCache,
  refusal: StringError | null,
): Answerer => ({
  async answer(segments) {
    const [engine] = session.engines;
    if (refusal || !engine) {
      const outcome = refusal ? { refusal } : { ...COUNTED, isFresh: true };
      for (const segment of segments) segment.outcome = outcome;
      return;
    }
    const { version } = engine;
    const hints = await findSegmentHints(engine, segments, session.findHints);
    segments.forEach((segment, at) => {
      segment.begin(engine, version, hints[at] ?? {}, session);
    });
    const kept = await cache.read(segments.map(({ requestHash }) => requestHash));
    for (const [at, segment] of segments.entries()) {
      segment.outcome = { ...COUNTED, isFresh: kept[at] === undefined };
    }
  },
  build: () => ({ text: '', problem: null, warnings: [] }),
});

const COUNTED = { tokens: [], engine: '', warnings: [] };
