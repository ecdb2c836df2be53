import { request as httpRequest } from 'node:http';
import { LIMITS } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createProject, createTenant, type Tenant, waitForMail } from '../../test/app/build.ts';
import { describeTenant } from '../../test/app/describe-project.ts';
import { uniqueEmail } from '../../test/app/seed.ts';
import { executeRaw } from '../db/client.ts';

const DASHBOARD = 'https://dashboard.example.test';
const PUBLIC_URL = 'https://l10n.example.test';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  {
    env: { PUBLIC_URL, ALLOWED_ORIGINS: DASHBOARD, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
  },
);

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Sends a request unchanged. `fetch` would set another `Host` header and normalize the URL. */
function send(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const sent = httpRequest(
      { hostname, port, path, method, headers: { ...headers } },
      async (response) => {
        const chunks = await response.toArray();
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0, headers: answered } = response;
        resolve({ status: statusCode, headers: answered, body: text ? JSON.parse(text) : {} });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const withKey = () => ({ authorization: `ApiKey ${tenant.apiKey.token}` });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('every response', () => {
  it.each([
    ['of a success', '/health'],
    ['of a refusal', '/v1/i18n/projects'],
    ['of an address that is not there', '/nothing'],
  ])('%s has headers against sniffing, framing, referrers, scripts and caches', async (_, path) => {
    const { headers } = await send(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  it('has nosniff and its own request id if it delivers a bundle, from the database or from memory', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: '<b>' } });
    await tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    const ids = new Set<unknown>();
    let etag = '';
    for (const turn of ['first', 'from memory', 'not modified']) {
      const { headers } = await send(`/v1/i18n/bundles/${projectId}/production/en`, {
        headers: turn === 'not modified' ? { 'if-none-match': etag } : {},
      });
      if (turn !== 'not modified')
        expect(headers['content-type'], turn).toMatch(/^application\/json/);
      expect(headers['x-content-type-options'], turn).toBe('nosniff');
      expect(headers, turn).not.toHaveProperty('content-security-policy');
      expect(headers['access-control-expose-headers'], turn).toContain('X-Request-Id');
      expect(headers['x-request-id'], turn).toMatch(/^[\da-f-]{36}$/);
      ids.add(headers['x-request-id']);
      etag = String(headers.etag);
    }
    expect(ids.size).toBe(3);
  });

  it('contains a problem document if the address is unreadable', async () => {
    for (const path of ['/v1/i18n/projects/%zz', '/%c3%28', '/v1/auth/%']) {
      const { status, headers, body } = await send(path, { headers: withKey() });
      expect(status, path).toBe(400);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(body).toMatchObject({ code: 'malformed_request', requestId: headers['x-request-id'] });
      expect(body).toMatchObject({ type: `${PUBLIC_URL}/docs/errors#malformed_request` });
    }
  });

  it('names the API reference if the root address is requested as JSON', async () => {
    const { status, body } = await send('/', { headers: { accept: 'application/json' } });
    expect(status).toBe(404);
    expect(body.detail).toContain(`${PUBLIC_URL}/docs`);
  });

  it('names the right address or variable if a request uses a health or metrics address of other services', async () => {
    for (const [path, expected] of [
      ['/healthz', '/health/ready'],
      ['/readyz', '/health/ready'],
      ['/metrics', 'METRICS_PORT'],
    ] as const) {
      const { status, body } = await send(path);
      expect([status, body.detail]).toEqual([404, expect.stringContaining(expected)]);
    }
  });

  it('has the status 404 if a name in the address is too long', async () => {
    const name = 'a'.repeat(LIMITS.keyNameLength + 1);
    for (const path of [`/v1/i18n/projects/${name}`, `/v1/organizations/${name}/members`]) {
      const { status, headers, body } = await send(path, { headers: withKey() });
      expect(status).toBe(404);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(body).toMatchObject({ code: 'not_found' });
      expect(JSON.stringify(body)).not.toContain(name);
    }
  });
});

describe('a response', () => {
  it('does not reveal the cause of an internal error', async () => {
    const broken = await startTestApp();
    const owner = await createTenant(broken);
    await executeRaw(broken.db, 'alter table project rename to project_elsewhere', []);
    const response = await fetch(`${broken.url}/v1/i18n/projects`, {
      headers: { authorization: `ApiKey ${owner.apiKey.token}` },
    });
    expect(response.status).toBe(500);
    const { requestId, ...problem } = (await response.json()) as Record<string, unknown>;
    expect(requestId).toBe(response.headers.get('x-request-id'));
    expect(problem).toMatchObject({ code: 'internal', status: 500, errors: [] });
    expect(JSON.stringify(problem)).not.toMatch(/relation|select|project|\.ts|stack/i);
    await broken.close();
  });
});

describe('other origins', () => {
  const preflight = (origin: string) =>
    send('/v1/i18n/projects', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-organization-id',
      },
    });

  it('may read responses with credentials only if the origins are allowed', async () => {
    for (const answer of [
      await preflight(DASHBOARD),
      await send('/health', { headers: { origin: DASHBOARD } }),
    ]) {
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': DASHBOARD,
        'access-control-allow-credentials': 'true',
      });
    }
    for (const origin of [
      'https://evil.test',
      'null',
      `${DASHBOARD}.evil.test`,
      'http://dashboard.example.test',
    ]) {
      for (const answer of [
        await preflight(origin),
        await send('/health', { headers: { origin } }),
      ]) {
        expect(answer.headers, origin).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });
});

describe('a request body', () => {
  const create = (body: string) =>
    send('/v1/i18n/projects', { method: 'POST', headers: { ...withKey(), ...JSON_TYPE }, body });

  it('receives 422 if it is nested too deeply, and the service still answers other requests', async () => {
    const depth = 200_000;
    for (const body of [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `{"name":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    ]) {
      const { status, body: answer } = await create(body);
      expect(status).toBe(422);
      expect(answer).toMatchObject({ code: 'limit_exceeded' });
    }
    expect((await send('/health')).status).toBe(200);
  });

  it('has its depth checked before it is parsed, and brackets in strings do not count', async () => {
    const levels = '['.repeat(LIMITS.jsonDepth);
    expect((await create(levels)).body).toMatchObject({ code: 'malformed_request' });
    const unclosed = '['.repeat(LIMITS.bodyBytes);
    expect((await create(unclosed)).body).toMatchObject({ code: 'limit_exceeded' });
    const wide = `[${'[{}],'.repeat(LIMITS.jsonDepth)}1]`;
    expect((await create(wide)).body).toMatchObject({ code: 'validation_failed' });
    const name = `"\\${'[{'.repeat(LIMITS.jsonDepth)}`;
    const created = await create(JSON.stringify({ name, sourceLocale: 'en' }));
    expect(created.body).toMatchObject({ data: { name } });
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'application/xml', 'x'])(
    'receives 415 if its type is %s',
    async (type) => {
      const headers = { ...withKey(), 'content-type': type };
      const body = '{"name":"x","sourceLocale":"en"}';
      const answer = await send('/v1/i18n/projects', { method: 'POST', headers, body });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    },
  );

  it('receives an error with all allowed values, including null, if a value is wrong', async () => {
    const { body } = await create(
      '{"name":"x","sourceLocale":"en","settings":{"keySeparator":"x"}}',
    );
    expect(body.errors).toEqual([
      {
        path: '/settings/keySeparator',
        message: 'must be one of ., :, /, null',
        code: 'choice',
      },
    ]);
  });

  it('does not pollute prototypes through the names of its members', async () => {
    for (const body of [
      '{"name":"x","sourceLocale":"en","__proto__":{"polluted":true}}',
      '{"name":"x","sourceLocale":"en","constructor":{"prototype":{"polluted":true}}}',
      '{"name":"x","sourceLocale":"en","settings":{"__proto__":{"polluted":true}}}',
    ]) {
      expect((await create(body)).body, body).toMatchObject({ code: 'validation_failed' });
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a header that a client controls', () => {
  it('does not become the address in a mailed link or in a problem document', async () => {
    const email = uniqueEmail();
    const headers = { ...JSON_TYPE, host: 'evil.test', 'x-forwarded-host': 'evil.test' };
    const { status } = await send('/v1/auth/sign-up', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password: 'correct horse battery', name: 'Ada' }),
    });
    expect(status).toBe(201);
    const { text } = await waitForMail(app, { to: email });
    expect(text).toContain(`${PUBLIC_URL}/verify-email#token=`);
    expect(text).not.toContain('evil.test');
    const problem = await send('/v1/i18n/projects', { headers });
    expect(JSON.stringify(problem.body)).not.toContain('evil.test');
  });

  async function notedAddress(service: TestApp, owner: Tenant, forwarded: string) {
    const client = service.client(owner.apiKey.token, { 'X-Forwarded-For': forwarded });
    const { data } = await client.apiKeys.create({ name: 'Noted', scopes: ['i18n:read'] });
    const entries = (await owner.client.auditLog.list()).data;
    return entries.find(({ target }) => target.id === data.id)!.address;
  }

  it('determines the address of the client only if a trusted proxy sends it', async () => {
    expect(await notedAddress(app, tenant, '203.0.113.9')).toBe('203.0.113.9');
    expect(await notedAddress(app, tenant, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    const direct = await startTestApp();
    const owner = await createTenant(direct);
    expect(await notedAddress(direct, owner, '203.0.113.9')).toBe('127.0.0.1');
    await direct.close();
  });

  it('leads to one rate limit for all addresses of an IPv6 network', async () => {
    const remaining = async (address: string): Promise<number> => {
      const { headers } = await send('/v1/auth/forgot-password', {
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-forwarded-for': address },
        body: '{}',
      });
      return Number(headers['ratelimit-remaining']);
    };
    const first = await remaining('2001:db8:1:1::1');
    expect(await remaining('2001:db8:1:1:ffff::2')).toBe(first - 1);
    expect(await remaining('2001:db8:1:2::1')).toBe(first);
  });
});
