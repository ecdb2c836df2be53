import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { executeRaw } from '../../src/db/client.ts';
import { announceEvent } from '../../src/domain/kernel/outbox/outbox.store.ts';
import { dispatchEvents } from '../../src/domain/talk/webhook/dispatch-events.ts';
import { sendDeliveries } from '../../src/domain/talk/webhook/send-deliveries.ts';
import { joinOrganization } from '../app/build.ts';
import { PlanWork } from '../measure/plan-work.ts';
import { type Delivering, deliverAll, startDelivering } from './deliver-all.ts';
import { failWith } from './receiver.ts';

const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

let delivering: Delivering;
beforeEach(async () => {
  delivering = await startDelivering();
});
afterEach(() => delivering?.close());

async function announce(): Promise<void> {
  const { app, tenant } = delivering;
  const actor = { type: 'user', id: tenant.user.id, name: 'Test' } as const;
  const { organizationId } = tenant;
  const event = { organizationId, projectId: null, event: 'key.created' } as const;
  await announceEvent(app.db, { ...event, at: app.clock.now(), facts: { actor } });
  await dispatchEvents(app.deps, signal);
}

const create = async () => {
  const { tenant, receiver } = delivering;
  const url = `http://receiver.test:${receiver.port}/hook`;
  return (await tenant.client.webhooks.create({ url, events: ['key.created'] })).data;
};
const send = () => sendDeliveries(delivering.app.deps, signal);
const webhook = async () => (await delivering.tenant.client.webhooks.list()).data[0]!;
/** Returns the kinds of pending mails, with the ids of their recipients. */
async function mails(): Promise<[string, string][]> {
  const { rows } = await executeRaw(
    delivering.app.db,
    `select data ->> 'letter' as letter, data ->> 'userId' as user from pgboss.job
       where name = 'send-mail' order by created_on, data ->> 'userId'`,
  );
  return rows.map(({ letter, user }) => [String(letter), String(user)]);
}

describe('the deliveries of a webhook', () => {
  it('arrive in order with one id each despite every kind of failure, and none arrives for a rolled-back transaction', async () => {
    await deliverAll(delivering, 1_000);
  });

  it('stay pending when the webhook is reported after 6 hours and disabled after 72 hours of failures', async () => {
    const { app, tenant, receiver } = delivering;
    const second = await joinOrganization(tenant.user, tenant.organizationId, 'owner');
    await joinOrganization(tenant.user, tenant.organizationId, 'admin');
    await create();
    receiver.answer = failWith(503);
    await announce();
    await announce();
    await send();
    const { failingSince } = await webhook();
    const hours: number[] = [];
    for (let hour = 1; (await webhook()).disabledAt === null && hour < 100; hour++) {
      app.clock.advance(HOUR_MS);
      await send();
      if ((await mails()).length > hours.length * 2) hours.push(hour);
    }
    expect(hours).toEqual([6, 72]);
    expect(await webhook()).toMatchObject({ disabledReason: 'failing', failingSince });
    const owners = [tenant.user.id, second.id].sort();
    expect(await mails()).toEqual([
      ...owners.map((id) => ['webhook-failing', id]),
      ...owners.map((id) => ['webhook-disabled', id]),
    ]);
    expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(1);
    expect(receiver.requests.length).toBeLessThan(12);
    const { id: webhookId } = await webhook();
    const kept = await tenant.client.webhooks.deliveries.list({ webhookId, status: 'pending' });
    expect(kept.data).toHaveLength(2);
  });

  it('reset the count of failing hours after a success', async () => {
    const { app, receiver } = delivering;
    await create();
    receiver.answer = failWith(500);
    await announce();
    await send();
    app.clock.advance(5 * HOUR_MS);
    receiver.answer = (response) => void response.writeHead(200).end();
    await send();
    expect(await webhook()).toMatchObject({ failingSince: null });
    expect(await mails()).toEqual([]);
  });

  it('disable the webhook immediately after a 410 response', async () => {
    const { receiver } = delivering;
    await create();
    receiver.answer = failWith(410);
    await announce();
    await send();
    expect(await webhook()).toMatchObject({
      disabledReason: 'gone',
      disabledAt: expect.any(String),
    });
    expect(await mails()).toEqual([['webhook-disabled', delivering.tenant.user.id]]);
  });

  it('stay delivered if a user sends them again and the first attempt then fails', async () => {
    const { receiver, tenant } = delivering;
    const { id: webhookId } = await create();
    await announce();
    let failFirst = () => {};
    receiver.answer = (response, request) => {
      failFirst = () => failWith(500)(response, request);
    };
    const sending = send();
    await eventually(() => expect(receiver.requests).toHaveLength(1));
    receiver.answer = (response) => void response.writeHead(200).end();
    const { id: deliveryId } = receiver.requests[0]!;
    await tenant.client.webhooks.deliveries.redeliver({ webhookId, deliveryId });
    failFirst();
    await sending;
    const { data } = await tenant.client.webhooks.deliveries.list({ webhookId });
    expect(data).toMatchObject([{ status: 'delivered', attempts: 2, nextAttemptAt: null }]);
    expect(await webhook()).toMatchObject({ failingSince: null });
  });

  it('continue on another worker after the lease of a dead worker has ended', async () => {
    const { app, receiver } = delivering;
    await create();
    await announce();
    await app.db
      .updateTable('webhook')
      .set({
        lease: '00000000-0000-7000-8000-000000000000',
        next_at: new Date(app.clock.now().getTime() + 20_000),
      })
      .execute();
    expect(await send()).toBe(0);
    app.clock.advance(20_001);
    receiver.answer = (response) => void response.writeHead(200).end();
    expect(await send()).toBe(1);
    expect(receiver.requests).toHaveLength(1);
  });

  it('require one look-up of webhooks when a change without webhooks is numbered', async () => {
    const { tenant } = delivering;
    const { data: project } = await tenant.client.i18n.projects.create({
      name: 'Quiet',
      sourceLocale: 'en',
    });
    const work = new PlanWork();
    try {
      await tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        content: { a: 'A' },
      });
      const statements = work.take().filter(({ text }) => /\bwebhook\b/.test(text));
      expect(statements).toHaveLength(1);
    } finally {
      work.stop();
    }
  });
});
