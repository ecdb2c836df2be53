import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountWeb } from './web.ts';

const ASSET = 'index-Ab12_-x9.js';
const PROJECT = '019ab000-0000-7000-8000-000000000000';

const PROBLEM = 'application/problem+json; charset=utf-8';

let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'parlance-web-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(
    join(dist, 'index.html'),
    '<style nonce="__NONCE__"></style>__TEXTS__ mail:__MAIL__',
  );
  await writeFile(join(dist, 'assets', ASSET), 'plain');
  await writeFile(join(dist, 'assets', `${ASSET}.br`), 'brotli');
  await writeFile(join(dist, 'assets', `${ASSET}.gz`), 'gzip');
  app = fastify();
  const web = { basePath: '', dist, i18nProject: PROJECT, writesMailFiles: true };
  const answerUnknown = mountWeb(app, web);
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply));
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the web app', () => {
  it('answers 200 with the same page at each of its addresses, with a different nonce in each response', async () => {
    const nonces = new Set<string>();
    const pages = new Set<string>();
    const mailed = ['/inbox', '/unsubscribe?token=abc'];
    for (const url of ['/', '/o/team/p/1', '/sign-in', '/sign-up', '/forgot-password', ...mailed]) {
      const answer = await get(url, { accept: 'text/html,*/*;q=0.8' });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      const nonce = /nonce="([^"]+)"/.exec(answer.body)![1]!;
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      nonces.add(nonce);
      pages.add(answer.body.replace(nonce, ''));
    }
    expect([nonces.size, pages.size]).toEqual([7, 1]);
  });

  it('contains the address of the released texts of the configured project', async () => {
    const answer = await get('/', { accept: 'text/html' });
    expect(answer.body).toContain(`</style>/v1/i18n/bundles/${PROJECT}/production `);
  });

  it('contains the information that mails are written to files', async () => {
    expect((await get('/', { accept: 'text/html' })).body).toContain('mail:files');
  });

  it.each([
    ['br', 'gzip, br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    [undefined, '', 'plain'],
  ])(
    'sends a file with the encoding %s to a browser that accepts “%s”',
    async (encoding, accepted, body) => {
      const answer = await get(`/assets/${ASSET}`, { 'accept-encoding': accepted });
      expect(answer).toMatchObject({ statusCode: 200, body });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
      });
    },
  );

  it('sends no file outside of its assets, and sends no page to a client that does not request HTML', async () => {
    const names = ['..%2findex.html', 'index.html', `${ASSET}.br`, 'gone-12345678.js'];
    for (const name of names) expect((await get(`/assets/${name}`)).statusCode).not.toBe(200);
    for (const url of ['/sign-in', '/o/team/p/1']) {
      expect((await get(url, { accept: '*/*' })).statusCode).toBe(404);
      expect((await get(url)).statusCode).toBe(404);
    }
    expect((await get('/', { accept: 'application/json' })).statusCode).toBe(404);
  });

  it('shows its page to browsers at an unknown address, but not at an address of the API or of bundles', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const url of ['/nope', '/login?next=/o', '/sign-in/nope', '/v']) {
      const page = await get(url, browser);
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toContain('mail:files');
      for (const accept of ['*/*', 'application/json', 'text/css']) {
        const { statusCode, headers } = await get(url, { accept });
        expect([statusCode, headers['content-type']]).toEqual([404, PROBLEM]);
      }
      const posted = await app.inject({ method: 'POST', url, headers: browser });
      expect([posted.statusCode, posted.headers['content-type']]).toEqual([404, PROBLEM]);
    }
    const bundle = `/v1/i18n/bundles/${PROJECT}/production`;
    const others = [
      '/v1',
      '/v1/nope',
      `${bundle}/de/nope`,
      '/docs/nope',
      '/assets/nope',
      '/health/x',
    ];
    for (const url of [...others, '/.well-known/nope', '/openapi.json/x', '/robots.txt/x']) {
      const { statusCode, headers } = await get(url, browser);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, PROBLEM]);
    }
  });

  it('answers monitors and proxies that request the root address', async () => {
    for (const headers of [{}, { accept: '*/*' }] as Record<string, string>[]) {
      expect((await get('/', headers)).statusCode).toBe(200);
      expect((await app.inject({ method: 'HEAD', url: '/', headers })).statusCode).toBe(200);
    }
  });
});
