import type { Db } from '../../db/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { type RateRule, takeUses } from './rate.store.ts';

/**
 * A process holds at most a hundredth of a budget in reserve. If seven of eight processes have no more traffic, they
 * withhold at most 7 % of it from the eighth.
 */
const EXTRA_SHARE = 1 / 100;

const MAX_LEASES = 50_000;
const SWEEP_INTERVAL_MS = 1_000;

/** Uses of one subject's window that a process may grant without another request. */
interface Lease {
  left: number;
  /** Other uses of the window that remained at the last request. */
  remaining: number;
  endsAtMs: number;
  /** Number of requests that wait for {@link taking}. */
  waiting: number;
  taking: Promise<void> | null;
}

/** Result of counting one use. */
export interface CountedUse {
  isWithin: boolean;
  remaining: number;
  endsAtMs: number;
}

/** Counts uses against budgets in the database that all processes share. Most uses are counted in memory. */
export class UseLeases {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #leases = new Map<string, Lease>();
  readonly #maxLeases: number;
  #sweptAtMs = 0;

  constructor(db: Db, clock: Clock, maxLeases = MAX_LEASES) {
    this.#db = db;
    this.#clock = clock;
    this.#maxLeases = maxLeases;
  }

  /** Counts one use. For each subject, one request to the database at a time serves all waiting calls. */
  async use(rule: RateRule, subject: string): Promise<CountedUse> {
    const lease = this.#leaseOf(`${rule.name} ${subject}`);
    if (lease === null) return this.useExactly(rule, subject);
    while (lease.endsAtMs <= this.#nowMs() || (lease.left === 0 && lease.remaining > 0)) {
      lease.waiting++;
      try {
        lease.taking ??= this.#take(rule, subject, lease);
        await lease.taking;
      } finally {
        lease.waiting--;
      }
    }
    const isWithin = lease.left > 0;
    if (isWithin) lease.left--;
    const { left, remaining, endsAtMs } = lease;
    return { isWithin, remaining: left + remaining, endsAtMs };
  }

  /** Takes back one use, if its window has not ended. A use that was counted without a lease stays counted. */
  giveBack(rule: RateRule, subject: string, { endsAtMs }: CountedUse): void {
    const lease = this.#leases.get(`${rule.name} ${subject}`);
    if (lease?.endsAtMs === endsAtMs) lease.left++;
  }

  /** Counts a use as {@link use} does, without a reserve: the database counts each use. */
  async useExactly(rule: RateRule, subject: string): Promise<CountedUse> {
    const wanted = { needed: 1, extra: 0 };
    const taken = await takeUses(this.#db, rule, subject, wanted, this.#clock.now());
    const { granted, remaining, endsAt } = taken;
    return { isWithin: granted > 0, remaining, endsAtMs: endsAt.getTime() };
  }

  async #take(rule: RateRule, subject: string, lease: Lease): Promise<void> {
    try {
      const wanted = { needed: lease.waiting, extra: Math.floor(rule.limit * EXTRA_SHARE) };
      const taken = await takeUses(this.#db, rule, subject, wanted, this.#clock.now());
      lease.left = taken.granted;
      lease.remaining = taken.remaining;
      lease.endsAtMs = taken.endsAt.getTime();
    } finally {
      lease.taking = null;
    }
  }

  /** Returns null if there is no room for another lease, because a lease that is in use is never discarded. */
  #leaseOf(key: string): Lease | null {
    const known = this.#leases.get(key);
    if (known) return known;
    if (this.#leases.size >= this.#maxLeases && !this.#sweep()) return null;
    const lease: Lease = { left: 0, remaining: 0, endsAtMs: 0, waiting: 0, taking: null };
    this.#leases.set(key, lease);
    return lease;
  }

  /** Removes ended leases. @returns true if there is room afterwards */
  #sweep(): boolean {
    const nowMs = this.#nowMs();
    if (nowMs - this.#sweptAtMs < SWEEP_INTERVAL_MS) return false;
    this.#sweptAtMs = nowMs;
    for (const [key, lease] of this.#leases) {
      if (lease.endsAtMs <= nowMs && lease.waiting === 0) this.#leases.delete(key);
    }
    return this.#leases.size < this.#maxLeases;
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
