import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { type ProxyMode, startTcpProxy, type TcpProxy } from '../../../test/servers/tcp-proxy.ts';
import { parseBundleUrl } from './bundle-address.ts';

/** A process with a direct connection to the database. */
let healthy: TestApp;
/** A process that reaches the same database through a proxy. */
let app: TestApp;
let proxy: TcpProxy;
let tenant: Tenant;
let clients = 0;

beforeAll(async () => {
  healthy = await startTestApp();
  tenant = await createTenant(healthy);
  proxy = await startTcpProxy(healthy.connectionString);
  app = await startTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
    connectionString: proxy.connectionString,
    works: false,
  });
});
afterEach(async () => {
  proxy.set('forwards');
  await eventually(() => expect(app.bundles.isNotified).toBe(true));
});
afterAll(async () => {
  await app.close();
  await proxy.stop();
  await healthy.close();
});

async function createReleased(text: string): Promise<string> {
  const { id } = await createProject(tenant.client);
  await publish(id, text);
  return id;
}

async function publish(projectId: string, text: string): Promise<void> {
  const { i18n } = tenant.client;
  await i18n.projects.import({ projectId, locale: 'en', content: { text } });
  await i18n.releases.create({ projectId, environment: 'production' });
}

const pathOf = (projectId: string): string => `/v1/i18n/bundles/${projectId}/production/en`;

async function ask(path: string): Promise<{ status: number; text: unknown; code: unknown }> {
  const n = clients++;
  const response = await fetch(app.url + path, {
    headers: { 'X-Forwarded-For': `10.1.${n >> 8}.${n & 255}` },
  });
  const body = (await response.json()) as { text?: unknown; code?: unknown };
  return { status: response.status, text: body.text, code: body.code };
}

describe('the service during a database outage', () => {
  it.each<ProxyMode>(['refuses', 'silent', 'frozen'])(
    'serves a bundle in memory without a query, even at a new address (the proxy: %s)',
    async (mode) => {
      const projectId = await createReleased('one');
      const latest = `${pathOf(projectId)}?envelope=false`;
      const pinned = `${latest}&release=1`;
      const odd = latest.replace('production', '%70roduction');
      for (const path of [latest, pinned]) expect((await ask(path)).status).toBe(200);
      proxy.set(mode);
      const before = app.bundles.answered;
      let asked = 0;
      const askAll = async (): Promise<void> => {
        for (const path of [latest, pinned, latest]) {
          expect(await ask(path)).toMatchObject({ status: 200, text: 'one' });
          asked++;
        }
      };
      await eventually(async () => {
        await askAll();
        expect(app.app.database.isUp).toBe(false);
      });
      for (let round = 0; round < 15; round++) {
        await askAll();
        await sleep(50);
      }
      expect(app.bundles.answered - before).toBe(asked);
      expect(await ask(odd)).toMatchObject({ status: 200, text: 'one' });
    },
  );

  it('answers 503 for a bundle that is not in memory, until the database is back', async () => {
    const projectId = await createReleased('one');
    proxy.set('refuses');
    await eventually(() => expect(app.app.database.isUp).toBe(false));
    const answer = await ask(pathOf(projectId));
    expect(answer).toMatchObject({ status: 503, code: 'service_unavailable' });
    proxy.set('forwards');
    await eventually(async () => expect((await ask(pathOf(projectId))).status).toBe(200));
  });

  it('serves a bundle from memory unchanged although a newer release was published', async () => {
    const projectId = await createReleased('one');
    const path = `${pathOf(projectId)}?envelope=false`;
    const { cacheKey } = parseBundleUrl(path)!;
    expect((await ask(path)).text).toBe('one');
    await publish(projectId, 'two');
    await eventually(() => expect(app.bundles.peek(cacheKey)).toBeNull());
    proxy.set('frozen');
    expect(await ask(path)).toMatchObject({ status: 200, text: 'one' });
    expect(app.app.database.isSilent).toBe(false);
    proxy.set('forwards');
    await eventually(async () => expect((await ask(path)).text).toBe('two'));
  });

  it('serves the release that was published meanwhile once the database is back', async () => {
    const projectId = await createReleased('one');
    const path = `${pathOf(projectId)}?envelope=false`;
    expect((await ask(path)).text).toBe('one');
    proxy.set('silent');
    await eventually(() => expect(app.app.database.isUp).toBe(false));
    await publish(projectId, 'two');
    expect((await ask(path)).text).toBe('one');
    proxy.set('forwards');
    await eventually(() => expect(app.bundles.isNotified).toBe(true));
    expect((await ask(path)).text).toBe('two');
  });
});
