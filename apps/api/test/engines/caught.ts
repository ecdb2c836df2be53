import { EngineError } from '../../src/providers/mt/engine.ts';

/** Returns the reason of a rejected promise, or undefined if the promise is fulfilled. */
export const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );

/** Returns the EngineError that a promise is rejected with. */
export async function caughtFault(promise: Promise<unknown>): Promise<EngineError> {
  const reason = await caught(promise);
  if (!(reason instanceof EngineError)) throw new Error(`no EngineError but ${String(reason)}`);
  return reason;
}
