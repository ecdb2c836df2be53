import type { EngineErrorCode } from '../../../providers/mt/engine.ts';
import { OF_CONTENT, RETRY_MS } from '../../project/index.ts';
import type { FailedString, StringError, StringErrorCode, StringResult } from '../strings.ts';
import type { SegmentFailure } from './segment.ts';

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

export const ENGINE_CODES: ReadonlySet<StringErrorCode> = new Set(Object.values(CODES));

/**
 * Returns the first failure if all strings have failed because no engine could be used. Otherwise,
 * returns null.
 */
export function findUnserved(results: readonly (StringResult | null)[]): FailedString | null {
  const failed = results.filter((result) => result?.status === 'failed');
  const isUnserved = failed.every(({ error }) => ENGINE_CODES.has(error.code));
  return isUnserved && failed.length === results.length ? (failed[0] ?? null) : null;
}

/**
 * True if the engine may translate the segment in a later call. False if the answers of the engine
 * were unusable in every step.
 */
export const isPassing = (failure: SegmentFailure): boolean =>
  'fault' in failure && failure.fault.retryable === true && !OF_CONTENT.has(failure.fault.code);

export function errorOf(failure: SegmentFailure): StringError {
  if ('refusal' in failure) return failure.refusal;
  if ('fault' in failure) {
    const { engine, fault } = failure;
    const { code, detail } = fault;
    return { code: CODES[code], message: `${engine}: ${detail}`, params: { engine, reason: code } };
  }
  const { engine, problem, findings } = failure;
  const message = `${engine ?? 'The glossary'} returned an unusable translation: ${problem}`;
  const params = { ...(engine !== null && { engine }), findings };
  return { code: 'content_broken', message, params };
}

export const retryAfterOf = (failures: readonly SegmentFailure[]): number =>
  Math.max(
    0,
    ...failures.map((failure) =>
      'fault' in failure ? (failure.fault.retryAfterMs ?? RETRY_MS) : 0,
    ),
  );
