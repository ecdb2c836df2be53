import { backoffMs, retry } from '../../lib/retry.ts';
import { type BundleStore, BundleStoreError } from './bundle-store.ts';

export type StoreOperation = 'read' | 'size' | 'write' | 'list' | 'remove';

export interface StoreRetries {
  readonly attempts: number;
  /** Maximum time between the first and the last attempt, in milliseconds. */
  readonly withinMs: number;
  readonly firstWaitMs: number;
  /** Called when an operation has succeeded or has used all its attempts. */
  onEnd?(operation: StoreOperation, isDone: boolean): void;
}

/**
 * Returns a bundle store that retries failed operations. If a call of `list` fails, it is not
 * retried here, because the caller repeats the whole list.
 */
export function withRetries(store: BundleStore, retries: StoreRetries): BundleStore {
  const run = async <Result>(
    operation: StoreOperation,
    attempt: () => Promise<Result>,
  ): Promise<Result> => {
    const startedAtMs = performance.now();
    try {
      const result = await retry(attempt, {
        attempts: retries.attempts,
        delayAfter: (error, number) => {
          if (!(error instanceof BundleStoreError) || !error.isRepeatable) return null;
          const delayMs = error.retryAfterMs ?? backoffMs(number, { firstMs: retries.firstWaitMs });
          const elapsedMs = performance.now() - startedAtMs;
          return elapsedMs + delayMs <= retries.withinMs ? delayMs : null;
        },
      });
      retries.onEnd?.(operation, true);
      return result;
    } catch (error) {
      retries.onEnd?.(operation, false);
      throw error;
    }
  };
  return {
    address: store.address,
    read: (key, maxBytes) => run('read', () => store.read(key, maxBytes)),
    sizeOf: (key) => run('size', () => store.sizeOf(key)),
    write: (key, object, condition) => run('write', () => store.write(key, object, condition)),
    list: (prefix) => store.list(prefix),
    remove: (key) => run('remove', () => store.remove(key)),
  };
}
