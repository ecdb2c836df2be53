import fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createTenant } from '../../../test/app/build.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/servers/postgres.ts';
import { openDb } from '../../db/client.ts';
import type { RateRule } from '../../domain/kernel/limits/rate.store.ts';
import { UseLeases } from '../../domain/kernel/limits/use-leases.ts';
import { Failure } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { RateLimiter } from './rate-limit.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
let client: ReturnType<typeof openDb>;
let nowMs = Date.UTC(2026, 0, 1);
const clock: Clock = { now: () => new Date(nowMs) };
let subjects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDb(database.connectionString, { maxConnections: 5, onIdleError: () => {} });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

/** Starts rate limiters with separate leases, like the processes of a deployment. */
const startProcesses = (count: number): RateLimiter[] =>
  Array.from({ length: count }, () => new RateLimiter(client.db, clock));

const newReply = (): FastifyReply => {
  const headers = new Map<string, string>();
  const reply = {
    getHeader: (name: string) => headers.get(name),
    header: (name: string, value: string) => headers.set(name, value),
  };
  return reply as unknown as FastifyReply;
};

const isAnswered = (limiter: RateLimiter, rule: RateRule, subject: string): Promise<boolean> =>
  limiter.count(newReply(), rule, subject).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'rate_limited') return false;
      throw error;
    },
  );

async function send(
  requests: number,
  concurrency: number,
  processOf: (request: number) => RateLimiter,
  rule: RateRule,
  subject: string,
): Promise<number> {
  let sent = 0;
  let answered = 0;
  const sendNext = async (): Promise<void> => {
    while (sent < requests) {
      if (await isAnswered(processOf(sent++), rule, subject)) answered++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  return answered;
}

const newSubject = (): string => `subject ${subjects++}`;

const traffic = fc.record({
  limit: fc.constantFrom(100, 600, 1_500),
  processes: fc.integer({ min: 1, max: 8 }),
  concurrency: fc.integer({ min: 1, max: 64 }),
  // Share of the limit after which the test sends all requests to another process. If the share is
  // zero, the test distributes the requests among all processes.
  movesEvery: fc.constantFrom(0, 0.01, 0.05, 0.12, 0.4),
});

describe('a leased budget', () => {
  it('admits 90 % to 110 % of its requests, at any concurrency, over 1 to 8 processes', async () => {
    await fc.assert(
      fc.asyncProperty(traffic, async ({ limit, processes, concurrency, movesEvery }) => {
        const rule = { name: 'test', limit, windowMs: MINUTE_MS };
        const limiters = startProcesses(processes);
        const stay = Math.max(1, Math.round(limit * movesEvery));
        const answered = await send(
          Math.ceil(limit * 1.5),
          concurrency,
          (request) => {
            const turn = movesEvery === 0 ? request : Math.floor(request / stay);
            return limiters[turn % processes]!;
          },
          rule,
          newSubject(),
        );
        expect(answered).toBeGreaterThanOrEqual(limit * 0.9);
        expect(answered).toBeLessThanOrEqual(limit * 1.1);
      }),
      { numRuns: testRuns(25) },
    );
  });

  it('serves the last of eight processes after the other processes have answered one request each', async () => {
    const rule = { name: 'test', limit: 600, windowMs: MINUTE_MS };
    const subject = newSubject();
    const limiters = startProcesses(8);
    for (const limiter of limiters.slice(0, 7)) {
      expect(await isAnswered(limiter, rule, subject)).toBe(true);
    }
    const answered = await send(700, 20, () => limiters[7]!, rule, subject);
    expect(answered + 7).toBeGreaterThanOrEqual(540);
    expect(answered + 7).toBeLessThanOrEqual(600);
  });

  it('starts full in the next window, independent of earlier leases', async () => {
    const rule = { name: 'test', limit: 600, windowMs: MINUTE_MS };
    const subject = newSubject();
    const limiters = startProcesses(4);
    const spread = (request: number) => limiters[request % 4]!;
    for (let window = 0; window < 3; window++) {
      const answered = await send(800, 16, spread, rule, subject);
      expect(answered).toBeGreaterThanOrEqual(540);
      expect(answered).toBeLessThanOrEqual(660);
      nowMs += MINUTE_MS;
    }
  });

  it('divides into smaller leases as it runs out, and grants no lease once it is used up', async () => {
    const rule = { name: 'test', limit: 3_000, windowMs: MINUTE_MS };
    const [limiter] = startProcesses(1);
    const subject = newSubject();
    const statements = async (requests: number): Promise<number> => {
      const before = client.pool.totalCount;
      expect(before).toBeGreaterThan(0);
      let taken = 0;
      client.pool.on('acquire', count);
      function count(): void {
        taken++;
      }
      await send(requests, 1, () => limiter!, rule, subject);
      client.pool.off('acquire', count);
      return taken;
    };
    const atFirst = await statements(300);
    await statements(2_640);
    const atLast = await statements(60);
    expect(atFirst).toBeLessThanOrEqual(15);
    expect(atLast / 60).toBeGreaterThan(atFirst / 300);
    expect(await isAnswered(limiter!, rule, subject)).toBe(false);
    expect(await statements(100)).toBe(0);
  });
});

describe('a process that cannot lease more of a budget', () => {
  it('keeps its leases, and counts other callers exactly until a lease has ended', async () => {
    const rule = { name: 'test', limit: 600, windowMs: MINUTE_MS };
    const leases = new UseLeases(client.db, clock, 1);
    const [held, other] = [newSubject(), newSubject()];
    await leases.use(rule, held);
    for (let use = 1; use <= 20; use++) {
      expect((await leases.use(rule, other)).remaining).toBe(600 - use);
    }
    expect((await leases.use(rule, held)).remaining).toBe(598);
    nowMs += MINUTE_MS;
    await leases.use(rule, other);
    const [row] = await client.db
      .selectFrom('rate_window')
      .select('granted')
      .orderBy('ends_at', 'desc')
      .limit(1)
      .execute();
    expect(row!.granted).toBeGreaterThan(1);
  });
});

describe('a new API key', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ works: false, env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => app.close());

  it('gets its requests answered at a concurrency of 30, and loses at most 30 requests to leases', async () => {
    const tenant = await createTenant(app);
    let refused = 0;
    let remaining = 3_000;
    const ask = async (): Promise<void> => {
      const response = await fetch(`${app.url}/v1/i18n/projects`, {
        headers: { Authorization: `ApiKey ${tenant.apiKey.token}` },
      });
      await response.arrayBuffer();
      if (response.status === 429) refused++;
      remaining = Math.min(remaining, Number(response.headers.get('ratelimit-remaining')));
    };
    for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 30 }, ask));
    expect(refused).toBe(0);
    expect(remaining).toBeGreaterThanOrEqual(3_000 - 120 - 30);
    expect(remaining).toBeLessThanOrEqual(3_000 - 120);
  });
});
