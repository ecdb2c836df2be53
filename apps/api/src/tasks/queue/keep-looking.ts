import { setTimeout as sleep } from 'node:timers/promises';
import { troubleOf } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';
import type { BackgroundWork } from './background-works.ts';
import { findDue } from './find-due.ts';

/** Pause between two looks, in milliseconds. */
const LOOK_MS = 500;
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
  /** Waits between looks, and between rounds. Defaults to a sleep that the signal ends. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Looks again and again, in one statement, what there is to do: background work, which it does, and tasks, whose workers
 * it wakes. A deployment that nobody uses has nothing else to ask the database for. Ends with the signal and the rounds
 * that it has begun.
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
    await pause(due === null ? RETRY_MS : LOOK_MS);
  }
  await Promise.all(running.values());
}

/** Something that is tried again: its errors are logged when they begin. */
class Trial {
  readonly #log: Deps['log'];
  readonly #purpose: string;
  #isTrouble = false;

  constructor({ log }: Pick<Deps, 'log'>, purpose: string) {
    this.#log = log;
    this.#purpose = purpose;
  }

  /** Returns null after an error. */
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
