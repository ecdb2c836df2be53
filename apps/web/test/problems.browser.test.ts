import { describe, expect, it } from 'vitest';
import { BROWSER_SITE, hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('a problem in the web app', () => {
  const site = openSite();

  it('appears by its code in the language of the person, with the message of the server collapsed below', async () => {
    const { page } = await site.browser.open(`${BROWSER_SITE}/sign-in`);
    await page.evaluate("localStorage.setItem('parlance-language', 'de')");
    await page.reload();
    await page.getByLabel('E-Mail-Adresse').fill('nobody@example.test');
    await page.getByLabel('Passwort', { exact: true }).fill('a wrong password');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Die E-Mail-Adresse oder das Passwort ist falsch').waitFor();
    const detail = alert.locator('details [lang=en]');
    await detail.waitFor({ state: 'attached' });
    expect(await detail.isVisible()).toBe(false);
    await alert.getByText('Meldung des Servers').click();
    await detail.waitFor();
    await expect.poll(() => detail.textContent()).toMatch(/password/i);
    await expect.poll(() => alert.locator('code').textContent()).toMatch(/^Anfrage [\w-]{8,}/);
    await expectNoFaults(page);
    await page.context().close();
  });

  it('shows its details at once if its text refers to them', async () => {
    const { user, page, base } = await openSignedIn(site);
    const { data } = await user.client.organizations.create({ name: 'Team', slug: 'taken-slug' });
    expect(data.slug).toBe('taken-slug');
    await page.goto(`${base}/settings`);
    await page.getByLabel('Slug').fill('taken-slug');
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('This conflicts with something that already exists').waitFor();
    await alert.getByText('The slug taken-slug is taken').waitFor();
    await page.context().close();
  });
});
