import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, answerJson, answerProblem, startServer } from '../test/local-server.ts';
import { createClient } from './client.ts';
import { OPERATIONS } from './contract.ts';
import { isParlanceError, ParlanceConnectionError, ParlanceError } from './errors.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function serve(answer: Answer) {
  const server = await startServer(answer);
  cleanups.push(server.close);
  return server;
}

const envelope = { data: { id: 'p' }, meta: {} };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a client of the SDK', () => {
  it('has a method for every operation, named by the id of the operation in camel case', () => {
    const client = createClient({ baseUrl: 'http://localhost' });
    for (const { id } of OPERATIONS) {
      let node: unknown = client;
      for (const segment of id.split('.')) {
        const name = segment.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
        node = (node as Record<string, unknown>)[name];
      }
      expect(node, id).toBeTypeOf('function');
    }
  });

  it('cannot be created with an invalid base URL', () => {
    expect(() => createClient({ baseUrl: 'localhost' })).toThrow();
  });

  it.each(['', '/', '/parlance', '/parlance/'])(
    'keeps the path %j of the base address',
    async (path) => {
      const server = await serve((_, response) => answerJson(response, envelope));
      const client = createClient({ baseUrl: server.baseUrl + path });
      expect(await client.i18n.projects.get({ projectId: 'p' })).toEqual(envelope);
      expect(server.requests[0]?.url).toBe(`${path.replace(/\/$/, '')}/v1/i18n/projects/p`);
    },
  );

  it('sends the API key, the organization, its headers and the headers of the call', async () => {
    const server = await serve((_, response) => answerJson(response, envelope));
    const client = createClient({
      baseUrl: server.baseUrl,
      apiKey: 'k',
      organizationId: 'o',
      headers: { 'x-a': '1', 'x-b': '1' },
    });
    await client.translate.jobs.create(
      { projectId: 'p' },
      { waitSeconds: 5, idempotencyKey: 'mine', headers: { 'x-b': '2' } },
    );
    const [request] = server.requests;
    expect(request?.method).toBe('POST');
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'ApiKey k',
      'x-organization-id': 'o',
      'x-a': '1',
      'x-b': '2',
      prefer: 'wait=5',
      'idempotency-key': 'mine',
      'content-type': 'application/json',
    });
    expect(request?.body.toString()).toBe('{"projectId":"p"}');
  });

  it('sends a new idempotency key with each call of an endpoint that supports it, and sends none with other calls', async () => {
    const server = await serve((_, response) => answerJson(response, envelope));
    const client = createClient({ baseUrl: server.baseUrl });
    await client.i18n.releases.create({ projectId: 'p', environment: 'production' });
    await client.i18n.releases.create({ projectId: 'p', environment: 'production' });
    await client.i18n.projects.create({ name: 'a', sourceLocale: 'en' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(UUID);
    expect(keys[1]).toMatch(UUID);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBeUndefined();
  });

  it('sends no credentials to public routes and no API key to auth routes', async () => {
    const seen: unknown[] = [];
    const client = createClient({
      baseUrl: 'http://localhost',
      apiKey: 'k',
      credentials: 'include',
      fetch: async (url, init) => {
        const { pathname } = new URL(url);
        seen.push([pathname, init.credentials, new Headers(init.headers).get('authorization')]);
        return Response.json(envelope);
      },
    });
    await client.health.get();
    await client.auth.session();
    await client.users.me.get();
    expect(seen).toEqual([
      ['/health', 'omit', null],
      ['/v1/auth/session', 'include', null],
      ['/v1/users/me', 'include', 'ApiKey k'],
    ]);
  });

  it('returns the response itself for a raw call, which requests a content type', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end('key,de\n');
    });
    const client = createClient({ baseUrl: server.baseUrl });
    const input = { projectId: 'p', locale: 'de', format: 'csv' } as const;
    const response = await client.i18n.projects.export(input, { raw: 'text/csv' });
    expect(await response.text()).toBe('key,de\n');
    await client.i18n.projects.export(input, { raw: true });
    expect(server.requests.map(({ headers }) => headers.accept)).toEqual([
      'text/csv',
      'application/json',
    ]);
  });

  it('throws the same error for a raw call as for any other call', async () => {
    const server = await serve((_, response) => answerProblem(response, 406, 'not_acceptable'));
    const client = createClient({ baseUrl: server.baseUrl });
    const input = { projectId: 'p', locale: 'de', format: 'csv' } as const;
    await expect(client.i18n.projects.export(input, { raw: 'image/png' })).rejects.toMatchObject({
      code: 'not_acceptable',
    });
  });

  it('returns a bundle with its etag, or reports that it has not changed', async () => {
    const server = await serve(({ headers }, response) => {
      if (headers['if-none-match'] === '"b"') response.writeHead(304, { etag: '"b"' }).end();
      else answerJson(response, envelope, 200, { etag: '"b"' });
    });
    const client = createClient({ baseUrl: server.baseUrl });
    const input = { projectId: 'p', environment: 'production', localeCode: 'de' };
    expect(await client.i18n.bundles.get(input)).toEqual({
      ...envelope,
      notModified: false,
      etag: '"b"',
    });
    expect(await client.i18n.bundles.get(input, { ifNoneMatch: '"b"' })).toEqual({
      notModified: true,
      etag: '"b"',
    });
    const changed = await client.i18n.bundles.get(input, { ifNoneMatch: '"a"' });
    expect(changed.notModified).toBe(false);
  });

  it('uploads a form that a server can read', async () => {
    const server = await serve((_, response) => answerJson(response, envelope));
    const client = createClient({ baseUrl: server.baseUrl });
    await client.i18n.files.jsonImport({
      projectId: 'p',
      file: new Blob(['{"a":"b"}']),
      locale: 'en',
    });
    const [request] = server.requests;
    const form = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('locale')).toBe('en');
    expect(await (form.get('file') as File).text()).toBe('{"a":"b"}');
  });

  it('streams the body of a raw import', async () => {
    const server = await serve((_, response) => answerJson(response, envelope));
    const client = createClient({ baseUrl: server.baseUrl });
    async function* rows() {
      yield Buffer.from('key,en\n');
      yield Buffer.from('a,b\n');
    }
    await client.i18n.projects.import({
      projectId: 'p',
      locale: 'en',
      body: rows(),
      contentType: 'text/csv',
    });
    expect(server.requests[0]?.body.toString()).toBe('key,en\na,b\n');
    expect(server.requests[0]?.headers['transfer-encoding']).toBe('chunked');
  });
});

describe('an error of the client', () => {
  it('contains all members of the problem', async () => {
    const problem = {
      type: '/docs/errors#validation_failed',
      title: 'The request is not valid',
      status: 422,
      code: 'validation_failed',
      detail: 'One fault.',
      requestId: 'r-7',
      errors: [{ path: '/name', message: 'is missing' }],
    };
    const server = await serve((_, response) =>
      answerJson(response, problem, 422, { 'content-type': 'application/problem+json' }),
    );
    const client = createClient({ baseUrl: server.baseUrl });
    const error = await client.usage.get().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ParlanceError);
    const { type: _, ...members } = problem;
    expect(error).toMatchObject({ ...members, retryAfterSeconds: null });
    expect(isParlanceError(error)).toBe(true);
    expect(isParlanceError(error, 'validation_failed', 'conflict')).toBe(true);
    expect(isParlanceError(error, 'conflict')).toBe(false);
    expect(isParlanceError(new Error('x'))).toBe(false);
  });

  it.each([
    ['an HTML page of a proxy', 403, '<html>Forbidden</html>'],
    ['JSON that is no problem', 400, '{"message":"no"}'],
    ['a success that is no envelope', 200, '<html>Login</html>'],
    ['a success without data', 200, '{}'],
    ['an empty success', 200, ''],
  ])('shows that %s is not a response of the service', async (_, status, body) => {
    const server = await serve((_request, response) => response.writeHead(status).end(body));
    const client = createClient({ baseUrl: server.baseUrl });
    const error = await client.usage.get().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ParlanceConnectionError);
    expect(error).toMatchObject({ reason: 'unexpected_answer', status });
    expect(server.requests).toHaveLength(1);
  });
});
