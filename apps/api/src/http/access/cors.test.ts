import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { newId } from '../../db/ids/uuid.ts';

const FOREIGN = { origin: 'https://page.example.test' };
const bundle = () => `${app.url}/v1/i18n/bundles/${newId()}/production/en`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

describe('a page of another site', () => {
  it('can read the error of a bundle, without credentials', async () => {
    const { status, headers } = await fetch(bundle(), { headers: FOREIGN });
    expect(status).toBe(404);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('may request a bundle with If-None-Match', async () => {
    const { status, headers } = await fetch(bundle(), {
      method: 'OPTIONS',
      headers: {
        ...FOREIGN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toBe('If-None-Match');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('cannot read responses other than bundles', async () => {
    for (const path of ['/health', '/v1/i18n/projects', '/v1/i18n/bundlesX/']) {
      const { headers } = await fetch(`${app.url}${path}`, { headers: FOREIGN });
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });
});

describe('a page of an allowed origin', () => {
  it('may send If-None-Match, Last-Event-ID and Prefer, and read Parlance-Sync-Token', async () => {
    const origin = { origin: app.origin };
    const preflight = await fetch(`${app.url}/v1/events`, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'GET' },
    });
    const allowed = preflight.headers.get('access-control-allow-headers');
    for (const name of ['If-None-Match', 'Last-Event-ID', 'Prefer'])
      expect(allowed).toContain(name);
    const { headers } = await fetch(`${app.url}/health`, { headers: origin });
    expect(headers.get('access-control-expose-headers')).toContain('Parlance-Sync-Token');
  });
});

describe('the service', () => {
  it('answers 204 to OPTIONS requests of clients that are not browsers', async () => {
    for (const url of [bundle(), `${app.url}/v1/i18n/projects`]) {
      expect((await fetch(url, { method: 'OPTIONS' })).status, url).toBe(204);
    }
  });

  it('accepts a trailing slash in an address', async () => {
    for (const path of ['/health', '/v1/i18n/projects']) {
      const [bare, slashed] = await Promise.all([
        fetch(app.url + path),
        fetch(`${app.url}${path}/`),
      ]);
      expect(slashed.status).toBe(bare.status);
    }
  });
});
