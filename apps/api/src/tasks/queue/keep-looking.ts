import { setTimeout as sleep } from 'node:timers/promises';
import { troubleOf } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';
import type { BackgroundWork } from './background-works.ts';
import { findDue } from './find-due.ts';

/** Pause between two checks for due work, in milliseconds. */
const POLL_INTERVAL_MS = 500;
/** Pause after a round that did some work, in milliseconds. */
const BUSY_MS = 200;
/** Pause after an error, in milliseconds. */
const RETRY_MS = 2_000;

export interface LookOptions {
  readonly works: readonly BackgroundWork[];
  /** Names of the tasks whose workers are woken. */
  readonly tasks: readonly string[];
  /** Wakes the workers of a task that can begin. */
  wake(task: string): void;
  readonly signal: AbortSignal;
  /** Waits between checks, and between rounds of work. Defaults to a sleep that the signal ends. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Checks repeatedly, with one statement, which work is due. Performs due background work, and wakes the workers of
 * due tasks. An idle deployment needs no other statement. Ends when the signal has aborted and all rounds that have
 * begun are finished.
 */
export async function keepLooking(deps: Deps, options: LookOptions): Promise<void> {
  const { works, tasks, wake, signal } = options;
  const { pause = (ms) => sleep(ms, undefined, { signal }).catch(() => {}) } = options;
  const running = new Map<string, Promise<void>>();
  const look = new Trial(deps, 'look for work');
  const trials = new Map(works.map(({ name }) => [name, new Trial(deps, name)]));
  const workThrough = async ({ name, round }: BackgroundWork): Promise<void> => {
    let amount: number | null;
    do {
      amount = await trials.get(name)!.run(() => round(deps, signal));
      await pause(amount === null ? RETRY_MS : amount > 0 ? BUSY_MS : 0);
    } while (amount !== null && amount > 0 && !signal.aborted);
    running.delete(name);
  };
  while (!signal.aborted) {
    const due = await look.run(() => findDue(deps.db, deps.clock.now(), works, tasks));
    for (const work of works) {
      if (due?.works.has(work.name) && !running.has(work.name)) {
        running.set(work.name, workThrough(work));
      }
    }
    for (const task of due?.tasks ?? []) wake(task);
    await pause(due === null ? RETRY_MS : POLL_INTERVAL_MS);
  }
  await Promise.all(running.values());
}

/** Work that is tried repeatedly. Logs only the first of consecutive errors. */
class Trial {
  readonly #log: Deps['log'];
  readonly #purpose: string;
  #isTrouble = false;

  constructor({ log }: Pick<Deps, 'log'>, purpose: string) {
    this.#log = log;
    this.#purpose = purpose;
  }

  /** Runs an attempt. Returns null after an error. */
  async run<Result>(attempt: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await attempt();
      this.#isTrouble = false;
      return result;
    } catch (error) {
      const trouble = troubleOf(error);
      const why = trouble ? { reason: trouble.detail } : { err: describeCause(error) };
      if (!this.#isTrouble) this.#log.warn(why, `failed to ${this.#purpose}`);
      this.#isTrouble = true;
      return null;
    }
  }
}
