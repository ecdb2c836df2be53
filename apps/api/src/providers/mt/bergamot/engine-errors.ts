import { EngineError, type EngineErrorCode } from '../engine.ts';
import type { ChildFailure } from './child-handle.ts';
import type { ModelError, ModelErrorCode } from './model-error.ts';

const CODES: Readonly<Record<ModelErrorCode, EngineErrorCode>> = {
  model_not_found: 'unsupported_pair',
  model_not_cached: 'unsupported_pair',
  model_download_failed: 'engine_unavailable',
  model_checksum: 'engine_unavailable',
  model_unusable: 'engine_unavailable',
};

/** A model that could not be had, as the engine's callers know errors; its own code leads the text. */
export function fromModelError(error: ModelError): EngineError {
  return new EngineError(CODES[error.code], `${error.code}: ${error.message}`, {
    retryable: error.code === 'model_download_failed',
    cause: error,
  });
}

/** A batch that came to nothing. What the wasm wrote is for the log, not for users. */
export function fromChildFailure(
  failure: ChildFailure,
  name: string,
  memoryLimitMb: number,
): EngineError {
  if (failure.kind === 'timeout') {
    const what = failure.phase === 'load' ? 'did not load' : 'did not answer';
    return new EngineError('engine_timeout', `the model ${name} ${what} in time`, {
      retryable: true,
      cause: failure,
    });
  }
  if (failure.kind === 'stopped') {
    return new EngineError('engine_unavailable', failure.message, {
      retryable: true,
      cause: failure,
    });
  }
  return new EngineError('engine_unavailable', describeUnusable(name, failure, memoryLimitMb), {
    cause: failure,
  });
}

/** Why a model cannot be run, and what to do if something can be done. */
export function describeUnusable(
  name: string,
  failure: ChildFailure | null,
  memoryLimitMb: number,
): string {
  if (failure?.isOutOfMemory !== true) return `the model ${name} cannot be run`;
  return `the model ${name} needs more memory than BERGAMOT_MEMORY_MB=${memoryLimitMb} allows`;
}
