import type { WebhookEvent } from '@parlance/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announceEvent } from '../../src/domain/kernel/outbox/outbox.store.ts';
import { orderDigests } from '../../src/domain/talk/webhook/chat/order-digests.ts';
import { dispatchEvents } from '../../src/domain/talk/webhook/dispatch-events.ts';
import { sendDeliveries } from '../../src/domain/talk/webhook/send-deliveries.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { clientTo, failWith, type Receiver, startReceiver, succeed } from './receiver.ts';

const SLACK = 'https://hooks.slack.com/services/T0/B0/secret-1234';
const MINUTE_MS = 60_000;
const signal = new AbortController().signal;

let app: TestApp;
let tenant: Tenant;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ works: false, overrides: { webhookClient: clientTo(receiver) } });
  tenant = await createTenant(app);
});
afterEach(async () => {
  await app?.close();
  await receiver?.stop();
});

const createChat = async (
  events: WebhookEvent[],
  options: { localeCodes?: string[]; includeTexts?: boolean; digestAt?: string } = {},
) => (await tenant.client.webhooks.create({ kind: 'slack', url: SLACK, events, ...options })).data;

async function announce(event: WebhookEvent, projectId: string, facts = {}): Promise<void> {
  const actor = { type: 'user', id: tenant.user.id, name: 'Ada' } as const;
  const { organizationId } = tenant;
  const at = app.clock.now();
  await announceEvent(app.db, { organizationId, projectId, event, at, facts: { actor, ...facts } });
  await dispatchEvents(app.deps, signal);
}

const send = () => sendDeliveries(app.deps, signal);
const messages = () => receiver.requests.map(({ body }) => String(body.text).split(' <')[0]);
const pendingOf = async (webhookId: string) =>
  (await tenant.client.webhooks.deliveries.list({ webhookId, status: 'pending' })).data.length;

describe('a chat', () => {
  it('gets one message for the events of a project in five minutes, and gets other events immediately', async () => {
    const chat = await createChat(['key.created', 'release.published']);
    const { id: projectId, slug } = await createProject(tenant.client);
    await announce('key.created', projectId, { counts: { keys: 2 } });
    await send();
    await announce('key.created', projectId, { counts: { keys: 3 } });
    await announce('key.created', projectId, { counts: { keys: 4 } });
    const release = { environment: 'production', version: 7 };
    await announce('release.published', projectId, release);
    await send();
    expect(messages()).toEqual([
      `Keys created: 2 · ${slug} · Ada`,
      `Releases published: 1 · ${slug} · production 7 · Ada`,
    ]);
    expect(await pendingOf(chat.id)).toBe(2);
    app.clock.advance(5 * MINUTE_MS);
    await send();
    expect(messages().at(-1)).toBe(`Keys created: 7 · ${slug} · Ada`);
    expect(await pendingOf(chat.id)).toBe(0);
  });

  it('gets at most 60 messages an hour, and gets all delayed events later', async () => {
    const chat = await createChat(['job.completed']);
    const { id } = await createProject(tenant.client);
    for (let index = 0; index < 65; index++) {
      await announce('job.completed', id.slice(0, -3) + String(100 + index));
      await send();
    }
    expect(messages()).toHaveLength(60);
    expect(receiver.requests.at(-1)!.body.text).toContain('60 messages in an hour');
    expect(await pendingOf(chat.id)).toBe(5);
    app.clock.advance(60 * MINUTE_MS);
    await send();
    expect(messages()).toHaveLength(65);
  });

  it('gets one message after a failure, with the failed events and the new events', async () => {
    await createChat(['key.created']);
    const { id: projectId, slug } = await createProject(tenant.client);
    receiver.answer = failWith(503);
    await announce('key.created', projectId, { counts: { keys: 1 } });
    await send();
    await announce('key.created', projectId, { counts: { keys: 1 } });
    await send();
    expect(messages()).toHaveLength(1);
    receiver.answer = succeed;
    app.clock.advance(MINUTE_MS);
    await send();
    expect(messages().at(-1)).toBe(`Keys created: 2 · ${slug} · Ada`);
  });

  it('loses its webhook after a 404 response: the service disables the webhook, and the audit log contains the reason', async () => {
    const chat = await createChat(['key.created']);
    const { id: projectId } = await createProject(tenant.client);
    receiver.answer = failWith(404);
    await announce('key.created', projectId);
    await send();
    const { data } = await tenant.client.auditLog.list({ action: 'webhook.disable' });
    expect(data).toMatchObject([
      { target: { id: chat.id }, actor: { name: 'Parlance' }, details: { reason: 'webhook_gone' } },
    ]);
  });

  it('gets the beginnings of texts only if the webhook includes texts, and gets only events of its locales', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { i18n } = tenant.client;
    const content = { save: `Save ${'x'.repeat(200)}` };
    await i18n.projects.import({ projectId, locale: 'en', content });
    const keyIds = (await i18n.keys.list({ projectId })).data.map(({ id }) => id);
    await i18n.projects.import({ projectId, locale: 'de', content: { save: 'Sichern <b>' } });
    await createChat(['values.changed'], { localeCodes: ['de'], includeTexts: true });
    await announce('values.changed', projectId, { locales: ['fr'], keyIds });
    await send();
    expect(messages()).toEqual([]);
    await announce('values.changed', projectId, { locales: ['de'], keyIds, counts: { values: 1 } });
    await send();
    expect(receiver.requests[0]!.body.text).toMatch(/\n> save \(de\): Sichern &lt;b&gt;$/);
    const other = { save: 'Enregistrer', open: 'Ouvrir' };
    await i18n.projects.import({ projectId, locale: 'fr', content: other });
    await i18n.projects.import({ projectId, locale: 'de', content: { open: 'Auf' } });
    const keyOf = async (name: string) =>
      (await i18n.keys.list({ projectId })).data.find((key) => key.name === name)!.id;
    app.clock.advance(5 * MINUTE_MS);
    const both = ['de', 'fr'];
    await announce('values.changed', projectId, { locales: both, keyIds: [await keyOf('open')] });
    await send();
    const { text } = receiver.requests[1]!.body;
    expect(text).toContain('\n> open (de): Auf');
    expect(text).not.toContain('(fr)');
    const refused = tenant.client.webhooks.create({
      url: 'https://example.org/hook',
      events: ['values.changed'],
      includeTexts: true,
    });
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('gets a daily summary of open work, and gets none if there is no work', async () => {
    const chat = await createChat(['job.failed'], { digestAt: '09:30' });
    expect(chat.digestAt).toBe('09:30');
    const { id: projectId, slug } = await createProject(tenant.client);
    await createProject(tenant.client, { name: 'Quiet' });
    const nextDay = async () => {
      app.clock.advance(24 * 60 * MINUTE_MS);
      await orderDigests(app.deps, signal);
      await send();
    };
    await nextDay();
    expect(messages()).toEqual([]);
    const { i18n } = tenant.client;
    await i18n.projects.import({
      projectId,
      locale: 'en',
      content: { save: 'Save', open: 'Open' },
    });
    await i18n.locales.create({ projectId, code: 'de' });
    const [key] = (await i18n.keys.list({ projectId })).data;
    const question = { projectId, keyId: key!.id, kind: 'question', text: 'Why?' } as const;
    await tenant.user.client.i18n.keys.comments.create(question);
    await i18n.values.put({
      projectId,
      keyId: key!.id,
      localeCode: 'de',
      text: 'Sichern',
      state: 'needs_review',
    });
    await nextDay();
    expect(receiver.requests[0]!.body.text.split('\n').slice(1)).toEqual([
      `${slug} · open questions: 1 · to review: 1`,
    ]);
    await orderDigests(app.deps, signal);
    await send();
    expect(receiver.requests).toHaveLength(1);
    const ref = { webhookId: chat.id };
    await tenant.client.webhooks.update({ ...ref, enabled: false });
    await nextDay();
    await tenant.client.webhooks.update({ ...ref, enabled: true });
    await orderDigests(app.deps, signal);
    await send();
    expect(receiver.requests).toHaveLength(1);
    await nextDay();
    expect(receiver.requests).toHaveLength(2);
    await i18n.locales.delete({ projectId, localeCode: 'de' });
    await nextDay();
    expect(receiver.requests.at(-1)!.body.text).toContain(`${slug} · open questions: 1`);
    expect(receiver.requests.at(-1)!.body.text).not.toContain('to review');
    await i18n.keys.update({ projectId, keyId: key!.id, archived: true });
    await nextDay();
    expect(receiver.requests).toHaveLength(3);
    const refused = tenant.client.webhooks.create({
      url: 'https://example.org/hook',
      events: ['job.failed'],
      digestAt: '09:30',
    });
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
