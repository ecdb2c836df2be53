import type { ModelPaths } from './protocol.ts';

/** Work of one child: a direction with its model, or with the two that meet in English. */
export interface Route {
  /** `en-de`; with what the models are, so that a new model gets a new child. */
  readonly key: string;
  readonly models: readonly ModelPaths[];
}

export interface BatchWork {
  readonly route: Route;
  readonly bodies: readonly string[];
  readonly html: boolean;
}

interface Caller {
  resolve(bodies: readonly string[]): void;
  reject(error: unknown): void;
}

/** A batch that waits for a child, or is in one. */
export type Request = BatchWork & Caller;

/** Makes a request that rejects with the signal's reason once it aborts; `leave` then takes it out of the line. */
export function createRequest(
  work: BatchWork,
  signal: AbortSignal,
  caller: Caller,
  leave: () => void,
): Request {
  const onAbort = (): void => {
    leave();
    caller.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    ...work,
    resolve: (translated) => {
      signal.removeEventListener('abort', onAbort);
      caller.resolve(translated);
    },
    reject: (error) => {
      signal.removeEventListener('abort', onAbort);
      caller.reject(error);
    },
  };
}
