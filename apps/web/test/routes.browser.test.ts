import { describe, expect, it, vi } from 'vitest';
import { BROWSER_SITE, hasChromium } from '../../api/test/chromium.ts';
import { openSite } from '../../api/test/site.ts';
import { expectNoFaultsAnywhere } from './axe.ts';
import { openSignedIn } from './page.ts';
import { openPage, organizationAddresses, publicAddresses } from './routes.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Pages that the server makes itself. */
const SERVER_PAGES = ['/verify-email', '/reset-password', '/accept-invitation', '/docs/errors'];

describe.skipIf(!hasChromium)('every page of the web app', () => {
  const site = openSite();

  it('is accessible without a session: in each theme, both directions, at 200 % and at 320 px', async () => {
    const { page, problems } = await site.browser.open(BROWSER_SITE);
    for (const address of [...(await publicAddresses(page)), ...SERVER_PAGES]) {
      await openPage(page, address);
      await expectNoFaultsAnywhere(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is accessible in an organization: in each theme, both directions, at 200 % and at 320 px', async () => {
    const signedIn = await openSignedIn(site);
    const { page, problems } = signedIn;
    for (const address of await organizationAddresses(signedIn)) {
      await openPage(page, address);
      await expectNoFaultsAnywhere(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
