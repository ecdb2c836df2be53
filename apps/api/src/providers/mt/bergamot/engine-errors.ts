import { EngineError } from '../engine.ts';
import type { ChildFailure } from './child-handle.ts';

/**
 * Returns the error for a failed batch. The output of the child process is logged and not shown to
 * users.
 */
export function fromChildFailure(
  failure: ChildFailure,
  name: string,
  memoryLimitMb: number,
): EngineError {
  const options = { retryable: failure.kind !== 'crash', cause: failure };
  if (failure.kind === 'timeout') {
    const what = failure.phase === 'load' ? 'did not load' : 'did not answer';
    return new EngineError('engine_timeout', `the model ${name} ${what} in time`, options);
  }
  const detail =
    failure.kind === 'stopped' ? failure.message : describeUnusable(name, failure, memoryLimitMb);
  return new EngineError('engine_unavailable', detail, options);
}

/** Explains why a model cannot be used. Includes a remedy if there is one. */
export function describeUnusable(
  name: string,
  failure: ChildFailure | null,
  memoryLimitMb: number,
): string {
  if (failure?.isOutOfMemory !== true) return `the model ${name} cannot be run`;
  return `the model ${name} needs more memory than BERGAMOT_MEMORY_MB=${memoryLimitMb} allows`;
}
