import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { makeTestDirectory } from '../servers/postgres.ts';
import { type ProxyMode, startTcpProxy, type TcpProxy } from '../servers/tcp-proxy.ts';
import { type ServiceProcess, startProcess } from './process.ts';

/** The process that publishes. It has a direct connection to the database. */
let healthy: TestApp;
let tenant: Tenant;
let proxy: TcpProxy;
let env: Record<string, string>;

beforeAll(async () => {
  env = { BUNDLE_STORE: `file://${makeTestDirectory()}` };
  healthy = await startTestApp({ env });
  tenant = await createTenant(healthy);
  proxy = await startTcpProxy(healthy.connectionString);
});
afterAll(async () => {
  await proxy.stop();
  await healthy.close();
});

async function createReleased() {
  const { i18n } = tenant.client;
  const { id: projectId } = await createProject(tenant.client);
  const publish = async (text: string): Promise<void> => {
    await i18n.projects.import({ projectId, locale: 'en', content: { menu: { text } } });
    await i18n.releases.create({ projectId, environment: 'production' });
  };
  const { data } = await i18n.environments.list({ projectId });
  const environment = data.find(({ slug }) => slug === 'production')!;
  await i18n.environments.update({ projectId, environmentId: environment.id, prefixes: ['menu.'] });
  await publish('one');
  return { projectId, environmentId: environment.id, publish };
}

describe('the bundle store during a database outage', () => {
  it.each<ProxyMode>(['refuses', 'silent'])(
    'serves bundles that are not in memory, with the same bytes as the database (the proxy: %s)',
    async (mode) => {
      const { projectId, environmentId } = await createReleased();
      const app = await startTestApp({
        env: { ...env, RATE_LIMITS: 'on' },
        connectionString: proxy.connectionString,
        works: false,
      });
      try {
        const start = `/v1/i18n/bundles/${projectId}`;
        const paths = [
          `${start}/production/en`,
          `${start}/${environmentId}/en-GB?envelope=false`,
          `${start}/production/en?shape=flat`,
          `${start}/production/en?release=1`,
          `${start}/production/en?prefix=menu.`,
        ];
        const read = async (url: string) => {
          const answer = await fetch(url);
          return [answer.status, answer.headers.get('etag'), await answer.text()];
        };
        const expected = await Promise.all(paths.map((path) => read(healthy.url + path)));
        proxy.set(mode);
        await eventually(() => expect(app.app.database.isUp).toBe(false));
        for (const [at, path] of paths.entries()) {
          await eventually(async () => expect(await read(app.url + path)).toEqual(expected[at]));
        }
        // A bundle that the store does not have is read again when the database is back.
        const unknown = `${start}/production/en?release=7`;
        expect((await fetch(app.url + unknown)).status).toBe(503);
        expect((await fetch(`${app.url}${start}/staging/en`)).status).toBe(503);
        proxy.set('forwards');
        await eventually(async () => expect((await fetch(app.url + unknown)).status).toBe(404));
      } finally {
        proxy.set('forwards');
        await app.close();
      }
    },
  );

  it('serves a process that starts meanwhile, and the process drops no request when it later continues with the database', async () => {
    const { projectId, publish } = await createReleased();
    proxy.set('refuses');
    const dataDir = makeTestDirectory();
    const options = { dataDir, databaseUrl: proxy.connectionString, role: 'api' as const, env };
    const service: ServiceProcess = await startProcess({ ...options, waitsUntilReady: false });
    try {
      const path = `${service.url}/v1/i18n/bundles/${projectId}/production/en?envelope=false`;
      const text = async (): Promise<string> => {
        const answer = await fetch(path);
        return ((await answer.json()) as { menu: { text: string } }).menu.text;
      };
      await eventually(async () => expect(await text()).toBe('one'));
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
      for (const other of ['/health/ready', '/v1/auth/session', '/']) {
        const answer = await fetch(service.url + other);
        expect([other, answer.status, answer.headers.get('retry-after')]).toEqual([
          other,
          503,
          '1',
        ]);
        expect(await answer.json()).toMatchObject({ code: 'service_unavailable' });
      }
      let isOver = false;
      const reading = (async () => {
        while (!isOver) expect(['one', 'two']).toContain(await text());
      })();
      proxy.set('forwards');
      await eventually(async () =>
        expect((await fetch(`${service.url}/health/ready`)).status).toBe(200),
      );
      await publish('two');
      await eventually(async () => expect(await text()).toBe('two'));
      isOver = true;
      await reading;
      expect(await service.stop()).toBe(0);
    } finally {
      await service.kill();
      proxy.set('forwards');
    }
  });
});
