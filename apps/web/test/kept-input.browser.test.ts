import { describe, expect, it } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('the input of a person, in a browser', () => {
  const site = openSite();

  it('stays when languages of the user are added and removed, even while an earlier change is being sent', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { users } = user.client;
    await createProject(user.client);
    const released = Promise.withResolvers<void>();
    let changes = 0;
    await page.context().route(
      ({ pathname }) => pathname.endsWith('/users/me'),
      async (route) => {
        if (route.request().method() === 'PATCH' && ++changes === 2) await released.promise;
        await route.continue();
      },
    );
    await users.me.update({ preferences: { languages: ['fr', 'es', 'ja'] } });
    await page.goto(base);
    const field = page.getByLabel('Language', { exact: true });
    await page.getByText('Choose your languages').click();
    await field.fill('German');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove German' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.and(page.locator(':focus')).waitFor();
    // The second change waits on the network while the third change is made.
    await page.getByRole('button', { name: 'Remove French' }).click();
    await page.getByRole('button', { name: 'Remove French' }).waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: 'Remove Spanish' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Spanish' }).waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: 'Remove Japanese' })
      .and(page.locator(':focus'))
      .waitFor();
    released.resolve();
    await expect
      .poll(async () => (await users.me.get()).data.preferences.languages)
      .toEqual(['ja', 'de']);
    for (const name of ['Japanese', 'German']) {
      await page.getByRole('button', { name: `Remove ${name}` }).press('Enter');
    }
    await field.and(page.locator(':focus')).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('returns to the state of the service if a language could not be removed', async () => {
    const { user, page, base } = await openSignedIn(site);
    await createProject(user.client);
    await user.client.users.me.update({ preferences: { languages: ['fr', 'es'] } });
    await page.context().route(
      ({ pathname }) => pathname.endsWith('/users/me'),
      (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()),
    );
    await page.goto(base);
    await page.getByText('Choose your languages').click();
    await page.getByRole('button', { name: 'Remove French' }).click();
    await page.getByRole('alertdialog').first().waitFor();
    await page.getByRole('button', { name: 'Remove French' }).waitFor();
    await page.context().close();
  });

  it('stays in the locale field when another person adds a locale, and is cleared after the typed locale is added', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    await page.goto(`${base}/p/${projectId}/locales`);
    const field = page.locator('main').getByRole('combobox', { name: 'Locale' });
    const rows = page.locator('main tbody tr');
    await field.fill('Fren');
    await i18n.locales.create({ projectId, code: 'de' });
    // The page loads its locales again after each change of texts.
    let texts = 0;
    await expect
      .poll(async () => {
        await i18n.projects.import({ projectId, locale: 'en', content: { n: String(++texts) } });
        return rows.count();
      })
      .toBe(2);
    expect(await field.inputValue()).toBe('Fren');
    await field.and(page.locator(':focus')).waitFor();
    await field.fill('French');
    await field.press('Enter');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => field.inputValue()).toBe('');
    await field.and(page.locator(':focus')).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('stays in the filter by person until the back button changes the filter', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    await page.goto(`${base}/p/${projectId}/changes`);
    const person = page.locator('main').getByLabel('Person');
    await person.fill('nobody');
    await person.press('Enter');
    await page.waitForURL(/by=nobody/);
    await page.getByText('No change matches').waitFor();
    await person.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' else');
    // The page has processed the new address once it requests the list for this address.
    const listed = page.waitForResponse(
      (response) => response.url().includes('/v1/') && /nobody(\+|%20)else/.test(response.url()),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/by=nobody(\+|%20)else/);
    await listed;
    await page.goBack();
    await expect.poll(() => person.inputValue()).toBe('nobody');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
