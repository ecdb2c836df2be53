import type { EngineErrorCode } from '../../providers/mt/engine.ts';
import type { PhraseFailure } from './phrase.ts';
import type { StringError, StringErrorCode } from './source-string.ts';

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

/** When an engine is asked again where it names no time. */
export const RETRY_MS = 1_000;

export function errorOf(failure: PhraseFailure): StringError {
  if ('refusal' in failure) return failure.refusal;
  if ('fault' in failure) {
    const { code, detail } = failure.fault;
    const params = { engine: failure.engine, reason: code };
    return { code: CODES[code], message: `${failure.engine}: ${detail}`, params };
  }
  return {
    code: 'content_broken',
    message: `${failure.engine} returned an unusable translation: ${failure.problem}`,
    params: { engine: failure.engine, findings: failure.findings },
  };
}

/** When all of these could be tried again. */
export const retryAfterOf = (failures: readonly PhraseFailure[]): number =>
  Math.max(
    0,
    ...failures.map((failure) =>
      'fault' in failure ? (failure.fault.retryAfterMs ?? RETRY_MS) : 0,
    ),
  );

/** Codes that tell of the engines, and not of the string. */
export const ENGINE_CODES: ReadonlySet<StringErrorCode> = new Set([
  'engine_failed',
  'engine_unavailable',
  'engine_model_loading',
  'engine_timeout',
  'unsupported_pair',
]);
