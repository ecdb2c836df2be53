import { LIMITS, type WebhookEvent } from '@parlance/contracts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import {
  describeWebhooks,
  receivedBy,
  untilDispatched,
} from '../../../test/webhooks/describe-webhooks.ts';
import {
  failWith,
  type Receiver,
  succeed,
  verifyRequest,
} from '../../../test/webhooks/receiver.ts';
import { executeRaw } from '../../db/client.ts';

let app: TestApp;
let receiver: Receiver;
let tenant: Tenant;
let projectId: string;
describeWebhooks((given) => {
  ({ app, receiver, tenant, projectId } = given);
});

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ALL: WebhookEvent[] = ['import.completed', 'key.archived', 'key.created'];
const create = async (events: WebhookEvent[] = ALL, more: object = {}) =>
  (await tenant.client.webhooks.create({ url: receiver.url, events, ...more })).data;
const received = (count: number) => receivedBy(receiver, count);
const dispatched = () => untilDispatched(app);
const importKeys = (content: Record<string, string>, into = projectId) =>
  tenant.client.i18n.projects.import({ projectId: into, locale: 'en', content });

describe('webhooks.create', () => {
  it('returns the secret once, and stores it encrypted', async () => {
    const { secret, ...webhook } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ kind: 'standard', url: receiver.url, disabledAt: null });
    const { data: listed } = await tenant.client.webhooks.list();
    expect(listed).toEqual([webhook]);
    expect((await tenant.client.webhooks.get({ webhookId: webhook.id })).data).toEqual(webhook);
    const { rows } = await executeRaw(app.db, 'select w::text as row from webhook w');
    expect(JSON.stringify(rows)).not.toContain(secret!.slice(6));
    expect(await auditActions(app, webhook.id)).toEqual(['webhook.create']);
  });

  it.each([
    ['https://127.0.0.1/', /public address.*WEBHOOK_ALLOWED_ADDRESSES/],
    ['https://169.254.169.254/latest', /public address/],
    ['http://example.com/', /must begin with https/],
    ['https://user:secret@example.com/', /user name/],
    ['https://example.com:22/', /port 443 or 8443/],
    ['https://example.com/\nhttps://evil.example', /line breaks/],
    ['https://example.com/\u202egnp', /invisible characters/],
    [' https://example.com/', /spaces/],
  ])('refuses the address %s', async (url, message) => {
    await expect(tenant.client.webhooks.create({ url, events: ALL })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: '/url', message: expect.stringMatching(message) }],
    });
  });

  it('accepts a chat URL only at known hosts, and shows only the end of the URL', async () => {
    const url = 'https://hooks.slack.com/services/T0/B0/very-secret-1234';
    const { secret, ...webhook } = await create(['release.published'], { kind: 'slack', url });
    expect([secret, webhook.url]).toEqual([null, 'https://hooks.slack.com/…1234']);
    const { rows } = await executeRaw(app.db, 'select w::text as row from webhook w');
    expect(JSON.stringify(rows)).not.toContain('very-secret');
    for (const [kind, host] of [
      ['slack', 'example.com'],
      ['slack', 'hooks.slack.com.example.com'],
      ['teams', 'evil-webhook.office.com'],
      ['teams', 'powerplatform.com.example.org'],
      ['teams', 'environment.api.powerplatform.com'],
      ['teams', 'acme.environment.api.powerplatform.com.example.org'],
      ['slack', 'hooks.slack-gov.com.example.org'],
      ['discord', 'cdn.discord.com'],
      ['discord', 'cdn.discordapp.com'],
    ] as const) {
      const given = { kind, url: `https://${host}/hook`, events: ALL };
      await expect(tenant.client.webhooks.create(given)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ path: '/url', code: 'host_not_allowed' }],
      });
    }
    expect(await codeOf(tenant.client.webhooks.rotate({ webhookId: webhook.id }))).toBe('conflict');
  });

  it.each([
    [
      'teams',
      'default0a1b2c.01.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0/triggers/manual/paths/invoke?api-version=1&sig=a-b',
    ],
    ['teams', 'prod-01.westeurope.logic.azure.com:443/workflows/0/triggers/manual/paths/invoke'],
    ['slack', 'hooks.slack-gov.com/services/T0/B0/secret'],
    ['discord', 'canary.discord.com/api/webhooks/1/secret'],
    ['discord', 'ptb.discord.com/api/webhooks/1/secret'],
    ['discord', 'discordapp.com/api/webhooks/1/secret'],
  ] as const)('accepts the URL that %s gives: %s', async (kind, url) => {
    const { kind: stored } = await create(ALL, { kind, url: `https://${url}` });
    expect(stored).toBe(kind);
    const otherPort = `https://${url.replace(/(?::443)?\//, ':8080/')}`;
    expect(await codeOf(create(ALL, { kind, url: otherPort }))).toBe('validation_failed');
  });

  it('refuses projects of other owners, more than 20 webhooks, and keys that are bound to projects', async () => {
    const other = await createProject((await createTenant(app)).client);
    expect(await codeOf(create(ALL, { projectIds: [other.id] }))).toBe('not_found');
    for (let count = 0; count < LIMITS.webhooks; count++) await create();
    expect(await codeOf(create())).toBe('limit_exceeded');
    const bound = await createApiKeyFor(tenant.user, undefined, { projectIds: [projectId] });
    expect(await codeOf(bound.client.webhooks.list())).toBe('insufficient_scope');
  });
});

describe('a webhook', () => {
  it('sends events of keys and imports in order, in signed requests without texts', async () => {
    const { secret } = await create();
    const { data } = await importKeys({ a: 'Very secret text', b: 'B' });
    const [created, imported] = await received(2);
    expect([created!.body.type, imported!.body.type]).toEqual(['key.created', 'import.completed']);
    for (const request of [created!, imported!]) {
      expect(new Webhook(secret!).verify(request.text, request.headers)).toEqual(request.body);
      expect(request.text).not.toContain('secret text');
      expect(request.body.data).toMatchObject({
        organizationId: tenant.organizationId,
        projectId,
        projectSlug: expect.any(String),
        number: 1,
        changeId: data.changeId,
        actor: { type: 'api_key', id: tenant.apiKey.id },
      });
    }
    expect(created!.body.data.keyIds).toHaveLength(2);
    expect(imported!.body.data).toMatchObject({ importId: data.changeId, locales: ['en'] });
  });

  it('sends an event for an import that changes nothing, and sends no event for a dry run', async () => {
    await importKeys({ a: 'A' });
    await create(['import.completed']);
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'A', z: 'Z' },
      dryRun: true,
    });
    await importKeys({ a: 'A' });
    const [request] = await received(1);
    expect(request!.body.data).toMatchObject({ changeId: null, importId: expect.any(String) });
    expect(receiver.requests).toHaveLength(1);
  });

  it('sends one event for all values that change within ten seconds', async () => {
    await create(['values.changed']);
    await importKeys({ a: 'A' });
    await received(1);
    const { data: values } = await tenant.client.i18n.values.list({ projectId });
    for (const text of ['B', 'C', 'D']) {
      await tenant.client.i18n.values.update({ projectId, valueId: values[0]!.id!, text });
    }
    await expect
      .poll(async () => (await app.db.selectFrom('outbox_values').selectAll().execute()).length)
      .toBe(1);
    await expect
      .poll(async () => {
        const rows = await app.db.selectFrom('outbox_values').selectAll().execute();
        return rows.map(({ last_number: number }) => number);
      })
      .toEqual([4]);
    expect(receiver.requests).toHaveLength(1);
    app.clock.advance(11_000);
    const [, second] = await received(2);
    expect(second!.body.data).toMatchObject({
      number: 4,
      counts: { values: 3, changes: 3 },
      locales: ['en'],
      keyIds: [values[0]!.keyId],
    });
  });

  it('sends events of releases and of jobs that ended', async () => {
    await create(['release.published', 'job.completed', 'job.failed']);
    await importKeys({ a: 'A' });
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    const { data: job } = await tenant.client.translate.jobs.create(
      { projectId },
      { waitSeconds: 60 },
    );
    const { data: release } = await tenant.client.i18n.releases.create(
      { projectId, environment: 'production' },
      { waitSeconds: 60 },
    );
    const requests = await received(2);
    expect(requests.map(({ body }) => [body.type, body.data])).toEqual([
      ['job.completed', expect.objectContaining({ jobId: job.id, projectId })],
      [
        'release.published',
        expect.objectContaining({
          releaseId: release.id,
          environment: 'production',
          version: 1,
          partial: false,
          locales: release.locales.map(({ code }) => code),
          counts: { locales: release.locales.length, keys: 1, values: release.locales.length },
          sizes: Object.fromEntries(release.locales.map(({ code, bytes }) => [code, bytes])),
          number: expect.any(Number),
        }),
      ],
    ]);
  });

  it('sends only events of its own projects and types', async () => {
    const other = await createProject(tenant.client);
    await create(['key.created'], { projectIds: [other.id] });
    await importKeys({ a: 'A' });
    await importKeys({ b: 'B' }, other.id);
    const [request] = await received(1);
    expect(request!.body).toMatchObject({ type: 'key.created', data: { projectId: other.id } });
    expect(receiver.requests).toHaveLength(1);
  });

  it('rejects a locale whose language is not registered', async () => {
    await expect(create(ALL, { localeCodes: ['jp'] })).rejects.toThrow('did you mean ja?');
  });

  it('sends jobs and releases only of its locales, and sends every release of all locales', async () => {
    await importKeys({ a: 'A' });
    for (const code of ['de', 'fr']) await tenant.client.i18n.locales.create({ projectId, code });
    await create(['release.published', 'job.completed'], { localeCodes: ['de'] });
    for (const code of ['fr', 'de']) {
      const work = { projectId, targetLocales: [code] };
      await tenant.client.translate.jobs.create(work, { waitSeconds: 60 });
    }
    for (const locales of [['fr'], ['de'], undefined]) {
      await tenant.client.i18n.releases.create(
        { projectId, environment: 'production', ...(locales && { locales }) },
        { waitSeconds: 60 },
      );
    }
    const requests = await received(3);
    expect(requests.map(({ body }) => [body.type, body.data.locales])).toEqual([
      ['job.completed', ['de']],
      ['release.published', ['de']],
      ['release.published', ['de', 'en', 'fr']],
    ]);
  });

  it('must exist before the service stores events', async () => {
    await importKeys({ a: 'A' });
    expect(await app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });
});

describe('webhooks.rotate', () => {
  it('keeps up to 50 earlier secrets valid, each for 24 hours', async () => {
    const { id: webhookId, secret } = await create();
    const secrets = [{ secret: secret!, endsAt: Number.POSITIVE_INFINITY }];
    for (let hours = 0; hours < 5; hours++) {
      secrets[0]!.endsAt = app.clock.now().getTime() + DAY_MS;
      const { data } = await tenant.client.webhooks.rotate({ webhookId });
      secrets.unshift({ secret: data.secret!, endsAt: Number.POSITIVE_INFINITY });
      app.clock.advance(HOUR_MS);
    }
    for (let hours = 5; hours < 30; hours += 4) {
      await tenant.client.webhooks.test({ webhookId });
      const request = receiver.requests.at(-1)!;
      const valid = secrets.filter(({ endsAt }) => endsAt > app.clock.now().getTime());
      for (const one of valid) verifyRequest(request, one.secret);
      expect(request.headers['webhook-signature']!.split(' ')).toHaveLength(valid.length);
      app.clock.advance(4 * HOUR_MS);
    }
    for (let count = 0; count < LIMITS.webhookEarlierSecrets; count++) {
      await tenant.client.webhooks.rotate({ webhookId });
    }
    expect(await codeOf(tenant.client.webhooks.rotate({ webhookId }))).toBe('conflict');
  });

  it('signs with both secrets for 24 hours, and then signs with the new secret', async () => {
    const { id: webhookId, secret: old } = await create(['import.completed']);
    const { data } = await tenant.client.webhooks.rotate({ webhookId });
    expect(data.secret).not.toBe(old);
    await importKeys({ a: 'A' });
    const [both] = await received(1);
    for (const secret of [old, data.secret]) verifyRequest(both!, secret!);
    app.clock.advance(24 * 60 * 60_000 + 1);
    await importKeys({ b: 'B' });
    const [, one] = await received(2);
    expect(one!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(await auditActions(app, webhookId)).toContain('webhook.rotate');
  });
});

describe('webhooks.test', () => {
  it('sends an event immediately and returns 1 KiB of the response, at most ten times a minute', async () => {
    const { id: webhookId, secret } = await create();
    receiver.answer = (response) => response.writeHead(500).end('\0'.repeat(2_000));
    const { data } = await tenant.client.webhooks.test({ webhookId });
    expect(data).toMatchObject({ event: 'webhook.test', status: 'failed', answerStatus: 500 });
    expect([...data.answer!]).toHaveLength(1024);
    expect(verifyRequest(receiver.requests[0]!, secret!)).toMatchObject({ type: 'webhook.test' });
    receiver.answer = succeed;
    for (let count = 1; count < 10; count++) {
      expect((await tenant.client.webhooks.test({ webhookId })).data.status).toBe('delivered');
    }
    await expect(tenant.client.webhooks.test({ webhookId })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    app.clock.advance(60_001);
    await tenant.client.webhooks.test({ webhookId });
    expect((await tenant.client.webhooks.get({ webhookId })).data.failingSince).toBeNull();
  });
});

describe('webhooks.deliveries', () => {
  it('lists page by page and by status, and redelivers an event with the same id', async () => {
    const { id: webhookId } = await create(['key.created']);
    for (const name of ['a', 'b', 'c']) await importKeys({ [name]: name });
    await received(3);
    const ids: string[] = [];
    for await (const { id } of tenant.client.webhooks.deliveries.listAll({ webhookId, limit: 2 })) {
      ids.push(id);
    }
    expect(ids).toEqual(receiver.requests.map(({ id }) => id).reverse());
    receiver.answer = failWith(503);
    const { data } = await tenant.client.webhooks.deliveries.redeliver({
      webhookId,
      deliveryId: ids[1]!,
    });
    expect(data).toMatchObject({ id: ids[1], attempts: 2, status: 'delivered', answerStatus: 503 });
    expect(receiver.requests.at(-1)!.id).toBe(ids[1]);
    const pending = { webhookId, status: 'pending' } as const;
    expect((await tenant.client.webhooks.deliveries.list(pending)).data).toEqual([]);
  });
});

describe('webhooks.update', () => {
  it('disables and enables the webhook, and then sends pending events in order', async () => {
    const { id: webhookId } = await create(['key.created']);
    receiver.answer = failWith(500);
    await importKeys({ a: 'A' });
    await received(1);
    await importKeys({ b: 'B' });
    await dispatched();
    const { data } = await tenant.client.webhooks.update({ webhookId, enabled: false });
    expect(data).toMatchObject({ disabledReason: 'user', disabledAt: expect.any(String) });
    receiver.answer = succeed;
    await importKeys({ c: 'C' });
    await dispatched();
    await tenant.client.webhooks.update({ webhookId, enabled: true, description: 'CI' });
    await expect
      .poll(() => receiver.requests.map(({ body }) => body.data.number))
      .toEqual([1, 1, 2]);
    expect(receiver.requests[0]!.id).toBe(receiver.requests[1]!.id);
  });

  it('sends pending events immediately to a new URL, and resets the failures of the old URL', async () => {
    const { id: webhookId, url } = await create(['key.created']);
    receiver.answer = failWith(500);
    await importKeys({ a: 'A' });
    const failingSince = async () =>
      (await tenant.client.webhooks.get({ webhookId })).data.failingSince;
    await expect.poll(failingSince).not.toBeNull();
    receiver.answer = succeed;
    const update = (more: object) => tenant.client.webhooks.update({ webhookId, ...more });
    expect((await update({ url, description: 'CI' })).data.failingSince).not.toBeNull();
    const { data } = await update({ url: `${url}/v2` });
    expect(data.failingSince).toBeNull();
    const requests = await received(2);
    expect(requests[1]!.id).toBe(requests[0]!.id);
    await expect.poll(failingSince).toBeNull();
  });
});

describe('webhooks.delete', () => {
  it('deletes the webhook with its deliveries, and answers 404 to other organizations', async () => {
    const { id: webhookId } = await create();
    const other = await createTenant(app);
    expect(await codeOf(other.client.webhooks.delete({ webhookId }))).toBe('not_found');
    expect(await codeOf(other.client.webhooks.test({ webhookId }))).toBe('not_found');
    await importKeys({ a: 'A' });
    await received(2);
    await tenant.client.webhooks.delete({ webhookId });
    expect(await codeOf(tenant.client.webhooks.get({ webhookId }))).toBe('not_found');
    const left = app.db.selectFrom('webhook_delivery').where('webhook_id', '=', webhookId);
    expect(await left.selectAll().execute()).toEqual([]);
  });
});
