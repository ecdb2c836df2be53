import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createTenant, signUpAndVerify, type Tenant } from '../../test/app/build.ts';
import { makeTestDirectory } from '../../test/servers/postgres.ts';
import { findLagSeconds } from '../domain/release/delivery/delivery.store.ts';
import { Metrics } from './metrics.ts';

let app: TestApp;
let tenant: Tenant;
let text: string;
let isDatabaseAsked = false;
const secretName = 'A name that nobody else reads';

beforeAll(async () => {
  const metrics = new Metrics();
  const env = { BUNDLE_STORE: `file://${makeTestDirectory()}` };
  app = await startTestApp({ metrics, env });
  tenant = await createTenant(app);
  await signUpAndVerify(app);
  const { data: project } = await tenant.client.i18n.projects.create({
    name: secretName,
    sourceLocale: 'en',
  });
  await tenant.client.i18n.keys.list({ projectId: project.id });
  await tenant.client.i18n.projects.import({
    projectId: project.id,
    locale: 'en',
    content: { a: 'A' },
  });
  await tenant.client.i18n.releases.create({ projectId: project.id, environment: 'production' });
  metrics.observeStore('write', false);
  metrics.observeRead('primary', 'behind');
  await fetch(`${app.url}/v1/nothing/of/the/kind`);
  await signUpAndVerify(app);
  const server = await metrics.serve(
    { host: '127.0.0.1', port: await findFreePort() },
    {
      pool: () => ({ total: 3, idle: 1, waiting: 2 }),
      isDatabaseUp: () => true,
      queueDepth: async () => {
        isDatabaseAsked = true;
        return new Map([['send-mail', { waiting: 4, running: 1 }]]);
      },
      storeLagSeconds: () => findLagSeconds(app.db),
      bundles: () => ({ ...app.bundles.counts(), answers: 7, notModified: 3 }),
    },
  );
  const { address, port } = server.address() as AddressInfo;
  expect(address).toBe('127.0.0.1');
  await eventually(async () => {
    text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('outcome="done"');
  });
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  isDatabaseAsked = false;
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect(isDatabaseAsked).toBe(false);
  server.closeAllConnections();
  server.close();
});
afterAll(() => app.close());

const sample = (name: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.split(' ')
    .at(-1);

describe('the metrics', () => {
  it('count requests by operation and status, and count unrouted requests as `none`', () => {
    const count = 'parlance_request_duration_seconds_count';
    expect(sample(`${count}{operation="i18n.projects.create",status="201"}`)).toBe('1');
    expect(sample(`${count}{operation="i18n.keys.list",status="200"}`)).toBe('1');
    expect(sample(`${count}{operation="none",status="404"}`)).toBe('1');
  });

  it('count reads of content by server and reason', () => {
    expect(sample('parlance_content_reads_total{server="primary",reason="behind"}')).toBe('1');
  });

  it('count tasks by name and outcome', () => {
    expect(
      Number(sample('parlance_task_duration_seconds_count{task="send-mail",outcome="done"}')),
    ).toBeGreaterThan(0);
  });

  it('show the pool, the queue, the database, bundles, the event loop and memory', () => {
    expect(sample('parlance_database_connections{state="busy"}')).toBe('2');
    expect(sample('parlance_database_connections{state="awaited"}')).toBe('2');
    expect(sample('parlance_tasks{task="send-mail",state="waiting"}')).toBe('4');
    expect(sample('parlance_database_up')).toBe('1');
    expect(sample('parlance_bundle_answers_total{status="200"}')).toBe('4');
    expect(sample('parlance_bundle_answers_total{status="304"}')).toBe('3');
    expect(sample('nodejs_eventloop_lag_p99_seconds')).toBeDefined();
    expect(sample('process_resident_memory_bytes')).toBeDefined();
  });

  it('show the operations of the bundle store, and show how long the oldest release has waited for the store', () => {
    const operations = 'parlance_bundle_store_operations_total';
    expect(Number(sample(`${operations}{operation="write",outcome="done"}`))).toBeGreaterThan(2);
    expect(sample(`${operations}{operation="write",outcome="failed"}`)).toBe('1');
    expect(sample('parlance_bundle_store_lag_seconds')).toBe('0');
  });

  it('contain no user input, and only known label names', () => {
    expect(text).not.toContain(secretName);
    expect(text).not.toContain(tenant.user.email);
    expect(text).not.toContain('/v1/');
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    const own = ['operation', 'status', 'task', 'outcome', 'state', 'server', 'reason', 'le'];
    const ofNode = ['version', 'major', 'minor', 'patch', 'kind', 'space', 'type'];
    for (const label of labels) expect([...own, ...ofNode]).toContain(label);
  });
});
