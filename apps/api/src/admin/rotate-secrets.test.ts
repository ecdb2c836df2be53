import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { codeOf, createTenant, type Tenant } from '../../test/app/build.ts';
import { makeTestDirectory } from '../../test/servers/postgres.ts';
import { Secrets } from '../domain/kernel/secret/secrets.ts';
import { findWebhook, type WebhookRef } from '../domain/talk/webhook/webhook.store.ts';
import { openWebhookSecrets } from '../domain/talk/webhook/webhook-secret.ts';
import { requireSecretKey } from '../secret-key.ts';
import { runAdmin } from './run-admin.ts';

const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const base64 = (key: Buffer): string => key.toString('base64');

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({ works: false, env: { SECRET_KEY: base64(one) } });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

async function rotate(env: Record<string, string>, ...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = {
    env: { DATABASE_URL: app.connectionString, ...env },
    stdin: Readable.from([]),
    stdout,
    stderr,
  };
  const code = await runAdmin(['rotate-secrets', ...args], streams);
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), said: await text(stderr) };
}

const create = () =>
  tenant.client.webhooks.create({ url: 'https://receiver.invalid/', events: ['key.created'] });
const secretsWith = async (key: Buffer, ref: WebhookRef) =>
  openWebhookSecrets(
    new Secrets({ current: key, previous: null }),
    ref,
    (await findWebhook(app.db, ref))!,
    app.clock.now(),
  );

it('npm run admin -- rotate-secrets encrypts all secrets with the new key, and the old key no longer decrypts the secrets', async () => {
  const { data: first } = await create();
  const { data: second } = await tenant.client.webhooks.rotate({ webhookId: first.id });
  const { data } = await tenant.client.webhooks.rotate({ webhookId: first.id });
  const ref = { organizationId: tenant.organizationId, webhookId: first.id };
  const env = { SECRET_KEY: base64(two), SECRET_KEY_PREVIOUS: base64(one) };
  expect(await rotate(env)).toMatchObject({ code: 0, said: '' });
  expect(await secretsWith(two, ref)).toEqual([data.secret, second.secret, first.secret]);
  await expect(secretsWith(one, ref)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await codeOf(create())).toBe('service_unavailable');
  expect(await rotate(env)).toEqual({
    code: 0,
    out: 'The secrets of 1 webhook are encrypted with SECRET_KEY already. Nothing was changed.\n',
    said: '',
  });
});

it('npm run admin -- rotate-secrets changes nothing without the previous key, and deletes unreadable secrets with --discard', async () => {
  const lost = await rotate({ SECRET_KEY: base64(three) });
  expect(lost.code).toBe(1);
  expect(lost.said).toMatch(/1 webhook are .*Nothing was changed/);
  expect((await tenant.client.webhooks.list()).data).toHaveLength(1);
  const discarded = await rotate({ SECRET_KEY: base64(three) }, '--discard');
  expect(discarded.out).toContain('Encrypted the secrets of 0 webhooks with SECRET_KEY.\n');
  expect((await tenant.client.webhooks.list()).data).toEqual([]);
});

it('a start with another key asks for SECRET_KEY_PREVIOUS before rotate-secrets --discard', async () => {
  const start = (previous: Buffer | null) =>
    requireSecretKey(app.db, new Secrets({ current: one, previous }));
  await expect(start(null)).rejects.toThrow(
    /SECRET_KEY_PREVIOUS to the earlier one, .* rotate-secrets`\. .* lost, run .* --discard`\.$/,
  );
  await start(three);
});

it('npm run admin -- rotate-secrets refuses a key without the key of the database, even without webhooks, and names the file of the key', async () => {
  const dataDir = makeTestDirectory();
  const path = join(dataDir, 'secret.key');
  writeFileSync(path, base64(two));
  const refused = await rotate({ DATA_DIR: dataDir });
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringMatching(
      /^parlance: The database has another key than .* Nothing was changed\.\n$/,
    ),
  ]);
  const env = { DATA_DIR: dataDir, SECRET_KEY_PREVIOUS: base64(three) };
  expect(await rotate(env)).toEqual({
    code: 0,
    out: expect.stringMatching(
      `^Encrypted the secrets of 0 webhooks with the key in ${path}\\.\nRestart processes .*\n$`,
    ),
    said: '',
  });
});
