import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createBrowser } from '../../../api/test/app/browser.ts';
import { actFor, codeOf, createProject, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';
import { holdBack } from '../support/slow-network.ts';

describe.skipIf(!hasChromium)('the account, in a browser', () => {
  const site = openSite();

  it('can get another name and password, which ends its other sessions', async () => {
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
    await expect.poll(() => section.getByLabel('New password').inputValue()).toBe('');
    await other.client.auth.signIn({ email, password: 'a better password' });
    expect(problems).toEqual([]);
  });

  it('can get another address by a mailed link, and be deleted by typing its address', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.goto(`${base}/account`);
    await page.getByLabel('New email address').fill('other-address@example.test');
    await page.getByLabel('Current password').first().fill(user.password);
    await page.getByRole('button', { name: 'Mail the link' }).click();
    await page.getByText('A link is on its way to other-address@example.test').waitFor();
    await eventually(() =>
      expect(site.app.outbox.map(({ to }) => to.address)).toContain('other-address@example.test'),
    );
    await page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Delete the account' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await dialog.getByLabel('Email address of the account').fill(user.email);
    await expect.poll(() => button.isDisabled()).toBe(true);
    await dialog.getByLabel('Current password').fill(user.password);
    const { name } = await createProject(user.client);
    await button.click();
    await dialog.getByText(`Projects: ${name}.`).waitFor();
    await expectNoFaults(page);
    await expect.poll(() => button.isDisabled()).toBe(true);
    await dialog.getByLabel('End all of this, too').check();
    await button.click();
    await page.waitForURL(/\/sign-in/);
    const { email, password } = user;
    expect(await codeOf(createBrowser(site.app).client.auth.signIn({ email, password }))).toBe(
      'invalid_credentials',
    );
    // The browser logs the response 409.
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });

  it('exports the data of the person as a file', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.goto(`${base}/account`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('personal-data.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data.account).toMatchObject({ id: user.id, email: user.email });
    expect(data.sessions).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('appears as a former member in the changes of others after its deletion', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const project = await createProject(user.client);
    const member = await joinOrganization(user, user.organizationId, 'admin');
    const client = actFor(member, user.organizationId);
    await client.i18n.projects.import({
      projectId: project.id,
      locale: 'en',
      format: 'json',
      content: { save: 'Save' },
    });
    await page.goto(`${base}/p/${project.id}/changes`);
    await page.getByText(member.name).first().waitFor();
    await client.users.me.delete();
    await eventually(async () => {
      const { data } = await user.client.i18n.changes.list({ projectId: project.id });
      expect(data.map(({ by }) => by.name)).toEqual([null]);
    });
    await page.reload();
    await page.getByText('Former member').first().waitFor();
    await expect.poll(() => page.getByText(member.name).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps the chosen theme and keys, and can restore the default keys', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    // Records the theme at each frame that the browser draws, starting with the first frame that has content.
    await page.addInitScript(
      `window.themes = [];
       const note = () => {
         if (document.querySelector('#root')?.hasChildNodes()) {
           themes.push(getComputedStyle(document.documentElement).colorScheme);
         }
         requestAnimationFrame(note);
       };
       requestAnimationFrame(note);`,
    );
    const drawn = () => page.evaluate('[...new Set(themes)]');
    await page.goto(`${base}/account`);
    const theme = page.getByLabel('Theme', { exact: true });
    for (const [value, scheme] of [
      ['dark', 'dark'],
      ['light', 'light'],
      ['system', 'light dark'],
    ] as const) {
      await theme.selectOption(value);
      await untilCalm(page);
      // The browser also draws frames before the app has loaded.
      const letGo = await holdBack(page.context(), /\.js$/);
      await page.reload({ waitUntil: 'commit' });
      await expect.poll(() => page.evaluate('themes.length')).toBeGreaterThan(1);
      await letGo();
      await theme.waitFor();
      await expect.poll(() => theme.inputValue()).toBe(value);
      expect(await drawn(), value).toEqual([scheme]);
    }

    const key = page.getByRole('button', { name: 'Change the keys of: Go to a row or key' });
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual([
        'Profile',
        'Language',
        'Appearance',
        'Email address',
        'Password',
        'Sessions',
        'Notifications',
        'Keyboard',
        'Your data',
        'Delete the account',
      ]);
    const keys = page.getByRole('button', { name: /^Change the keys of: / });
    await page.getByLabel('Find a command').fill('row or KEY');
    await expect.poll(() => keys.count()).toBe(1);
    const shortcuts = async () => (await user.client.users.me.get()).data.preferences.shortcuts;
    await key.click();
    await page.keyboard.press('j');
    await page.getByText('These keys are in use.').waitFor();
    await key.click();
    await page.keyboard.press('y');
    await key.getByText('Y').waitFor();
    await eventually(async () => expect(await shortcuts()).toEqual({ goTo: 'y' }));
    await page.getByRole('button', { name: 'Reset all' }).click();
    await key.getByText('G').waitFor();
    await eventually(async () => expect(await shortcuts()).toBeUndefined());
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
