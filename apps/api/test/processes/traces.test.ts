import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Collector, type SentSpan, startCollector } from '../servers/collector.ts';
import { makeTestDirectory } from '../servers/postgres.ts';
import {
  createProjectOf,
  openAccount,
  type ProcessAccount,
  type ServiceProcess,
  startProcess,
} from './process.ts';

/** Span kinds of OTLP. */
const KIND = { server: 2, client: 3, consumer: 5 };
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

const TEXTS = {
  'greeting.of.morning': 'Have a wonderful breakfast',
  'total.of.invoice': 'Your invoice over {amount} is due',
  'ask.before.delete': 'Delete this account for good?',
};

let dataDir: string;
let collector: Collector;
let service: ServiceProcess | undefined;
beforeEach(() => {
  dataDir = makeTestDirectory();
});
afterEach(async () => {
  await service?.stop();
  await collector.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a service that sends traces, as `npm start` does. */
async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  service = await startProcess({
    dataDir,
    isSupervised: true,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_FORMAT: 'json', ...env },
  });
  return service;
}

/** Imports texts with a call that is part of a trace, and waits until they are translated. */
async function importAndTranslate(running: ServiceProcess, account: ProcessAccount) {
  const { id: projectId } = await createProjectOf(account.client(running));
  const response = await fetch(`${running.url}/v1/i18n/projects/${projectId}/import`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `ApiKey ${account.apiKey}`,
      traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
      baggage: 'note=Have a wonderful breakfast',
    },
    body: JSON.stringify({
      locale: 'en',
      content: TEXTS,
      targetLocales: ['de'],
      translateMissing: true,
    }),
  });
  const answer = (await response.json()) as { data: { translation: { id: string } } };
  expect(answer).toMatchObject({ data: { translation: { id: expect.any(String) } } });
  const { data } = answer;
  const jobId = data.translation.id;
  const job = await account.client(running).translate.jobs.get({ jobId }, { waitSeconds: 60 });
  expect(job.data.status).toBe('completed');
}

/** Returns the span and its ancestors in the collected trace, the topmost last. */
function pathOf(span: SentSpan): SentSpan[] {
  const parent = collector.spans.find(
    ({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId,
  );
  return parent === undefined ? [span] : [span, ...pathOf(parent)];
}

/** Returns every string in a value, including names of members. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

describe('traces', () => {
  it('connect the request, the task and the call of the engine', async () => {
    collector = await startCollector();
    const running = await start({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=our%20team',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.namespace=our%20shop',
    });
    for (const probe of ['/health', '/health/ready']) await fetch(running.url + probe);
    const account = await openAccount(running);
    await importAndTranslate(running, account);
    expect(await running.stop()).toBe(0);

    const call = collector.spans.find(({ name }) => name === 'engine pseudo')!;
    const path = pathOf(call);
    expect(path.map(({ name }) => name)).toEqual([
      'engine pseudo',
      'task translate-job',
      'POST /v1/i18n/projects/:projectId/import',
    ]);
    expect(path.map(({ kind }) => kind)).toEqual([KIND.client, KIND.consumer, KIND.server]);
    expect(path.map(({ traceId }) => traceId)).toEqual(path.map(() => CALLER.traceId));
    expect(path.at(-1)!.parentSpanId).toBe(CALLER.spanId);
    expect(call.attributes).toMatchObject({
      'parlance.engine': 'pseudo',
      'parlance.source_locale': 'en',
      'parlance.target_locale': 'de',
      'parlance.segments': 3,
    });
    expect(path.at(-1)!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'parlance.operation': 'i18n.projects.import',
    });
    expect(collector.requests[0]!.headers).toMatchObject({ 'x-tenant': 'our team' });
    expect(collector.resource).toMatchObject({
      'service.name': 'parlance',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
      'host.name': hostname(),
      'deployment.environment.name': 'staging',
      'service.namespace': 'our shop',
    });
    expect(collector.spans.filter(({ name }) => name.includes('/health'))).toEqual([]);
    const logged = running.lines.find((line) =>
      line.includes('"operation":"i18n.projects.import"'),
    )!;
    expect(JSON.parse(logged)).toMatchObject({
      traceId: CALLER.traceId,
      spanId: path.at(-1)!.spanId,
    });
  });

  it('contain no text, key, address or name of a person', async () => {
    collector = await startCollector();
    const running = await start();
    const account = await openAccount(running, 'private.person@example.test');
    await importAndTranslate(running, account);
    const client = account.client(running);
    await fetch(`${running.url}/v1/i18n/projects/none/values?q=breakfast`);
    await client.i18n.projects.list({}).catch(() => {});
    expect(await running.stop()).toBe(0);

    const sent = stringsIn(collector.requests.map(({ body }) => body));
    expect(sent.length).toBeGreaterThan(100);
    const secrets = [
      ...Object.entries(TEXTS).flat(),
      'breakfast',
      'private.person',
      'Test Person',
      'Test project',
      account.apiKey,
      account.password,
    ];
    for (const secret of secrets) {
      expect(sent.filter((text) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
    }
  });

  it.each([
    ['answers nothing', { isSilent: true }],
    ['cannot be reached', null],
  ])('delay neither requests nor the shutdown if the collector %s', async (_, options) => {
    collector = await startCollector(options ?? {});
    const { url } = collector;
    if (options === null) await collector.stop();
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    for (let call = 0; call < 50; call++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => fetch(`${running.url}/v1/users/me`)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    }
    expect(await running.stop()).toBe(0);
    if (options === null) collector = await startCollector();
  });
});
