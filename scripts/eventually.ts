import { vi } from 'vitest';
import { SLOWNESS } from './slowness.ts';

/** A timeout that only a hang reaches. */
const TIMEOUT_MS = 60_000 * SLOWNESS;

/** Waits until `check` no longer throws. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 20 });
}
