import { setTimeout as sleep } from 'node:timers/promises';
import { troubleOf } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';

/** Pause while there is work. */
const BUSY_MS = 200;
/** Pause after a round without work. */
const IDLE_MS = 400;
/** Pause after a fault. */
const RETRY_MS = 2_000;

/**
 * Repeats rounds of background work until `signal` aborts. What a round works on are rows that writers append in their
 * transactions. This is not work of the queue: a writer that enqueued a task would notify the workers, and PostgreSQL
 * commits transactions that notify one after the other. Every worker does it, so that none has to be the one that lives.
 *
 * @param work - Says what fails, for the log
 * @param round - Does what there is to do. Returns how much that was
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
