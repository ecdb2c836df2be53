import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeRaw } from '../../src/db/client.ts';
import { newId } from '../../src/db/ids/uuid.ts';
import { announceEvent } from '../../src/domain/kernel/outbox/outbox.store.ts';
import { claimWebhook } from '../../src/domain/talk/webhook/delivery.store.ts';
import { dispatchEvents } from '../../src/domain/talk/webhook/dispatch-events.ts';
import { sendDeliveries } from '../../src/domain/talk/webhook/send-deliveries.ts';
import type { GuardedClient } from '../../src/providers/guarded/guarded-client.ts';
import { createTenant, type Tenant } from '../app/build.ts';
import { type Delivering, startDelivering } from './deliver-all.ts';
import { succeed } from './receiver.ts';

const signal = new AbortController().signal;
const SECOND_MS = 1_000;

let delivering: Delivering;
beforeAll(async () => {
  delivering = await startDelivering();
});
afterAll(() => delivering?.close());

const createWebhooks = async ({ client }: Tenant, name: string, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    const url = `http://receiver.test:${delivering.receiver.port}/${name}-${index}`;
    await client.webhooks.create({ url, events: ['key.created'] });
  }
};

async function announce({ organizationId, user }: Tenant, count: number): Promise<void> {
  const { app } = delivering;
  const facts = { actor: { type: 'user', id: user.id, name: 'Test' } } as const;
  for (let index = 0; index < count; index++) {
    const event = { organizationId, projectId: null, event: 'key.created', facts } as const;
    await announceEvent(app.db, { ...event, at: app.clock.now() });
  }
  while ((await dispatchEvents(app.deps, signal)) > 0);
}

describe('the slots for webhooks', () => {
  it('serve an organization immediately, because receivers of another organization that do not answer occupy only a quarter of the slots', async () => {
    const { app, receiver } = delivering;
    const tenant = await createTenant(app);
    const other = await createTenant(app);
    await createWebhooks(tenant, 'slow', 20);
    await announce(tenant, 3);
    await createWebhooks(other, 'quick', 1);
    await announce(other, 1);
    let open = 0;
    let most = 0;
    const webhookClient: GuardedClient = {
      ...app.deps.webhookClient,
      post: async (request) => {
        const isSlow = request.url.includes('/slow');
        if (isSlow) most = Math.max(most, ++open);
        try {
          return await app.deps.webhookClient.post(request);
        } finally {
          if (isSlow) open--;
        }
      },
    };
    const paths: string[] = [];
    receiver.answer = (response, request) => {
      paths.push(request.path);
      if (!request.path.startsWith('/slow')) succeed(response, request);
    };
    await sendDeliveries({ ...app.deps, webhookClient }, signal);
    expect(most).toBe(4);
    // The process has 16 slots, of which the slow receivers occupy four. The quick delivery is thus among the first 16
    // requests.
    expect(paths.slice(0, 16)).toContain('/quick-0');
    expect(new Set(paths).size).toBe(21);
  });

  it('become free after 5 s if a webhook has many deliveries to a slow receiver', async () => {
    const { app, receiver } = delivering;
    const tenant = await createTenant(app);
    await createWebhooks(tenant, 'long', 5);
    await announce(tenant, 4);
    const paths: string[] = [];
    const sent = new Set<string>();
    receiver.answer = (response, request) => {
      if (request.path.startsWith('/long')) {
        paths.push(request.path);
        sent.add(`${request.path} ${request.id}`);
      }
      app.clock.advance(2 * SECOND_MS);
      succeed(response, request);
    };
    await sendDeliveries(app.deps, signal);
    // Each request of any slot advances the shared clock by 2 s. If one slot made no progress during ten requests, its
    // claim would expire, and its delivery would be sent again.
    expect(sent.size).toBe(20);
    // After three requests, a slot becomes free when its attempt ends. The fifth webhook then gets the next free slot,
    // after at most four requests that had already begun.
    expect(new Set(paths.slice(0, 8)).size).toBe(5);
  });

  it('take one webhook per claim, with few and with many rows in the statistics', async () => {
    const { app } = delivering;
    const tenant = await createTenant(app);
    await createWebhooks(tenant, 'a', 1);
    await executeRaw(app.db, 'analyze webhook');
    await createWebhooks(tenant, 'b', 19);
    await announce(tenant, 1);
    const now = app.clock.now();
    const until = new Date(now.getTime() + SECOND_MS);
    const counts: number[] = [];
    for (const prepare of ['select 1', 'analyze webhook']) {
      await executeRaw(app.db, prepare);
      for (let at = 1; at <= 5; at++) {
        const claim = { lease: newId(), now, until, running: [], exceptOf: [] };
        expect(await claimWebhook(app.db, claim)).not.toBeNull();
        const { rows } = await executeRaw(
          app.db,
          'select count(*)::int as count from webhook where lease is not null',
        );
        counts.push(Number(rows[0]!.count));
      }
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
