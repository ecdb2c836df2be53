import { randomInt } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { shareOf } from '../../lib/semaphore.ts';
import { lineOf, rangesAfter } from './lines.ts';
import type { TaskDefinition } from './task.ts';
import { type Admission, type Admitted, admitFirst, adoptLost } from './turn.store.ts';

/**
 * Time in milliseconds for which an admitted task keeps its place. A worker of this process fetches it at once, unless
 * the task was deleted.
 */
const ADMITTED_MS = 5_000;
const MAX_PRIORITY = 2 ** 31 - 1;

interface TurnSlot {
  readonly line: number;
  /** Time at which the place is free again. Null if the task runs. */
  readonly until: number | null;
}

/**
 * The turns of organizations at the tasks of a kind in this process. An organization can use at
 * most three quarters of the places. A free place goes to the organization whose line comes next,
 * so that an organization with many tasks delays another organization by at most one turn.
 */
export class Turns {
  readonly #db: Db;
  readonly #admission: Admission;
  readonly #count: number;
  /** Admitted and running tasks by id. */
  readonly #places = new Map<string, TurnSlot>();
  /** Ids of the tasks that have ended most recently. */
  #ended: readonly string[] = [];
  #lastLine = 0;
  #isAdmitting = false;
  #isAskedAgain = false;

  constructor(db: Db, { name, concurrency }: Pick<TaskDefinition, 'name' | 'concurrency'>) {
    this.#db = db;
    this.#admission = { name, priority: randomInt(1, MAX_PRIORITY) };
    this.#count = concurrency;
  }

  /** The priority of tasks that this process has admitted. */
  get priority(): number {
    return this.#admission.priority;
  }

  /**
   * Admits the task whose turn it is, if a place is free. Only one admitted task waits for a worker at a time, so that
   * tasks start in the order of their turns. Call this method again when that task has begun.
   * @returns true if a task was admitted
   */
  async admit(): Promise<boolean> {
    this.#isAskedAgain = true;
    if (this.#isAdmitting) return false;
    let isAdmitted = false;
    this.#isAdmitting = true;
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        if (await this.#admitNext()) isAdmitted = true;
      }
    } finally {
      this.#isAdmitting = false;
    }
    return isAdmitted;
  }

  /** Records that a task runs. */
  begin({ id, data }: { id: string; data: object }): void {
    this.#places.set(id, { line: lineOf(data), until: null });
  }

  /** Records that a task has ended. */
  end(id: string): void {
    this.#places.delete(id);
    this.#ended = [id, ...this.#ended].slice(0, this.#count);
  }

  async #admitNext(): Promise<boolean> {
    const full = this.#fullLines();
    if (full === null) return false;
    const admitted = (await adoptLost(this.#db, this.#admission)) ?? (await this.#admitAfter(full));
    if (admitted === null) return false;
    const { id, line } = admitted;
    // A worker may have fetched the task already.
    if (!this.#places.has(id) && !this.#ended.includes(id)) {
      this.#places.set(id, { line, until: performance.now() + ADMITTED_MS });
    }
    return true;
  }

  async #admitAfter(full: readonly number[]): Promise<Admitted | null> {
    for (const range of rangesAfter(this.#lastLine, full)) {
      const admitted = await admitFirst(this.#db, this.#admission, range, this.#ended);
      if (admitted === null) continue;
      this.#lastLine = admitted.line;
      return admitted;
    }
    return null;
  }

  /** Returns the lines that already use their share of places. Null if no task can be admitted now. */
  #fullLines(): number[] | null {
    const now = performance.now();
    const countOf = new Map<number, number>();
    for (const [id, { line, until }] of this.#places) {
      if (until !== null && until >= now) return null;
      if (until !== null) this.#places.delete(id);
      else countOf.set(line, (countOf.get(line) ?? 0) + 1);
    }
    if (this.#places.size >= this.#count) return null;
    const share = shareOf(this.#count);
    return [...countOf].filter(([, count]) => count >= share).map(([line]) => line);
  }
}
