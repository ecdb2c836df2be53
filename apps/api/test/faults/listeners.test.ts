import { type ClientRequest, get } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { createApiKeyFor, createProject, createTenant } from '../build.ts';
import { until } from '../process.ts';

const LIMIT_MS = 600_000;
const ORGANIZATIONS = 10;
/** As many as an organization may have. */
const LISTENERS_EACH = 100;
const STREAMS_OF_KEY = 4;
const MAX_BYTES = 50_000_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, LIMIT_MS);
afterAll(() => app?.close(), LIMIT_MS);

/** The memory that is in use, without garbage. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Creates an organization with a project and as many keys as its listeners need. */
async function openOrganization() {
  const { client, user, apiKey } = await createTenant(app);
  const keys = [apiKey.token];
  while (keys.length * STREAMS_OF_KEY < LISTENERS_EACH) {
    keys.push((await createApiKeyFor(user)).token);
  }
  return { keys, client, projectId: (await createProject(client)).id };
}

it('1,000 listeners need less than 50 MB with their clients, and each of them is told of a change', {
  timeout: LIMIT_MS,
}, async () => {
  const organizations = await Promise.all(Array.from({ length: ORGANIZATIONS }, openOrganization));
  const requests: ClientRequest[] = [];
  const heard = { reset: 0, keys: 0 };
  const listen = (projectId: string, key: string): void => {
    const request = get(`${app.url}/v1/events?projectId=${projectId}`, {
      agent: false,
      headers: { Authorization: `ApiKey ${key}` },
    });
    request.on('error', () => {});
    request.on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: reset')) heard.reset++;
        if (text.includes('event: keys')) heard.keys++;
      });
      response.on('error', () => {});
    });
    requests.push(request);
  };
  const openUpTo = async (each: number, from = 0): Promise<void> => {
    for (const { keys, projectId } of organizations) {
      const wanted = heard.reset + each - from;
      for (let at = from; at < each; at++)
        listen(projectId, keys[Math.floor(at / STREAMS_OF_KEY)]!);
      await until('the streams begin', () => heard.reset === wanted, 60_000);
    }
  };
  // What the first streams need once is not a cost of a listener.
  await openUpTo(STREAMS_OF_KEY);
  const before = memoryInUse();
  await openUpTo(LISTENERS_EACH, STREAMS_OF_KEY);
  for (const { client, projectId } of organizations) {
    await client.i18n.keys.create({ projectId, name: 'told', value: 'Told' });
  }
  await until('all are told', () => heard.keys === ORGANIZATIONS * LISTENERS_EACH, 60_000);
  const listeners = ORGANIZATIONS * (LISTENERS_EACH - STREAMS_OF_KEY);
  const cost = ((memoryInUse() - before) / listeners) * 1_000;
  for (const request of requests) request.destroy();
  expect(cost).toBeLessThan(MAX_BYTES);
});
