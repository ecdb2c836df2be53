import { describe, expect, it } from 'vitest';
import { inBreadth } from '../../../scripts/tests/test-breadth.ts';
import { BROWSER_SITE, hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { expectNoFaultsAnywhere } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';
import { openPage, organizationAddresses, publicAddresses } from './support/routes.ts';

/** Pages that the server renders. */
const SERVER_PAGES = ['/verify-email', '/reset-password', '/accept-invitation', '/docs/errors'];

/** Pages for `npm test`: a form, a page of the server, a table and the grid. */
const SAMPLE = /^\/(?:sign-up|docs\/errors)$|\/(?:members|editor)$/;

describe.skipIf(!hasChromium)('every page of the web app', () => {
  const site = openSite();

  it('is accessible without a session: in each theme, both directions, at 200 % and at 320 px', async () => {
    const { page, problems } = await site.browser.open(BROWSER_SITE);
    const addresses = [...(await publicAddresses(page)), ...SERVER_PAGES];
    for (const address of inBreadth(addresses, (path) => SAMPLE.test(path))) {
      await openPage(page, address);
      await expectNoFaultsAnywhere(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is accessible in an organization: in each theme, both directions, at 200 % and at 320 px', async () => {
    const signedIn = await openSignedIn(site);
    const { page, problems } = signedIn;
    const addresses = await organizationAddresses(signedIn);
    for (const address of inBreadth(addresses, (path) => SAMPLE.test(path))) {
      await openPage(page, address);
      await expectNoFaultsAnywhere(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
