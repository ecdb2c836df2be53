import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the first project after a failed call, in a browser', () => {
  const site = openSite();

  /** Opens the review of the first file. */
  async function toReview(page: Page, base: string): Promise<void> {
    await page.goto(`${base}/projects/new`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({
      name: 'en.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"save":"Save the file"}'),
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('string to import').waitFor();
  }

  it('can be removed by a second Cancel', async () => {
    const { user, page, base } = await openSignedIn(site);
    let refused = 0;
    await page.context().route(
      ({ pathname }) => /\/i18n\/projects\/[^/]+$/.test(pathname),
      (route) =>
        route.request().method() === 'DELETE' && refused++ === 0
          ? route.fulfill({ status: 422 })
          : route.continue(),
    );
    await toReview(page, base);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(base);
    expect((await user.client.i18n.projects.list()).data).toEqual([]);
    await page.context().close();
  });

  it('does not report a missing engine for a language when the engines could not be loaded', async () => {
    const { page, base } = await openSignedIn(site);
    const asked: string[] = [];
    const conflicts: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 409) conflicts.push(response.url());
    });
    await page.context().route(
      ({ pathname }) => pathname.endsWith('/translate/engines'),
      (route) => {
        asked.push(route.request().url());
        return route.abort();
      },
    );
    await toReview(page, base);
    await page.getByRole('button', { name: 'Import the strings' }).click();
    await page.getByRole('button', { name: 'German' }).waitFor();
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('No engine').count()).toBe(0);
    // The page asks for all languages together, and a person can continue without the response.
    expect(new Set(asked).size).toBe(1);
    await page.getByRole('button', { name: 'German' }).click();
    await page.getByRole('button', { name: 'Add the languages' }).click();
    await page.waitForURL(/\/editor\?/);
    // The page does not request the sample of an applied import again.
    expect(conflicts).toEqual([]);
    await page.context().close();
  });
});
