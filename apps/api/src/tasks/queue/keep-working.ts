import { setTimeout as sleep } from 'node:timers/promises';
import { troubleOf } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';

/** Pause in milliseconds after a round that did some work. */
const BUSY_MS = 200;
/** Pause in milliseconds after a round that found no work. */
const IDLE_MS = 400;
/** Pause after an error, in milliseconds. */
const RETRY_MS = 2_000;

/**
 * Repeats rounds of background work until `signal` aborts. A round processes rows that transactions
 * have appended.
 *
 * Transactions enqueue no task for this work, because PostgreSQL commits transactions with
 * notifications one after the other.
 * @param work - Name of the work for the log @param round -
 * Performs the pending work and returns its amount
 */
export async function keepWorking(
  { log }: Pick<Deps, 'log'>,
  work: string,
  round: (signal: AbortSignal) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  let isTrouble = false;
  while (!signal.aborted) {
    let pauseMs: number;
    try {
      pauseMs = (await round(signal)) > 0 ? BUSY_MS : IDLE_MS;
      isTrouble = false;
    } catch (error) {
      const trouble = troubleOf(error);
      const why = trouble ? { reason: trouble.detail } : { err: describeCause(error) };
      if (!isTrouble) log.warn(why, `failed to ${work}`);
      isTrouble = true;
      pauseMs = RETRY_MS;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
