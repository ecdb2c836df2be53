import type { WebhookEvent, WebhookKind } from '@parlance/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceEvent } from '../../src/domain/kernel/outbox/outbox.store.ts';
import { dispatchEvents } from '../../src/domain/talk/webhook/dispatch-events.ts';
import { sendDeliveries } from '../../src/domain/talk/webhook/send-deliveries.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { clientTo, failWith, type Receiver, startReceiver, succeed } from './receiver.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PLAN_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
const URLS: Record<WebhookKind, string> = {
  standard: 'https://receiver.test/hook',
  slack: 'https://hooks.slack.com/services/T0/B0/secret-1234',
  teams: 'https://acme.webhook.office.com/webhookb2/a/IncomingWebhook/b/c',
  discord: 'https://discord.com/api/webhooks/1/secret',
};
const EVENTS: WebhookEvent[] = ['key.created', 'key.archived', 'job.completed'];
const signal = new AbortController().signal;

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ works: false, overrides: { webhookClient: clientTo(receiver) } });
});
afterAll(async () => {
  await app?.close();
  await receiver?.stop();
});

/** Creates the only webhook of the service. */
async function createWebhook(kind: WebhookKind) {
  await app.db.deleteFrom('webhook').execute();
  const tenant = await createTenant(app);
  const projectIds = [
    (await createProject(tenant.client)).id,
    (await createProject(tenant.client)).id,
  ];
  const given = { kind, url: URLS[kind], events: EVENTS };
  const { data } = await tenant.client.webhooks.create(given);
  receiver.requests.length = 0;
  receiver.answer = succeed;
  return { tenant, projectIds, webhookId: data.id };
}

async function announce(tenant: Tenant, projectId: string, event: WebhookEvent): Promise<void> {
  const actor = { type: 'user', id: tenant.user.id, name: 'Test' } as const;
  const at = app.clock.now();
  const { organizationId } = tenant;
  await announceEvent(app.db, { organizationId, projectId, event, at, facts: { actor } });
  await dispatchEvents(app.deps, signal);
}

const send = () => sendDeliveries(app.deps, signal);
const pendingOf = async ({ tenant, webhookId }: Awaited<ReturnType<typeof createWebhook>>) =>
  (await tenant.client.webhooks.deliveries.list({ webhookId, status: 'pending' })).data;

describe('the retries of a webhook', () => {
  it('respect Retry-After, even if an older event still waits to be grouped', async () => {
    const chat = await createWebhook('slack');
    const [projectId] = chat.projectIds;
    await announce(chat.tenant, projectId!, 'key.created');
    await send();
    await announce(chat.tenant, projectId!, 'key.created');
    receiver.answer = failWith(429, { 'retry-after': '30' });
    await announce(chat.tenant, projectId!, 'key.archived');
    for (let seconds = 0; seconds < 29; seconds++) {
      await send();
      app.clock.advance(SECOND_MS);
    }
    expect(receiver.requests).toHaveLength(2);
    app.clock.advance(2 * SECOND_MS);
    await send();
    expect(receiver.requests).toHaveLength(3);
  });

  it('never exceed the rate of the plan, and are at most an hour apart within a day of a success', async () => {
    const step = fc.record({
      seconds: fc.constantFrom(0, 1, 4, 61, 301, 1_000, 3_700),
      event: fc.constantFrom(null, ...EVENTS),
      project: fc.nat({ max: 1 }),
      isAway: fc.boolean(),
      asks: fc.constantFrom(0, 0, 30, 7_200),
    });
    const steps = fc.array(step, { minLength: 10, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('standard', 'slack'), steps, async (kind, taken) => {
        const webhook = await createWebhook(kind);
        let failures = 0;
        let failedAt = 0;
        let asked = 0;
        const early: object[] = [];
        let goodAt: number | null = null;
        for (const { seconds, event, project, isAway, asks } of taken) {
          app.clock.advance(seconds * SECOND_MS);
          if (event) await announce(webhook.tenant, webhook.projectIds[project]!, event);
          receiver.answer = (response, request) => {
            const now = app.clock.now().getTime();
            if (failures > 0) {
              const planned = PLAN_MS[Math.min(failures, PLAN_MS.length) - 1]! * 0.8;
              if (now - failedAt < Math.max(planned, asked))
                early.push({ failures, now, failedAt });
            }
            if (!isAway) {
              [failures, goodAt] = [0, now];
              return succeed(response, request);
            }
            [failures, failedAt, asked] = [failures + 1, now, asks * SECOND_MS];
            failWith(503, asks === 0 ? {} : { 'retry-after': String(asks) })(response, request);
          };
          await send();
          expect(early).toEqual([]);
          const now = app.clock.now().getTime();
          for (const { nextAttemptAt } of await pendingOf(webhook)) {
            if (nextAttemptAt === null || goodAt === null) continue;
            const latest = now + Math.max(HOUR_MS, asked);
            expect(Date.parse(nextAttemptAt)).toBeLessThanOrEqual(latest);
          }
        }
        receiver.answer = succeed;
        // A receiver that never succeeded is retried after up to ten hours.
        for (let hours = 0; hours < 30; hours += 6) {
          app.clock.advance(6 * HOUR_MS);
          await send();
        }
        expect(await pendingOf(webhook)).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('occur within an hour again after a successful test request', async () => {
    const webhook = await createWebhook('standard');
    const { tenant, webhookId, projectIds } = webhook;
    receiver.answer = failWith(500);
    await announce(tenant, projectIds[0]!, 'key.created');
    for (let hours = 0; hours < 40; hours += 2) {
      await send();
      app.clock.advance(2 * HOUR_MS);
    }
    await send();
    const [waiting] = await pendingOf(webhook);
    expect(Date.parse(waiting!.nextAttemptAt!)).toBeGreaterThan(Date.now() + HOUR_MS);
    receiver.answer = succeed;
    await tenant.client.webhooks.test({ webhookId });
    app.clock.advance(HOUR_MS);
    await send();
    expect(await pendingOf(webhook)).toEqual([]);
  });
});

describe('a message to Teams', () => {
  it.each([
    ['Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=0', 429],
    ['Microsoft Teams endpoint returned HTTP error 413 with ContextId tcid=0', 413],
    ['the channel is busy', 200],
  ])('stays pending if the 200 response reports a failure: %s', async (reason, answerStatus) => {
    const webhook = await createWebhook('teams');
    const text = `Webhook message delivery failed with error: ${reason}`;
    receiver.answer = (response) => void response.writeHead(200).end(text);
    await announce(webhook.tenant, webhook.projectIds[0]!, 'key.created');
    await send();
    expect(await pendingOf(webhook)).toMatchObject([
      { status: 'pending', answerStatus, answer: text },
    ]);
    receiver.answer = (response) => void response.writeHead(200).end('1');
    app.clock.advance(MINUTE_MS);
    await send();
    expect(await pendingOf(webhook)).toEqual([]);
  });
});
