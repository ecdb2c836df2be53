import {
  authSignIn,
  type EndpointDefinition,
  usersMeDelete,
  usersMeEmail,
  usersMePassword,
} from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { type CountedUse, type RateRule, UseLeases } from '../../domain/kernel/index.ts';
import { foldEmail } from '../../domain/people/index.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { addressSubject } from './client-address.ts';

const MINUTE_MS = 60_000;

const CALLS_RULE: RateRule = { name: 'calls', limit: 3_000, windowMs: MINUTE_MS };
const ADDRESS_RULE: RateRule = { name: 'address', limit: 6_000, windowMs: MINUTE_MS };
/** Limits requests from one address for bundles that are not in memory. */
const MISS_RULE: RateRule = { name: 'miss', limit: 600, windowMs: MINUTE_MS };
/**
 * Limits attempts to guess the password of an account. An owner who reaches the limit can still
 * reset the password.
 */
const SIGN_IN_RULE: RateRule = { name: 'sign-in', limit: 10, windowMs: 15 * MINUTE_MS };
/** Limits how often a session may send a wrong password of its own account. */
const PASSWORD_RULE: RateRule = { name: 'password', limit: 10, windowMs: 15 * MINUTE_MS };
/** Limits requests, such as invitations, that send mail to one account. */
const MAIL_RULE: RateRule = { name: 'mail', limit: 10, windowMs: 15 * MINUTE_MS };
/** Limits requests from one address for sign-in, passwords and mail. */
const AUTH_ADDRESS_RULE: RateRule = {
  name: 'auth-address',
  limit: 60,
  windowMs: 15 * MINUTE_MS,
};

/** Counts requests against limits that all processes share. */
export class RateLimiter {
  readonly #leases: UseLeases;
  readonly #clock: Clock;
  readonly #undo = new WeakMap<FastifyReply, (() => void)[]>();

  constructor(db: Db, clock: Clock) {
    this.#leases = new UseLeases(db, clock);
    this.#clock = clock;
  }

  /**
   * Counts one request, usually in memory, and sets the rate limit headers.
   * @throws `rate_limited` with `Retry-After`
   */
  async count(reply: FastifyReply, rule: RateRule, subject: string): Promise<void> {
    const use = await this.#leases.use(rule, subject);
    this.#tell(reply, rule, use);
    const undo = this.#undo.get(reply) ?? [];
    undo.push(() => this.#leases.giveBack(rule, subject, use));
    this.#undo.set(reply, undo);
  }

  /** Reverses everything that {@link count} has counted for the request. */
  giveBack(reply: FastifyReply): void {
    const undo = this.#undo.get(reply);
    if (!undo) return;
    this.#undo.delete(reply);
    for (const one of undo) one();
    reply.header('RateLimit-Remaining', String(Number(reply.getHeader('RateLimit-Remaining')) + 1));
  }

  /** Counts one request. The count is exact, because this function always asks the database. */
  async countExactly(reply: FastifyReply, rule: RateRule, subject: string): Promise<void> {
    this.#tell(reply, rule, await this.#leases.useExactly(rule, subject));
  }

  #tell(reply: FastifyReply, rule: RateRule, use: CountedUse): void {
    const { isWithin, remaining, endsAtMs } = use;
    const leftMs = endsAtMs - this.#clock.now().getTime();
    const resetSeconds = Math.max(1, Math.ceil(leftMs / 1000));
    const said = reply.getHeader('RateLimit-Remaining');
    if (said === undefined || Number(said) > remaining) {
      reply.header('RateLimit-Limit', String(rule.limit));
      reply.header('RateLimit-Remaining', String(remaining));
      reply.header('RateLimit-Reset', String(resetSeconds));
    }
    if (!isWithin) {
      fail(
        'rate_limited',
        `The limit of ${rule.limit} requests in ${rule.windowMs / 1000} s is exceeded. Wait as many seconds as Retry-After says.`,
        {
          retryAfterSeconds: resetSeconds,
        },
      );
    }
  }
}

/**
 * Counts a request against the limit of its client address. Bundle requests are not counted here,
 * because most are answered from memory.
 */
export async function countAddress(
  limiter: RateLimiter,
  { rate }: EndpointDefinition,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const subject = addressSubject(ip);
  if (rate === 'strict') await limiter.countExactly(reply, AUTH_ADDRESS_RULE, subject);
  else if (rate === undefined) await limiter.count(reply, ADDRESS_RULE, subject);
}

export async function countMiss(
  limiter: RateLimiter,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await limiter.count(reply, MISS_RULE, addressSubject(ip));
}

export async function countCall(
  limiter: RateLimiter,
  { principal }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!principal) return;
  const subject = principal.type === 'user' ? principal.sessionId : principal.id;
  await limiter.count(reply, CALLS_RULE, subject);
}

/** Ids of the operations that verify the password of a signed-in user. */
const ASKS_PASSWORD: ReadonlySet<string> = new Set(
  [usersMeDelete, usersMeEmail, usersMePassword].map(({ id }) => id),
);

/** Counts a request for sign-in, a password or a mail against the limit of its account. */
export async function countAccount(
  limiter: RateLimiter,
  { rate, id }: EndpointDefinition,
  { body, principal }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (principal && ASKS_PASSWORD.has(id)) {
    await limiter.countExactly(reply, PASSWORD_RULE, principal.id);
  }
  const { email } = (body ?? {}) as { email?: string };
  if (rate === 'strict' && email !== undefined) {
    const rule = id === authSignIn.id ? SIGN_IN_RULE : MAIL_RULE;
    await limiter.countExactly(reply, rule, foldEmail(email));
  }
}
