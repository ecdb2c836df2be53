import { authSignIn, type EndpointDefinition } from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import type { Clock } from '../deps.ts';
import { type RateRule, takeUses } from '../domain/limits/rate.store.ts';
import { foldEmail } from '../domain/user/user.store.ts';
import { fail } from '../errors.ts';
import { addressSubject } from './client-address.ts';

const MINUTE_MS = 60_000;

/** What a process takes from the shared budget at once: a write for every so many requests. */
const LEASE_SHARE = 1 / 20;

/** Calls of one API key or session. */
const CALLS_RULE: RateRule = { name: 'calls', limit: 3_000, windowMs: MINUTE_MS };
/** Requests of one address, whoever makes them. */
const ADDRESS_RULE: RateRule = { name: 'address', limit: 6_000, windowMs: MINUTE_MS };
/** Bundle requests of one address that are not in memory. */
const MISS_RULE: RateRule = { name: 'miss', limit: 600, windowMs: MINUTE_MS };
/** Tries at one account's password. They leave its owner the way to a new one. */
const SIGN_IN_RULE: RateRule = { name: 'sign-in', limit: 10, windowMs: 15 * MINUTE_MS };
/** What mails one account: sign-up, the two that mail a link anew, invitations. */
const MAIL_RULE: RateRule = { name: 'mail', limit: 10, windowMs: 15 * MINUTE_MS };
/** All of these, from one address. */
const AUTH_ADDRESS_RULE: RateRule = {
  name: 'auth-address',
  limit: 60,
  windowMs: 15 * MINUTE_MS,
};

interface Lease {
  left: number;
  remaining: number;
  endsAtMs: number;
}

const MAX_LEASES = 10_000;

/**
 * Budgets that all processes share. Exact rules ask the database each time; the others take a lease
 * of the shared budget and count on their own until it is used up.
 */
export class RateLimiter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #leases = new Map<string, Lease>();

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts one use and says so in the headers. @throws `rate_limited` with `Retry-After` */
  async count(reply: FastifyReply, rule: RateRule, subject: string): Promise<void> {
    const key = `${rule.name} ${subject}`;
    const now = this.#clock.now();
    let lease = this.#leases.get(key);
    if (!lease || lease.endsAtMs <= now.getTime() || lease.left === 0) {
      lease = await this.#take(rule, subject, Math.ceil(rule.limit * LEASE_SHARE), now);
      this.#keep(key, lease);
    }
    const isWithin = lease.left > 0;
    if (isWithin) lease.left--;
    this.#tell(reply, rule, lease.left + lease.remaining, lease.endsAtMs - now.getTime(), isWithin);
  }

  /** As {@link count}, to the very last use. */
  async countExactly(reply: FastifyReply, rule: RateRule, subject: string): Promise<void> {
    const now = this.#clock.now();
    const lease = await this.#take(rule, subject, 1, now);
    const isWithin = lease.left > 0;
    this.#tell(reply, rule, lease.remaining, lease.endsAtMs - now.getTime(), isWithin);
  }

  async #take(rule: RateRule, subject: string, wanted: number, now: Date): Promise<Lease> {
    const { granted, remaining, endsAt } = await takeUses(this.#db, rule, subject, wanted, now);
    return { left: granted, remaining, endsAtMs: endsAt.getTime() };
  }

  #keep(key: string, lease: Lease): void {
    this.#leases.delete(key);
    this.#leases.set(key, lease);
    if (this.#leases.size > MAX_LEASES) {
      const oldest = this.#leases.keys().next();
      if (!oldest.done) this.#leases.delete(oldest.value);
    }
  }

  #tell(
    reply: FastifyReply,
    rule: RateRule,
    remaining: number,
    leftMs: number,
    isWithin: boolean,
  ): void {
    const resetSeconds = Math.max(1, Math.ceil(leftMs / 1000));
    // Where several rules count one request, the one that is nearest to its end speaks.
    const said = reply.getHeader('RateLimit-Remaining');
    if (said === undefined || Number(said) > remaining) {
      reply.header('RateLimit-Limit', String(rule.limit));
      reply.header('RateLimit-Remaining', String(Math.max(0, remaining)));
      reply.header('RateLimit-Reset', String(resetSeconds));
    }
    if (!isWithin) {
      fail('rate_limited', `At most ${rule.limit} requests in ${rule.windowMs / 1000} s.`, {
        retryAfterSeconds: resetSeconds,
      });
    }
  }
}

/** Ahead of everything else: requests of one address. */
export async function countAddress(
  limiter: RateLimiter,
  { rate }: EndpointDefinition,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const subject = addressSubject(ip);
  if (rate === 'strict') await limiter.countExactly(reply, AUTH_ADDRESS_RULE, subject);
  else if (rate === 'misses') await limiter.count(reply, MISS_RULE, subject);
  else if (rate !== 'free') await limiter.count(reply, ADDRESS_RULE, subject);
}

/** Calls of one API key or session. */
export async function countCall(
  limiter: RateLimiter,
  { principal }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!principal) return;
  const subject = principal.type === 'user' ? principal.sessionId : principal.id;
  await limiter.count(reply, CALLS_RULE, subject);
}

/** What the strict routes are asked for one account, from whatever address. */
export async function countAccount(
  limiter: RateLimiter,
  { rate, id }: EndpointDefinition,
  { body }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { email } = (body ?? {}) as { email?: string };
  if (rate === 'strict' && email !== undefined) {
    const rule = id === authSignIn.id ? SIGN_IN_RULE : MAIL_RULE;
    await limiter.countExactly(reply, rule, foldEmail(email));
  }
}
