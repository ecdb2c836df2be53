import { EngineError } from '../../src/providers/mt/engine.ts';

/** Returns what a promise is rejected with; undefined if it is not. */
export const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );

/** Returns the fault of an engine that a promise is rejected with. */
export async function caughtFault(promise: Promise<unknown>): Promise<EngineError> {
  const reason = await caught(promise);
  if (!(reason instanceof EngineError)) throw new Error(`no EngineError but ${String(reason)}`);
  return reason;
}
