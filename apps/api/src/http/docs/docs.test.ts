import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ERRORS, PAGES } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePacked } from '../../../../../scripts/run/build.mjs';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  expect(await ensurePacked(ROOT, process.execPath)).toBe(true);
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, app.url), { headers });

async function scriptPath(): Promise<string> {
  const page = await (await get('/docs')).text();
  return `/${/<script src="([^"]+)"/.exec(page)![1]!}`;
}

describe('the error page', () => {
  it('has exactly one anchor for every error code', async () => {
    const page = await (await get('/docs/errors')).text();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(ids.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const { status, title } of Object.values(ERRORS)) {
      expect(page).toContain(`${status} · ${title}`);
    }
  });

  it('has the anchor that the `type` URL of a problem document points to', async () => {
    for (const path of ['/v1/users/me', '/nowhere', '/v1/health?x=%FF']) {
      const { type, code } = (await (await get(path)).json()) as { type: string; code: string };
      expect(type).toBe(`${app.deps.site.publicUrl}/docs/errors#${code}`);
      const { pathname, hash } = new URL(type);
      const page = await (await get(pathname)).text();
      expect(page).toContain(` id="${hash.slice(1)}"`);
    }
  });

  it('allows no script and no connection', async () => {
    const csp = (await get('/docs/errors')).headers.get('content-security-policy')!;
    expect(csp).toContain("default-src 'none'");
    expect(csp).not.toMatch(/script-src|connect-src|unsafe/);
  });
});

describe('the page of the packages', () => {
  it('shows the address and the hash of each package that the service sends', async () => {
    const page = await (await get('/docs/packages')).text();
    for (const name of ['cli', 'sdk', 'reader']) {
      const response = await get(`/${name}.tgz`);
      const bytes = Buffer.from(await response.arrayBuffer());
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      expect(page).toContain(`${app.deps.site.publicUrl}/${name}.tgz`);
      expect(page).toContain(`<code>${integrity}</code>`);
      const etag = response.headers.get('etag')!;
      expect((await get(`/${name}.tgz`, { 'if-none-match': etag })).status).toBe(304);
    }
  });
});

describe('the API reference', () => {
  it('restricts scripts and connections to the site, and allows no eval', async () => {
    const csp = (await get('/docs')).headers.get('content-security-policy')!;
    expect(csp).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]{44}'; /);
    expect(csp).toContain("connect-src 'self'");
    expect(csp).not.toContain('unsafe-eval');
    expect(csp.match(/[a-z-]+ [^;]*'unsafe-inline'/g)).toEqual(["style-src 'unsafe-inline'"]);
  });

  it('has a script that is cached permanently, at an address that contains the ETag', async () => {
    const path = await scriptPath();
    const script = await get(path, { 'accept-encoding': 'gzip' });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('etag')).toBe(`"${path.split('?v=')[1]}-gzip"`);
    expect(Number(script.headers.get('content-length'))).toBeLessThan(1_500_000);
    expect((await script.text()).length).toBeGreaterThan(1_000_000);
  });
});

/** False for addresses that only programs read, such as `/robots.txt`. */
const isPage = ({ id }: (typeof PAGES)[number]): boolean => !id.startsWith('doors.');

describe('the service', () => {
  it('serves every page publicly, with the content type that the contract names', async () => {
    for (const { path, rawContentTypes } of PAGES.filter(isPage)) {
      const response = await get(path, { origin: 'https://evil.test', authorization: 'nonsense' });
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type'), path).toBe(rawContentTypes[0]);
      expect((await response.text()).length, path).toBeGreaterThan(500);
    }
  });

  it('answers 405 to POST on every page', async () => {
    for (const { path } of PAGES) {
      const response = await fetch(app.url + path, { method: 'POST' });
      expect(response.status, path).toBe(405);
      expect(response.headers.get('allow'), path).toBe('GET, HEAD');
    }
  });

  it('allows public caching of the pages of the documentation, and not of the pages of mailed links', async () => {
    for (const { path } of PAGES.filter(isPage)) {
      const isDocumentation = /^\/docs|^\/openapi\.json$|\.tgz$/.test(path);
      const isKept = (await get(path)).headers.get('cache-control')!.startsWith('public');
      expect(isKept, path).toBe(isDocumentation);
    }
  });

  it.each(['/docs', '/docs/errors', '/docs/reference.js', '/openapi.json'])(
    'compresses %s if the client accepts gzip, and answers 304 to a matching ETag',
    async (path) => {
      const plain = await get(path, { 'accept-encoding': 'identity' });
      const gzipped = await get(path, { 'accept-encoding': 'gzip' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(gzipped.headers.get('content-encoding')).toBe('gzip');
      expect(await gzipped.text()).toBe(await plain.text());
      const etags = [plain, gzipped].map(({ headers }) => headers.get('etag')!);
      expect(new Set(etags).size).toBe(2);
      const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etags[1]! });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      const other = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
    },
  );

  it('lets a page of a mailed link run only its own script and connect only to its own site', async () => {
    for (const path of ['/verify-email', '/reset-password', '/accept-invitation']) {
      const csp = (await get(path)).headers.get('content-security-policy')!;
      expect(csp).toMatch(
        /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-/,
      );
      expect(csp).toContain("connect-src 'self'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).not.toContain('unsafe');
    }
  });
});
