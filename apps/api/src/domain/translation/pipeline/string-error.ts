import type { EngineErrorCode } from '../../../providers/mt/engine.ts';
import type { StringError, StringErrorCode } from '../strings.ts';
import type { SegmentFailure } from './segment.ts';

/** Codes in the API for faults of an engine. */
const CODES: Readonly<Record<EngineErrorCode, StringErrorCode>> = {
  engine_auth: 'engine_unavailable',
  engine_quota: 'engine_unavailable',
  engine_rate_limited: 'engine_unavailable',
  engine_unavailable: 'engine_unavailable',
  engine_timeout: 'engine_timeout',
  engine_bad_response: 'engine_failed',
  too_large: 'engine_failed',
  engine_model_loading: 'engine_model_loading',
  unsupported_pair: 'unsupported_pair',
};

/** Codes that tell of the engines, and not of the string. */
export const ENGINE_CODES: ReadonlySet<StringErrorCode> = new Set(Object.values(CODES));

/** Faults of one text or one call: another step may avoid them. After other faults the next engine is asked. */
export const OF_CONTENT: ReadonlySet<EngineErrorCode> = new Set([
  'engine_bad_response',
  'too_large',
]);

/** Wait before an engine is asked again if it names no time. */
export const RETRY_MS = 1_000;

/**
 * True if the engine could translate the segment in a later call. False if its answers were unusable in every
 * step: then the next engine is asked.
 */
export const isPassing = (failure: SegmentFailure): boolean =>
  'fault' in failure && failure.fault.retryable && !OF_CONTENT.has(failure.fault.code);

export function errorOf(failure: SegmentFailure): StringError {
  if ('refusal' in failure) return failure.refusal;
  const { engine } = failure;
  if ('fault' in failure) {
    const { code, detail } = failure.fault;
    return { code: CODES[code], message: `${engine}: ${detail}`, params: { engine, reason: code } };
  }
  return {
    code: 'content_broken',
    message: `${engine} returned an unusable translation: ${failure.problem}`,
    params: { engine, findings: failure.findings },
  };
}

/** Wait after which all of these could be tried again. */
export const retryAfterOf = (failures: readonly SegmentFailure[]): number =>
  Math.max(
    0,
    ...failures.map((one) => ('fault' in one ? (one.fault.retryAfterMs ?? RETRY_MS) : 0)),
  );
