import { ENDPOINTS, ERRORS, PAGES } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { DOCS_CSP, renderDocsPage } from './docs-page.ts';
import { buildOpenApi } from './openapi.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers });

describe('the reference page', () => {
  it('has an anchor for every operation and every error code, each once', async () => {
    const page = await (await get('/docs')).text();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of ENDPOINTS) expect(ids).toContain(id);
    for (const code of Object.keys(ERRORS)) expect(ids).toContain(code);
  });

  it('links only to anchors that it has', async () => {
    const page = await (await get('/docs')).text();
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(links.length).toBeGreaterThan(200);
    for (const link of new Set(links)) expect(ids, link).toContain(link);
  });

  it('is where the type of a problem leads', async () => {
    const problem = (await (await get('/v1/users/me')).json()) as { type: string; code: string };
    expect(problem.type).toBe(`${app.deps.site.publicUrl}/docs#${problem.code}`);
    const nowhere = (await (await get('/nowhere')).json()) as { type: string };
    expect(nowhere.type).toBe(`${app.deps.site.publicUrl}/docs#not_found`);
  });

  it('shows a call that can be pasted into a shell', async () => {
    const page = await (await get('/docs')).text();
    expect(page).toContain(
      `curl -X POST &quot;${app.deps.site.publicUrl}/v1/i18n/projects&quot; \\\n  -H &quot;Authorization: ApiKey $PARLANCE_API_KEY&quot;`,
    );
  });

  it('escapes what the document says', () => {
    const document = buildOpenApi({ publicUrl: 'http://x', version: '<b>&"', cookieName: 'c' });
    document.tags[0]!.description = 'a `<script>` & <img src=x>';
    const page = renderDocsPage(document);
    expect(page).toContain('Version &lt;b&gt;&amp;&quot;');
    expect(page).toContain('a <code>&lt;script&gt;</code> &amp; &lt;img src=x&gt;');
    expect(page).not.toMatch(/<script|<img/);
  });

  it('allows no script and no call', () => {
    expect(DOCS_CSP).toContain("default-src 'none'");
    expect(DOCS_CSP).not.toMatch(/script-src|connect-src|unsafe/);
  });
});

describe('what the service serves besides its API', () => {
  it('is there for everybody, as the contract says it', async () => {
    for (const { path, rawContentTypes } of PAGES) {
      const response = await get(path, { origin: 'https://evil.test', authorization: 'nonsense' });
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type'), path).toBe(rawContentTypes[0]);
      expect((await response.text()).length, path).toBeGreaterThan(500);
    }
  });

  it('takes no other method', async () => {
    for (const { path } of PAGES) {
      const response = await fetch(app.url + path, { method: 'POST' });
      expect(response.status, path).toBe(405);
      expect(response.headers.get('allow'), path).toBe('GET, HEAD');
    }
  });

  it('is kept by caches only where it is documentation', async () => {
    for (const { path } of PAGES) {
      const isDocumentation = path === '/docs' || path === '/openapi.json';
      expect((await get(path)).headers.get('cache-control'), path).toBe(
        isDocumentation ? 'public, max-age=300' : 'no-store',
      );
    }
  });

  it.each(['/docs', '/openapi.json'])(
    '%s is compressed where the client takes it, and not sent twice',
    async (path) => {
      const plain = await get(path, { 'accept-encoding': 'identity' });
      const gzipped = await get(path, { 'accept-encoding': 'gzip' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(gzipped.headers.get('content-encoding')).toBe('gzip');
      expect(await gzipped.text()).toBe(await plain.text());
      expect(Number(gzipped.headers.get('content-length'))).toBeLessThan(80_000);
      const etags = [plain, gzipped].map(({ headers }) => headers.get('etag')!);
      expect(new Set(etags).size).toBe(2);
      const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etags[1]! });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      const other = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
    },
  );

  it('lets a page of a mailed link run its own script and call its own site, nothing else', async () => {
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
