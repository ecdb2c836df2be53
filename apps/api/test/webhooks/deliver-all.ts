import { expect } from 'vitest';
import { announceEvent } from '../../src/domain/kernel/outbox/outbox.store.ts';
import { dispatchEvents } from '../../src/domain/talk/webhook/dispatch-events.ts';
import { sendDeliveries } from '../../src/domain/talk/webhook/send-deliveries.ts';
import { parseAllowedAddress } from '../../src/providers/guarded/allowed-addresses.ts';
import { createGuardedClient } from '../../src/providers/guarded/create-guarded-client.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { randomOf } from '../processes/process.ts';
import { type Answer, failWith, type Receiver, startReceiver, succeed } from './receiver.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_127);
const MINUTE_MS = 60_000;
const TRANSACTION_EVENTS = 25;
const ROLLED_BACK = new Error('rolled back');
/** Time limit of a request in these tests, which the receiver sometimes exceeds. */
const TIMEOUT_MS = 200;

const sendForever: Answer = (response) => {
  const write = (): void => {
    while (!response.destroyed && response.write('x'.repeat(8_192)));
    if (!response.destroyed) response.once('drain', write);
  };
  response.writeHead(500);
  write();
};

/** Failures of the receiver. */
const TROUBLES: readonly Answer[] = [
  failWith(500),
  failWith(503, { 'retry-after': '60' }),
  failWith(302, { location: 'http://127.0.0.1:1/elsewhere' }),
  failWith(404),
  (response) => void response.destroy(),
  sendForever,
];

export interface Delivering {
  readonly app: TestApp;
  readonly tenant: Tenant;
  readonly receiver: Receiver;
  /** A test sets `isPrivate` to make the name of the receiver resolve to a private address. */
  readonly names: { isPrivate: boolean };
  close(): Promise<void>;
}

/** Starts a service without workers. Its webhooks reach a receiver by the name of the receiver. */
export async function startDelivering(): Promise<Delivering> {
  const receiver = await startReceiver();
  const names = { isPrivate: false };
  const webhookClient = createGuardedClient({
    allowed: [parseAllowedAddress(receiver.allowed)],
    resolve: async () => [names.isPrivate ? '10.0.0.1' : '127.0.0.1'],
    timeoutMs: TIMEOUT_MS,
  });
  const app = await startTestApp({ works: false, overrides: { webhookClient } });
  const tenant = await createTenant(app);
  return {
    app,
    tenant,
    receiver,
    names,
    async close() {
      await app.close();
      await receiver.stop();
    },
  };
}

const signal = new AbortController().signal;

/** Announces events in transactions, and rolls back every fifth transaction. Returns the numbers of other events. */
async function announceAll({ app, tenant }: Delivering, count: number): Promise<number[]> {
  const { id: projectId } = await createProject(tenant.client);
  const actor = { type: 'user', id: tenant.user.id, name: 'Test' } as const;
  const { organizationId } = tenant;
  const kept: number[] = [];
  for (let first = 1; first <= count; first += TRANSACTION_EVENTS) {
    const numbers = Array.from({ length: TRANSACTION_EVENTS }, (_, index) => first + index);
    const isUndone = (first / TRANSACTION_EVENTS) % 5 > 4;
    await app.db
      .transaction()
      .execute(async (tx) => {
        for (const number of numbers) {
          const facts = { actor, number };
          const event = { organizationId, projectId, event: 'key.created', facts } as const;
          await announceEvent(tx, { ...event, at: app.clock.now() });
        }
        if (isUndone) throw ROLLED_BACK;
      })
      .catch((error: unknown) => {
        if (error !== ROLLED_BACK) throw error;
      });
    if (!isUndone) kept.push(...numbers);
  }
  return kept;
}

/**
 * Sends `count` events to a receiver with every kind of failure, and requires that each arrives in order with one id.
 * Two workers send concurrently.
 */
export async function deliverAll(delivering: Delivering, count: number): Promise<void> {
  const { app, tenant, receiver, names } = delivering;
  const url = `http://receiver.test:${receiver.port}/hook`;
  await tenant.client.webhooks.create({ url, events: ['key.created'] });
  const wanted = await announceAll(delivering, count);
  while ((await dispatchEvents(app.deps, signal)) > 0);

  const chance = randomOf(SEED);
  const succeeded: number[] = [];
  const idOf = new Map<number, string>();
  receiver.answer = (response, request) => {
    const { number } = request.body.data;
    expect(idOf.get(number) ?? request.id).toBe(request.id);
    idOf.set(number, request.id);
    if (chance() < 0.03) {
      const trouble = TROUBLES[Math.floor(chance() * TROUBLES.length)] ?? succeed;
      trouble(response, request);
      return;
    }
    if (succeeded.at(-1) !== number) succeeded.push(number);
    succeed(response, request);
  };
  for (let round = 0; succeeded.length < wanted.length; round++) {
    const isAway = round % 7 === 3;
    names.isPrivate = round % 11 === 5;
    if (isAway) await receiver.stop();
    await Promise.all([1, 2].map(() => sendDeliveries(app.deps, signal)));
    if (isAway) await receiver.start();
    app.clock.advance(10 * MINUTE_MS);
  }
  expect(succeeded).toEqual(wanted);
  const left = app.db.selectFrom('webhook_delivery').where('status', '<>', 'delivered');
  expect(await left.select('id').execute()).toEqual([]);
  const { data: webhooks } = await tenant.client.webhooks.list();
  expect(webhooks[0]).toMatchObject({ disabledAt: null });
}
