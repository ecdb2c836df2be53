import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../../api/test/chromium.ts';
import { openSite } from '../../../api/test/site.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the first project after a failed call, in a browser', () => {
  const site = openSite();

  /** Goes to the review of the first file. */
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

  it('is removed by a second Cancel', async () => {
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

  it('does not say that a language has no engine when the engines were not heard', async () => {
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
    // All languages are asked about together, and none of them keeps a person from going on.
    expect(new Set(asked).size).toBe(1);
    await page.getByRole('button', { name: 'German' }).click();
    await page.getByRole('button', { name: 'Add the languages' }).click();
    await page.waitForURL(/\/editor\?/);
    // The sample of an import that was applied is not asked for again.
    expect(conflicts).toEqual([]);
    await page.context().close();
  });
});
