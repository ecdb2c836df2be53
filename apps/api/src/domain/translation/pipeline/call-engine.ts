import {
  type Engine,
  EngineError,
  type EngineErrorCode,
  type SegmentResult,
  type TranslateCall,
} from '../../../providers/mt/engine.ts';
import { raceAbort } from '../../../race-abort.ts';

export interface EngineFault {
  readonly code: EngineErrorCode;
  readonly detail: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** A translated body, in the rendering of its request. */
export interface AnswerBody {
  readonly body: string;
  /** The words that the engine left untranslated, as it named them; null if it named none. */
  readonly unknownWords: string | null;
}

/** The answer for one segment, of the engine or of the cache. */
export type Answer = AnswerBody | { readonly fault: EngineFault };

/**
 * Calls an engine once. Returns the answers in the order of the segments, or the fault of the whole call; an engine
 * that ignores its signal is left alone after the timeout. Rejects with the signal's reason once it has aborted.
 */
export async function callEngine(
  engine: Engine,
  call: TranslateCall,
  timeoutMs: number,
): Promise<Answer[] | EngineFault> {
  call.signal.throwIfAborted();
  if (timeoutMs <= 0) {
    return { code: 'engine_timeout', detail: 'the call timed out', retryable: false };
  }
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = AbortSignal.any([call.signal, timeout.signal]);
  try {
    return answersOf(call, await raceAbort(engine.translate({ ...call, signal }), signal));
  } catch (error) {
    call.signal.throwIfAborted();
    if (!timeout.signal.aborted) return faultOf(engine, error);
    const detail = `${engine.id} did not answer within ${Math.round(timeoutMs)} ms`;
    return { code: 'engine_timeout', detail, retryable: false };
  } finally {
    clearTimeout(timer);
  }
}

function faultOf(engine: Engine, error: unknown): EngineFault {
  if (error instanceof EngineError) {
    const { code, message, retryable, retryAfterMs } = error;
    return { code, detail: storable(message), retryable, retryAfterMs };
  }
  const why = error instanceof Error ? error.message : String(error);
  const detail = storable(`${engine.id} failed: ${why}`);
  return { code: 'engine_bad_response', detail, retryable: false };
}

/** PostgreSQL keeps no U+0000 in a text, and JSON no half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** The answers in the order of the segments: a result that is missing, twice or empty is a fault of its own. */
function answersOf(call: TranslateCall, results: readonly SegmentResult[]): Answer[] {
  const byId = new Map<string, SegmentResult | null>();
  for (const result of results) byId.set(result.id, byId.has(result.id) ? null : result);
  return call.segments.map(({ id }) => {
    const result = byId.get(id);
    if (!result) {
      const count = result === null ? 'more than one' : 'no';
      return unusable(`The engine returned ${count} translation of this string`);
    }
    const { error, body, warnings = [] } = result;
    if (error) return { fault: { ...error, detail: storable(error.detail), retryable: false } };
    if (body === undefined) {
      return unusable('The engine returned neither a translation nor an error');
    }
    const unknownWords = warnings.map(({ detail }) => storable(detail)).join(', ');
    return { body, unknownWords: unknownWords === '' ? null : unknownWords };
  });
}

const unusable = (detail: string): Answer => ({
  fault: { code: 'engine_bad_response', detail, retryable: false },
});
