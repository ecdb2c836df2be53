import { randomBytes } from 'node:crypto';
import { ENDPOINTS, type EndpointDefinition, LIMITS } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBreadth } from '../../../../scripts/tests/test-breadth.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createApiKeyFor, createProject, createTenant, type Tenant } from '../app/build.ts';
import { RawConnection } from '../servers/raw-connection.ts';
import { type Ids, idsOfNothing } from './access-world.ts';

const endpoints: readonly EndpointDefinition[] = ENDPOINTS;
const streamed = endpoints.filter(({ bodyKind }) => bodyKind === 'stream');
const parsed = endpoints.filter(
  ({ method, bodyKind }) => method !== 'GET' && bodyKind !== 'stream',
);

/** Size of a body in bytes. It exceeds the buffers of a connection, so that the server has to read the body. */
const BODY_BYTES = 1_500_000;

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let archivedId: string;
let readerToken: string;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
  ({ id: projectId } = await createProject(tenant.client));
  ({ id: archivedId } = await createProject(tenant.client));
  await tenant.client.i18n.projects.delete({ projectId: archivedId });
  ({ token: readerToken } = await createApiKeyFor(tenant.user, ['i18n:read']));
});
afterAll(() => app.close());

/** The parts of a request that make the endpoint refuse it. */
interface Attempt {
  ids?: Ids;
  query?: string;
  headers?: Readonly<Record<string, string>>;
}

const FRAMINGS = [
  'Content-Length',
  'Transfer-Encoding: chunked',
  'Content-Encoding: gzip',
] as const;
type Framing = (typeof FRAMINGS)[number];

function headOf(endpoint: EndpointDefinition, attempt: Attempt, framing: Framing): string {
  const ids: Ids = { ...idsOfNothing(), projectId, ...attempt.ids };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name]!);
  const headers = {
    Host: 'localhost',
    Authorization: `ApiKey ${tenant.apiKey.token}`,
    'Content-Type': 'application/json',
    ...attempt.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (framing === 'Content-Encoding: gzip') lines.push(framing);
  if (framing === 'Transfer-Encoding: chunked') lines.push(framing);
  else lines.push(`Content-Length: ${BODY_BYTES}`);
  return `${endpoint.method} ${path}?${attempt.query ?? ''} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const BODY = Buffer.alloc(BODY_BYTES, 'a');
const CHUNKED_BODY = Buffer.concat([
  Buffer.from(`${BODY_BYTES.toString(16)}\r\n`),
  BODY,
  Buffer.from('\r\n0\r\n\r\n'),
]);

/** Sends a large body, which is refused, and then another request on the same connection. */
async function expectNextAnswer(
  endpoint: EndpointDefinition,
  attempt: Attempt,
  framing: Framing,
): Promise<void> {
  const connection = await RawConnection.open(app.url);
  connection.send(headOf(endpoint, attempt, framing));
  connection.send(framing === 'Transfer-Encoding: chunked' ? CHUNKED_BODY : BODY);
  connection.send('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const refusal = await connection.answer();
  expect(refusal?.status).toBeGreaterThanOrEqual(400);
  if (refusal?.headers.connection === 'close') await connection.closed();
  else expect(await connection.answer()).toMatchObject({ status: 200 });
  connection.destroy();
}

const byId = (list: readonly EndpointDefinition[]) =>
  list.map((endpoint): [string, EndpointDefinition] => [endpoint.id, endpoint]);

describe('a connection whose large body is refused before it is read', () => {
  const REFUSALS: Readonly<Record<string, () => Attempt>> = {
    'bad credentials': () => ({ headers: { Authorization: 'ApiKey nonsense' } }),
    'a missing scope': () => ({ headers: { Authorization: `ApiKey ${readerToken}` } }),
    'an unknown project': () => ({ ids: idsOfNothing() }),
    'an id that is no UUID': () => ({ ids: { projectId: 'nonsense' } }),
    'an archived project': () => ({ ids: { projectId: archivedId } }),
    'a query that is not UTF-8': () => ({ query: 'a=%ff' }),
    'an unknown field in the query': () => ({ query: 'locale=en&sort=name' }),
    'a query without a locale': () => ({ query: 'mode=keep' }),
    'a malformed locale': () => ({ query: 'locale=e%20n' }),
    'an unknown content type': () => ({ headers: { 'Content-Type': 'image/png' } }),
    'an empty content type': () => ({ headers: { 'Content-Type': '' } }),
    'a form without a boundary': () => ({ headers: { 'Content-Type': 'multipart/form-data' } }),
    'a form of nonsense': () => ({
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
    'an unknown encoding': () => ({ headers: { 'Content-Encoding': 'zstd' } }),
    'a long Idempotency-Key': () => ({
      query: 'locale=en',
      headers: { 'Idempotency-Key': 'k'.repeat(300) },
    }),
    'content that is not JSON': () => ({ query: 'locale=en' }),
    'content that is not JSON, once only': () => ({
      query: 'locale=en',
      headers: { 'Idempotency-Key': randomBytes(8).toString('hex') },
    }),
  };

  describe.each(byId(inBreadth(streamed, (_, at) => at === 0)))('on %s', (_, endpoint) => {
    it.each(Object.entries(REFUSALS))(
      'gets an answer to the next request after %s',
      async (_what, attempt) => {
        for (const framing of FRAMINGS) await expectNextAnswer(endpoint, attempt(), framing);
      },
    );
  });

  describe.each(byId(inBreadth(parsed, (_, at) => at % 20 === 0)))('on %s', (_, endpoint) => {
    it('gets an answer to the next request', async () => {
      const attempt = { headers: { 'Content-Type': 'image/png' } };
      for (const framing of FRAMINGS) await expectNextAnswer(endpoint, attempt, framing);
    });
  });

  it.each([
    ['an address that is not there', '/nothing'],
    ['an address that takes another method', '/health'],
    ['an address that cannot be read', '/v1/%zz'],
  ])('on %s gets an answer to the next request', async (_, path) => {
    const nowhere = { ...endpoints[0]!, method: 'POST', path } as EndpointDefinition;
    for (const framing of FRAMINGS) await expectNextAnswer(nowhere, {}, framing);
  });
});

describe('a body larger than its limit', () => {
  it.each(byId(streamed))('receives 413 on %s before it is sent', async (_, endpoint) => {
    const limit = endpoint.bodyLimitBytes ?? LIMITS.bodyBytes;
    const connection = await RawConnection.open(app.url);
    const head = headOf(endpoint, { query: 'locale=en' }, 'Content-Length');
    connection.send(head.replace(`${BODY_BYTES}`, String(limit + 1)));
    expect(await connection.answer()).toMatchObject({ status: 413 });
    connection.destroy();
  });
});
