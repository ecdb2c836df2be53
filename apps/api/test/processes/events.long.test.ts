import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import type { ProjectEvent } from '@parlance/contracts';
import { createClient, readEvents } from '@parlance/sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createApiKeyFor, createProject, createTenant } from '../app/build.ts';
import { type FourProcesses, SLACK, startFourProcesses } from './four-processes.ts';
import { createProjectOf, type ServiceProcess, until } from './process.ts';

const HEARD_MS = 1_000;
const LISTENERS = 1_000;
const COST_MB = 50;
const LIMIT_MS = 60_000;

let four: FourProcesses;
beforeAll(async () => {
  four = await startFourProcesses();
});
afterAll(() => four.stop(), 60_000);

/** Reads an event stream until `signal` aborts. */
async function listen(
  { url }: ServiceProcess,
  apiKey: string,
  projectId: string,
  signal: AbortSignal,
): Promise<ProjectEvent[]> {
  const client = createClient({ baseUrl: url, apiKey, maxRetries: 0 });
  const response = await client.events.stream({ projectId }, { raw: true, signal });
  const events: ProjectEvent[] = [];
  void (async () => {
    for await (const event of readEvents(response)) events.push(event);
  })().catch(() => {});
  return events;
}

const has = (events: readonly ProjectEvent[], name: ProjectEvent['type']): boolean =>
  events.some(({ type }) => type === name);

describe('events', () => {
  it('reach every process within a second, even if another process wrote', async () => {
    const client = four.account.client(four.apis[0]);
    const { id: projectId } = await createProjectOf(client);
    const abort = new AbortController();
    const streams = await Promise.all(
      four.apis.map((api) => listen(api, four.account.apiKey, projectId, abort.signal)),
    );
    await until('the streams', () => streams.every((stream) => has(stream, 'reset')), LIMIT_MS);
    for (const writer of four.apis) {
      for (const stream of streams) stream.splice(0);
      await four.account.client(writer).i18n.keys.create({
        projectId,
        name: `key ${writer.port}`,
        value: 'Text',
      });
      const all = () => streams.every((stream) => has(stream, 'values'));
      const tookMs = await until('the events', all, LIMIT_MS, 10);
      expect(tookMs).toBeLessThan(HEARD_MS * SLACK);
    }
    abort.abort();
  });
});

/**
 * Opens streams and counts their contents in another thread, so that their memory does not count as memory of the
 * service.
 */
const READERS = `
const { connect } = require('node:net');
const { parentPort } = require('node:worker_threads');
const streams = [];
parentPort.on('message', (message) => {
  if (message.open) for (const { port, token, projectId } of message.open) {
    const socket = connect(port, '127.0.0.1');
    const stream = { socket, text: '', isClosed: false };
    streams.push(stream);
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => { stream.text = (stream.text + chunk).slice(-4000); });
    socket.on('error', () => {});
    socket.on('close', () => { stream.isClosed = true; });
    socket.write('GET /v1/events?projectId=' + projectId + ' HTTP/1.1\\r\\nHost: localhost\\r\\n' +
      'Authorization: ApiKey ' + token + '\\r\\n\\r\\n');
  }
  if (message.pause !== undefined) streams[message.pause].socket.pause();
  if (message.resume !== undefined) streams[message.resume].socket.resume();
  if (message.count) parentPort.postMessage({
    with: streams.filter(({ text }) => text.includes(message.count)).length,
    closed: streams.flatMap(({ isClosed }, at) => (isClosed ? [at] : [])),
  });
  if (message.end) for (const { socket } of streams) socket.destroy();
});`;

interface Stream {
  port: number;
  token: string;
  projectId: string;
}

function startReaders() {
  const worker = new Worker(READERS, { eval: true });
  return {
    post: (message: object) => worker.postMessage(message),
    count: (text: string) =>
      new Promise<{ with: number; closed: number[] }>((resolve) => {
        worker.once('message', resolve);
        worker.postMessage({ count: text });
      }),
    stop: () => worker.terminate(),
  };
}

/** Returns the megabytes in use after a garbage collection. */
function heldMb(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}

describe('a thousand readers of events', () => {
  let app: TestApp;
  let readers: ReturnType<typeof startReaders>;

  beforeAll(async () => {
    app = await startTestApp();
    readers = startReaders();
  });
  afterAll(async () => {
    readers.post({ end: true });
    await app.close();
    await readers.stop();
  });

  /** Creates an organization with a hundred streams, four for each of its keys. */
  async function createStreams() {
    const tenant = await createTenant(app);
    const { id: projectId } = await createProject(tenant.client);
    const port = Number(new URL(app.url).port);
    const streams: Stream[] = [];
    for (let index = 0; index < 25; index++) {
      const { token } = await createApiKeyFor(tenant.user);
      for (let each = 0; each < 4; each++) streams.push({ port, token, projectId });
    }
    return { tenant, projectId, streams };
  }

  it('cost less than 50 MB, and a reader that stops reading is disconnected without harm to other readers', async () => {
    const groups: Awaited<ReturnType<typeof createStreams>>[] = [];
    for (let index = 0; index <= LISTENERS / 100; index++) groups.push(await createStreams());
    const areOpen = (count: number) => async () =>
      (await readers.count('event: reset')).with === count;
    const [first, ...rest] = groups;
    // The first streams load code and fill caches. This memory is not part of the cost of a stream.
    readers.post({ open: first!.streams });
    await until('the first streams', areOpen(100), LIMIT_MS);
    const before = heldMb();
    for (const [at, { streams }] of rest.entries()) {
      readers.post({ open: streams });
      await until('the streams', areOpen(100 * (at + 2)), LIMIT_MS);
    }
    expect(heldMb() - before).toBeLessThan(COST_MB);

    const { tenant, projectId } = first!;
    readers.post({ pause: 0 });
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`key${index}`, 'Text']),
      ),
    });
    await floodWithChanges(app, projectId);
    // A paused socket is not notified of its end.
    readers.post({ resume: 0 });
    const closed = async () => (await readers.count('x')).closed;
    await until('the end of the slow stream', async () => (await closed()).includes(0), LIMIT_MS);
    expect(await closed()).toEqual([0]);
    await tenant.client.i18n.keys.create({ projectId, name: 'last', value: 'Last' });
    const isReported = async () => (await readers.count('"created":1,')).with === 99;
    await until('the last event for the others', isReported, LIMIT_MS);
  });
});

/** Inserts many large events: changes that name 200 keys each. Together they exceed the buffers of a connection. */
async function floodWithChanges({ db }: TestApp, projectId: string): Promise<void> {
  for (let round = 0; round < 15; round++) {
    await sql`
      with c as (
        insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
        select ${projectId}::uuid, gen_random_uuid(), 'edit', 'user', gen_random_uuid(), 'Flood', now()
        from generate_series(1, 100) returning project_id, id)
      insert into change_keys (project_id, change_id, action, first_key_id, key_ids, keys_count)
      select c.project_id, c.id, 'created', k.ids[1], k.ids, cardinality(k.ids)
      from c, (select array_agg(id) as ids from (
        select id from translation_key where project_id = ${projectId}::uuid limit 200) k) k`.execute(
      db,
    );
    const areNumbered = async () => {
      const { rows } = await sql`
        select from change where project_id = ${projectId}::uuid and number is null limit 1`.execute(
        db,
      );
      return rows.length === 0;
    };
    await until('the numbers', areNumbered, LIMIT_MS);
  }
}
