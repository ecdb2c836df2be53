import type { Db } from '../../../db/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type RateRule, takeUses } from './rate.store.ts';

/**
 * Maximum share of a limit that one process reserves in advance. Seven idle processes together
 * withhold at most 7 % of the limit.
 */
const EXTRA_SHARE = 1 / 100;

const MAX_LEASES = 50_000;
const SWEEP_INTERVAL_MS = 1_000;

/**
 * A lease lets this process allow a number of requests of one client within a time window without
 * asking the database.
 */
interface Lease {
  left: number;
  /** Number of requests that remained in the time window when the database was last asked. */
  remaining: number;
  endsAtMs: number;
  waiting: number;
  taking: Promise<void> | null;
}

export interface CountedUse {
  isWithin: boolean;
  remaining: number;
  endsAtMs: number;
}

/**
 * Enforces rate limits that all processes share through the database. Most requests are counted in
 * memory.
 */
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

  /**
   * Counts a request of a client. Requests that arrive during a query for the client share the
   * result of the query.
   */
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

  /**
   * Subtracts a request from the count of the client's lease. Does nothing if the client has no
   * lease, or if a new time window has begun.
   */
  giveBack(rule: RateRule, subject: string, { endsAtMs }: CountedUse): void {
    const lease = this.#leases.get(`${rule.name} ${subject}`);
    if (lease?.endsAtMs === endsAtMs) lease.left++;
  }

  /** Counts a request as {@link use} does, but always asks the database. */
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

  /**
   * Returns the lease of a client. Null if there are too many leases. A lease is removed only after
   * its time window has ended.
   */
  #leaseOf(key: string): Lease | null {
    const openLease = this.#leases.get(key);
    if (openLease) return openLease;
    if (this.#leases.size >= this.#maxLeases && !this.#sweep()) return null;
    const lease: Lease = { left: 0, remaining: 0, endsAtMs: 0, waiting: 0, taking: null };
    this.#leases.set(key, lease);
    return lease;
  }

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
