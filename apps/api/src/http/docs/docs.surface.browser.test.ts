import { ERRORS } from '@parlance/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inBreadth } from '../../../../../scripts/tests/test-breadth.ts';
import { seedUser } from '../../../test/app/seed.ts';
import { BROWSER_SITE, hasChromium } from '../../../test/browser/chromium.ts';
import { openSite } from '../../../test/browser/site.ts';

describe.skipIf(!hasChromium)('the documentation in a browser', () => {
  const site = openSite();

  async function openRecorded() {
    const page = await site.browser.openPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) problems.push(message.text());
    });
    return { page, requests, problems };
  }

  const CALLS = ['/v1/users/me', '/v1/i18n/projects'];

  const isForeign = (url: string) => !url.startsWith(BROWSER_SITE) && !/^(data|blob):/.test(url);

  const openOperation = (page: Page, hash: string) => page.goto(`${BROWSER_SITE}/docs#${hash}`);

  it('offers a search of the operations, and requests nothing from another origin', async () => {
    const { page, requests, problems } = await openRecorded();
    await page.goto(`${BROWSER_SITE}/docs`);
    await page.getByRole('heading', { name: 'Parlance', exact: true }).waitFor();
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page
      .getByPlaceholder(/search/i)
      .last()
      .fill('multilingual');
    await page.getByText('/v1/translate/multilingual').first().waitFor();
    expect(requests.filter(isForeign)).toEqual([]);
    expect(requests).toContain(`${BROWSER_SITE}/openapi.json`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sends a call with the session cookie of the browser', async () => {
    const { page, requests, problems } = await openRecorded();
    const user = await seedUser(site.app);
    await page.goto(`${BROWSER_SITE}/verify-email`);
    const status = await page.evaluate(
      `fetch('/v1/auth/sign-in', { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: ${JSON.stringify(JSON.stringify({ email: user.email, password: user.password }))} }).then(({ status }) => status)`,
    );
    expect(status).toBe(200);
    for (const path of inBreadth(CALLS, (call) => call === '/v1/users/me')) {
      await page.goto('about:blank');
      await openOperation(page, `tag/${path.split('/')[2]}/GET${path}`);
      const button = page.getByRole('button', { name: new RegExp(`Test Request.*${path}\\W*$`) });
      await button.first().click();
      const answer = page.waitForResponse((response) => response.url().includes(path));
      await page.getByRole('button', { name: /^Send/ }).last().click();
      expect((await answer).status(), path).toBe(200);
    }
    expect(requests.filter(isForeign)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('scrolls the error page to each code, and fits a phone', async () => {
    const { page, problems } = await openRecorded();
    await page.setViewportSize({ width: 375, height: 760 });
    for (const code of inBreadth(Object.keys(ERRORS), (_, at) => at % 20 === 0)) {
      await page.goto(`${BROWSER_SITE}/docs/errors#${code}`);
      expect(await page.locator(`#${code}`).isVisible()).toBe(true);
      const top = await page.locator(`#${code}`).evaluate((e) => e.getBoundingClientRect().top);
      expect(top, code).toBeLessThan(760);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
