import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/run/build.mjs';
import { startTestApp, type TestApp } from '../../api/test/app/app.ts';
import { waitForMail } from '../../api/test/app/build.ts';
import { uniqueEmail } from '../../api/test/app/seed.ts';
import {
  BROWSER_SITE,
  hasChromium,
  startBrowser,
  type TestBrowser,
} from '../../api/test/browser/chromium.ts';
import { hasNginx, startNginx, type TestNginx } from '../../api/test/servers/nginx.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const PUBLIC_URL = `${BROWSER_SITE}/l10n`;
const PASSWORD = 'correct horse battery';

describe.skipIf(!hasChromium || !hasNginx)('behind nginx (package nginx-light)', () => {
  describe.each([
    { proxy: 'a proxy that strips the path', location: '/l10n/', end: '/' },
    { proxy: 'a proxy that leaves the path', location: '/l10n', end: '' },
  ])('a service at a path of its site, with $proxy', ({ location, end }) => {
    let app: TestApp;
    let nginx: TestNginx;
    let browser: TestBrowser;

    beforeAll(async () => {
      expect(await ensureBuilt(ROOT, process.execPath)).toBe(true);
      app = await startTestApp({ env: { PUBLIC_URL, MT_ENGINES: 'pseudo' } });
      nginx = await startNginx({ [location]: `${app.url}${end}` });
      browser = await startBrowser(nginx);
    });
    afterAll(async () => {
      await browser?.close();
      await nginx?.stop();
      await app?.close();
    });

    it('signs people up by mail, signs them in, reads its events, and works after a reload of each page', async () => {
      const { page, problems } = await browser.open(`${PUBLIC_URL}/`);
      const outside: string[] = [];
      const events: number[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${PUBLIC_URL}/`) && !url.startsWith('data:')) outside.push(url);
      });
      page.on('response', (response) => {
        if (response.url().startsWith(`${PUBLIC_URL}/v1/events`)) events.push(response.status());
      });
      const email = uniqueEmail();
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create an account' }).click();
      const { text } = await waitForMail(app, { to: email });
      const link = /http\S+#token=\S+/.exec(text)![0];
      expect(link.startsWith(`${PUBLIC_URL}/verify-email`)).toBe(true);
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();

      // A page that needs a session redirects to the sign-in, which leads back.
      await page.goto(`${PUBLIC_URL}/account`);
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(new RegExp(`^${PUBLIC_URL}/o/[^/]+/account$`));
      const { url } = (await page.evaluate('({ url: location.href })')) as { url: string };
      const base = url.replace(/\/account$/, '');

      const cookies = await page.context().cookies();
      expect(cookies.map(({ path }) => path)).toEqual(['/']);
      const created = (await page.evaluate(
        `fetch('/l10n/v1/i18n/projects', { method: 'POST', headers: { 'content-type': 'application/json' },
           body: '{"name":"At a path","sourceLocale":"en"}' }).then((answer) => answer.json())`,
      )) as { data: { id: string } };
      await page.goto(`${base}/p/${created.data.id}`);
      await page.getByRole('heading', { name: 'At a path' }).waitFor();
      await expect.poll(() => events[0]).toBe(200);
      await page.reload();
      await page.getByRole('heading', { name: 'At a path' }).waitFor();
      await page.goto(`${PUBLIC_URL}/docs`);
      await page.getByRole('heading', { name: 'Parlance', exact: true }).waitFor();
      expect(outside).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('serves its API below the path, and names the path in its documents', async () => {
      const at = `${nginx.url}/l10n`;
      const health = await fetch(`${at}/health`);
      expect(health.status).toBe(200);
      const refused = await fetch(`${at}/v1/i18n/projects`);
      const { type } = (await refused.json()) as { type: string };
      expect(type).toBe(`${PUBLIC_URL}/docs/errors#unauthenticated`);
      const document = (await (await fetch(`${at}/openapi.json`)).json()) as {
        servers: { url: string }[];
      };
      expect(document.servers).toEqual([{ url: PUBLIC_URL }]);
      expect((await fetch(`${at}/nothing`)).status).toBe(404);
      const bundle = await fetch(`${at}/v1/i18n/bundles/none/production/en`);
      expect([bundle.status, bundle.headers.get('access-control-allow-origin')]).toEqual([
        404,
        '*',
      ]);
    });
  });
});
