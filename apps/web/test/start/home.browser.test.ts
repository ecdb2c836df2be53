import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../../../api/test/app/build.ts';
import { hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { DESKTOP } from '../editor/editor.ts';
import { expectNoFaults } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the home of an organization, in a browser', () => {
  const site = openSite();

  it('starts with the languages of the user and their open work', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n, users } = user.client;
    for (const name of ['Shop', 'Warehouse']) {
      const { id: projectId } = await createProject(user.client, { name });
      const content = { save: 'Save', open: 'Open', exit: 'Exit' };
      await i18n.projects.import({ projectId, locale: 'en', content });
      for (const code of ['de', 'pt-BR', 'ja']) await i18n.locales.create({ projectId, code });
      if (name === 'Shop') {
        await i18n.projects.import({ projectId, locale: 'de', content: { save: 'Sichern' } });
      }
    }
    await page.setViewportSize(DESKTOP);
    await page.goto(base);
    const languages = page
      .locator('main > section')
      .filter({ has: page.getByRole('heading', { name: 'Your languages' }) });
    await languages.getByLabel('Language', { exact: true }).fill('no language');
    await languages.getByRole('button', { name: 'Add the language' }).click();
    await languages.getByText('No language has this name.').waitFor();
    const field = languages.getByLabel('Language', { exact: true });
    await field.fill('Deutsch');
    await field.press('Enter');
    const rows = languages.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: 'Shop' }).getByText('33%').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('Portuguese');
    await field.press('Enter');
    await expect.poll(() => rows.count()).toBe(4);
    await eventually(async () =>
      expect((await users.me.get()).data.preferences.languages).toEqual(['de', 'pt']),
    );
    const texts = page.locator('main > section').filter({
      has: page.getByRole('heading', { name: 'Your queue' }),
    });
    const work = texts.locator('tbody tr');
    const missing = () => work.locator('td:last-child').allTextContents();
    await expect.poll(missing).toEqual(['3', '3', '3', '2']);
    await expectNoFaults(page);

    await page.reload();
    await untilCalm(page);
    // Languages that were chosen before are collapsed.
    const remove = languages.locator('button[aria-label="Remove Portuguese"]');
    await remove.waitFor({ state: 'attached' });
    expect(await remove.isVisible()).toBe(false);
    await texts.getByRole('link', { name: '2 – To translate in German, Shop' }).click();
    await page.waitForURL(/\/editor\?l=de&q=is%3Amissing/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
