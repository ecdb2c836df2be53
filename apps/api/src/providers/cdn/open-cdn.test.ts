import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp } from '../../../test/app/app.ts';
import { createProject, createTenant } from '../../../test/app/build.ts';
import { ConfigError, readConfig } from '../../config/config.ts';
import { openCdn } from './open-cdn.ts';

interface Asked {
  method: string | undefined;
  path: string | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: unknown;
}

const asked: Asked[] = [];
let answer = { status: 200, body: '{"success": true}' };
let url = '';
const server = createServer(async (request, response) => {
  const isJson = request.headers['content-type'] === 'application/json';
  const body = isJson ? await json(request) : await text(request);
  asked.push({ method: request.method, path: request.url, headers: request.headers, body });
  response.writeHead(answer.status).end(answer.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: '{"success": true}' };
});

const cdnOf = (env: Record<string, string>) => openCdn(readConfig(env).cdn!);
const template = (request: object) => ({
  CDN: 'request',
  CDN_PURGE_REQUEST: JSON.stringify(request),
});
const faultOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  throw new Error('the configuration is taken');
};

describe('a CDN', () => {
  it('gets surrogate keys in a purge request to Fastly', async () => {
    const env = { CDN: 'fastly', CDN_ID: 'SU1', CDN_TOKEN: 'token', CDN_API_URL: url };
    await cdnOf(env).purge(['p-1', 'e-2']);
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/service/SU1/purge',
        headers: { 'fastly-key': 'token' },
        body: { surrogate_keys: ['p-1', 'e-2'] },
      },
    ]);
  });

  it('gets tags in a purge request to Cloudflare, and a failure that Cloudflare reports fails the purge', async () => {
    const env = { CDN: 'cloudflare', CDN_ID: 'zone', CDN_TOKEN: 'token', CDN_API_URL: url };
    const cdn = cdnOf(env);
    await cdn.purge(['e-2']);
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/zones/zone/purge_cache',
        headers: { authorization: 'Bearer token' },
        body: { tags: ['e-2'] },
      },
    ]);
    answer = { status: 200, body: '{"success": false}' };
    await expect(cdn.purge(['e-2'])).rejects.toThrow('answered 200, no success');
    answer = { status: 429, body: '' };
    await expect(cdn.purge(['e-2'])).rejects.toThrow('answered 429');
  });

  it('gets a purge request for each tag, built from the configured template', async () => {
    const request = {
      method: 'BAN',
      url: `${url}/purge/{tag}`,
      headers: { 'X-Tag': '^{tag}$' },
      body: 'tag={tag}',
    };
    await expect(cdnOf(template(request)).purge(['a'])).rejects.toThrow('answered 400');
    await cdnOf(template({ ...request, method: 'PURGE' })).purge(['a', 'b']);
    expect(asked).toMatchObject(
      ['a', 'b'].map((tag) => ({
        method: 'PURGE',
        path: `/purge/${tag}`,
        headers: { 'x-tag': `^${tag}$` },
        body: `tag=${tag}`,
      })),
    );
  });

  it.each([
    [{ CDN: 'akamai' }, 'CDN must be one of'],
    [{ CDN: 'fastly', CDN_ID: 'x' }, 'CDN=fastly needs CDN_ID and CDN_TOKEN'],
    [{ CDN: 'request' }, 'CDN=request needs CDN_PURGE_REQUEST'],
    [template({ url: 'http://cache/' }), 'CDN_PURGE_REQUEST must be a JSON object'],
    [template({ url: '/{tag}' }), 'CDN_PURGE_REQUEST must be a JSON object'],
    [template({ url: 'http://cache/{tag}', method: 'purge it' }), 'CDN_PURGE_REQUEST must be'],
    [template({ url: 'http://cache/{tag}', header: {} }), 'CDN_PURGE_REQUEST must be'],
  ])('cannot be configured with %j', (env, fault) => {
    expect(faultOf(env)).toContain(fault);
  });

  it('gets purge requests after a release until a request succeeds, and after a stop of delivery', async () => {
    answer = { status: 503, body: '' };
    const app = await startTestApp({ env: template({ url: `${url}/{tag}` }) });
    try {
      const { client } = await createTenant(app);
      const { id: projectId } = await createProject(client);
      await client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
      const { data } = await client.i18n.releases.create({ projectId, environment: 'production' });
      const told = () => asked.map(({ path }) => path);
      await eventually(() => expect(told()).toContain(`/e-${data.environmentId}`));
      asked.length = 0;
      answer = { status: 200, body: '' };
      await eventually(() => expect(told()).toContain(`/e-${data.environmentId}`));
      const bundle = await fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/en`);
      expect(Object.fromEntries(bundle.headers)).toMatchObject({
        'cache-control':
          'public, max-age=60, s-maxage=86400, stale-while-revalidate=86400, stale-if-error=86400',
        'surrogate-key': `p-${projectId} e-${data.environmentId}`,
        'cache-tag': `p-${projectId},e-${data.environmentId}`,
      });
      await client.i18n.projects.stopDelivery({ projectId });
      await eventually(() => expect(told()).toContain(`/p-${projectId}`));
    } finally {
      await app.close();
    }
  });
});
