import { describe, expect, it } from 'vitest';
import { BROWSER_SITE, hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaultsAnywhere } from '../support/axe.ts';

describe.skipIf(!hasChromium)('the start page, in a browser', () => {
  const site = openSite();

  it('states that the service is self-hosted, and shows the editor in the language of the page', async () => {
    const { page, problems } = await site.browser.open(BROWSER_SITE);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('heading', { level: 1, name: 'on your own server' }).waitFor();
    await page.getByText('is a self-hosted localization service').waitFor();
    await expect.poll(() => page.title()).toContain('on your own server');
    const picture = page.getByRole('img', { name: /^The editor: / });
    await picture.waitFor();
    await picture.getByText('ご注文の商品を発送しました').waitFor();
    // All first actions are visible without scrolling.
    const start = page.getByRole('link', { name: 'Create an account' });
    await expect
      .poll(async () => {
        const { y, height } = (await start.boundingBox())!;
        return y + height;
      })
      .toBeLessThan(900);
    await expectNoFaultsAnywhere(page);

    await page.getByLabel('Language').selectOption({ label: 'العربية' });
    await page.locator('html[dir=rtl]').waitFor();
    await page.getByRole('heading', { level: 1, name: 'على خادمك الخاص' }).waitFor();
    await picture.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'على خادمك الخاص' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'ملكك' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
