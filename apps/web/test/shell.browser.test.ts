import { describe, expect, it } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium, untilCalm } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { DESKTOP, inRows } from './editor/editor.ts';
import { expectNoFaultsAnywhere } from './support/axe.ts';
import { closeDialog, goTo } from './support/keyboard.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('the frame of the web app, in a browser', () => {
  const site = openSite();

  /** Creates two projects, one of them with keys and a language, and another organization. */
  async function openShop() {
    const signedIn = await openSignedIn(site);
    const { client } = signedIn.user;
    await client.users.me.update({ preferences: { editor: { view: 'grid' } } });
    const { id: projectId } = await createProject(client, { name: 'Shop' });
    await client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { 'menu.save': 'Save', 'menu.open': 'Open' },
    });
    await client.i18n.locales.create({ projectId, code: 'ar' });
    const { id: otherId } = await createProject(client, { name: 'Warehouse' });
    const { data: team } = await client.organizations.create({ name: 'Second team' });
    await signedIn.page.setViewportSize(DESKTOP);
    return { ...signedIn, projectId, otherId, team };
  }

  it('shows the current page in its breadcrumb and title, and links to the parent page', async () => {
    const { user, page, problems, base, projectId } = await openShop();
    const { data: changes } = await user.client.i18n.changes.list({ projectId });
    await page.goto(`${base}/p/${projectId}/changes/${changes[0]!.id}`);
    const path = page.getByRole('navigation', { name: 'Breadcrumb' });
    await path.getByRole('link', { name: 'Shop', exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('Import · Shop · Parlance');
    await path.getByRole('link', { name: 'Changes' }).click();
    await expect.poll(() => page.title()).toBe('Changes · Shop · Parlance');
    await expect.poll(() => path.locator('[aria-current=page]').textContent()).toBe('Changes');
    const pages = page.getByRole('navigation', { name: 'Main' });
    const groups = pages.getByRole('list');
    await expect.poll(() => groups.count()).toBe(4);
    await expect
      .poll(() => groups.first().getByRole('link').allTextContents())
      .toEqual(['Overview', 'Editor', 'Review', 'Questions']);
    await path.getByRole('link', { name: 'Shop', exact: true }).click();
    await expect.poll(() => page.title()).toBe('Shop · Parlance');
    await expectNoFaultsAnywhere(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('switches projects and organizations by a part of their name, by keyboard', async () => {
    const { page, problems, base, projectId, otherId, team } = await openShop();
    await page.goto(`${base}/p/${projectId}/locales`);
    await untilCalm(page);
    await page.getByRole('button', { name: 'Project Shop' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.getByRole('menuitem', { name: 'Shop' }).waitFor();
    await page.keyboard.type('wareh');
    await page.locator('[role=menuitem][data-focused]', { hasText: 'Warehouse' }).waitFor();
    await page.getByRole('menuitem', { name: 'Shop' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/p/${otherId}`));
    await page.getByRole('heading', { name: 'Warehouse' }).waitFor();

    await page.getByRole('button', { name: /^Organization / }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.getByRole('menuitem', { name: 'Second team' }).waitFor();
    await expectNoFaultsAnywhere(page);
    await page.keyboard.type('second');
    await page.locator('[role=menuitem][data-focused]', { hasText: 'Second team' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(`/o/${team.slug}`));
    await page.getByRole('button', { name: 'Organization Second team' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps text for the search field that is typed before the list of projects is loaded', async () => {
    const { page, problems, base, projectId } = await openShop();
    await page.goto(`${base}/p/${projectId}/locales`);
    await untilCalm(page);
    const letGo = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await letGo.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Project Shop' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] textarea:focus').waitFor({ state: 'attached' });
    await page.keyboard.type('wareh');
    letGo.resolve();
    const field = page.locator('[role=dialog] input:focus');
    await expect.poll(() => field.inputValue()).toBe('wareh');
    await page.getByRole('menuitem', { name: 'Warehouse' }).waitFor();
    await page.getByRole('menuitem', { name: 'Shop' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds projects, keys, languages, people and actions in one palette, with their shortcuts', async () => {
    const { user, page, problems, base, projectId } = await openShop();
    await page.goto(`${base}/p/${projectId}`);
    await untilCalm(page);
    const button = page.getByRole('button', { name: /^Search/ });
    await expect.poll(() => button.locator('kbd').textContent()).toMatch(/K$/);
    await goTo(page, 'Warehouse', 'wareh');
    await page.getByRole('heading', { name: 'Warehouse' }).waitFor();
    await goTo(page, 'Shop', 'shop');
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await goTo(page, 'Arabic', 'arab');
    await page.waitForURL(/\/editor\?l=ar/);
    await page.locator('[data-active]:focus').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('[role=dialog] input:focus').waitFor();
    const here = page.getByRole('group', { name: 'On this page' });
    const command = here.getByRole('menuitem', { name: 'Go to a row or key' });
    await expect.poll(() => command.locator('kbd').textContent()).toBe('G');
    await expectNoFaultsAnywhere(page);
    await closeDialog(page);
    await goTo(page, 'menu.open', 'menu.op');
    // The address of a key redirects to its row, which gets the focus.
    await page.waitForURL(/\/editor\?key=/);
    await inRows(page);
    await goTo(page, 'Changes by', user.email);
    await page.waitForURL(/\/changes\?by=/);
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await goTo(page, 'Theme: dark', 'dark');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
