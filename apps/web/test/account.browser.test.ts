import { describe, expect, it, vi } from 'vitest';
import { createBrowser } from '../../api/test/browser.ts';
import { codeOf } from '../../api/test/build.ts';
import { hasChromium } from '../../api/test/chromium.ts';
import { openSite } from '../../api/test/site.ts';
import { openSignedIn } from './page.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

describe.skipIf(!hasChromium)('the account, in a browser', () => {
  const site = openSite();

  it('gets another name and password, and its other sessions end', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { email, password } = user;
    const other = createBrowser(site.app);
    await other.client.auth.signIn({ email, password });
    await page.goto(base);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Renamed Person');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByRole('button', { name: /Renamed Person/ }).waitFor();
    expect((await user.client.users.me.get()).data.name).toBe('Renamed Person');

    await page.getByText('this one').waitFor();
    await page.getByRole('button', { name: 'End the session in Unknown browser' }).click();
    await page.getByText('The session has ended').waitFor();
    expect(await codeOf(other.client.users.me.get())).toBe('unauthenticated');

    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Password', exact: true }),
    });
    await section.getByLabel('Current password').fill('not the password');
    await section.getByLabel('New password').fill('a better password');
    await section.getByRole('button').click();
    await section.getByRole('alert').waitFor();
    await section.getByLabel('Current password').fill(password);
    await section.getByRole('button').click();
    await page.getByText('The password was changed').waitFor();
    expect(await section.getByLabel('New password').inputValue()).toBe('');
    await other.client.auth.signIn({ email, password: 'a better password' });
    expect(problems).toEqual([]);
  });

  it('gets another address by a mailed link, and ends when its address is typed', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.goto(`${base}/account`);
    await page.getByLabel('New email address').fill('other-address@example.test');
    await page.getByLabel('Current password').first().fill(user.password);
    await page.getByRole('button', { name: 'Mail the link' }).click();
    await page.getByText('A link is on its way to other-address@example.test').waitFor();
    await vi.waitFor(
      () =>
        expect(site.app.outbox.map(({ to }) => to.address)).toContain('other-address@example.test'),
      { timeout: 10_000 },
    );
    await page.getByRole('button', { name: 'Deactivate the account' }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Deactivate the account' });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel('Email address of the account').fill(user.email);
    await button.click();
    await page.waitForURL(/\/sign-in/);
    const { email, password } = user;
    expect(await codeOf(createBrowser(site.app).client.auth.signIn({ email, password }))).toBe(
      'invalid_credentials',
    );
    expect(problems).toEqual([]);
  });
});
