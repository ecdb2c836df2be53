import { describe, expect, it } from 'vitest';
import { createProject, joinOrganization } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('pages and lists, in a browser', () => {
  const site = openSite();

  it('mark one page of the breadcrumb as the current page, and mark no page on the page of a change', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.projects.import({ projectId, locale: 'en', content: { save: 'Save' } });
    const { data: changes } = await i18n.changes.list({ projectId });
    const path = page.getByRole('navigation', { name: 'Breadcrumb' });
    const current = path.locator('[aria-current]');
    for (const [address, name] of [
      ['', 'Projects'],
      ['/members', 'Members'],
      [`/p/${projectId}`, 'Overview'],
      [`/p/${projectId}/settings`, 'Settings'],
    ]) {
      await page.goto(base + address);
      await expect.poll(() => current.allTextContents()).toEqual([name]);
    }
    await page.goto(`${base}/p/${projectId}/changes/${changes[0]!.id}`);
    await path.getByRole('link', { name: 'Changes' }).waitFor();
    expect(await current.allTextContents()).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show that a search for organizations is running, has failed, or matches nothing', async () => {
    const { user, page, base } = await openSignedIn(site);
    await createProject(user.client, { name: 'Shop' });
    const released = Promise.withResolvers<void>();
    await page.context().route(
      ({ pathname }) => pathname.endsWith('/v1/organizations'),
      async (route) => {
        const q = new URL(route.request().url()).searchParams.get('q');
        if (q === 'lost') return route.abort();
        if (q === 'slow') await released.promise;
        await route.continue();
      },
    );
    await page.goto(base);
    await page.getByRole('button', { name: /^Organization / }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('searchbox');
    await dialog.getByRole('group', { name: 'Create' }).waitFor();
    await field.fill('nothing');
    await dialog.getByText('Nothing matches.').waitFor();
    await field.fill('slow');
    await dialog.getByText('…', { exact: true }).waitFor();
    expect(await dialog.getByText('Nothing matches.').count()).toBe(0);
    released.resolve();
    await dialog.getByText('Nothing matches.').waitFor();
    await field.fill('lost');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByText('Nothing matches.').count()).toBe(0);
    await page.context().close();
  });

  it('include organizations after the first fifty, and name the location of pages with the same name in the palette', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    const { data: own } = await user.client.organizations.list();
    for (let index = 0; index < 50; index++) {
      await user.client.organizations.create({ name: `Team ${index + 100}` });
    }
    await user.client.organizations.create({ name: 'Zebra' });
    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.locator('[role=dialog] input:focus');
    await field.fill('zebra');
    await page.getByRole('menuitem', { name: /^Zebra/ }).waitFor();
    await field.fill('settings');
    const settings = page.getByRole('group', { name: 'Pages' }).getByRole('menuitem');
    await expect
      .poll(() => settings.allTextContents())
      .toEqual(['Settings', `Settings${own[0]!.name}`]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('offer a new project only to people who may create a project', async () => {
    const { user, page: owned, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    const viewer = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'viewer', viewer.user);
    for (const [page, may] of [
      [owned, 1],
      [viewer.page, 0],
    ] as const) {
      await page.goto(`${base}/p/${projectId}`);
      await page.getByRole('button', { name: 'Project Shop' }).click();
      await page.getByRole('menuitem', { name: 'Shop' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'New project' }).count()).toBe(may);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.locator('[role=dialog] input:focus').fill('new project');
      const found = page.getByRole('menuitem', { name: 'New project' });
      if (may) await found.waitFor();
      else await page.getByText('Nothing matches.').waitFor();
      expect(await found.count()).toBe(may);
      await page.context().close();
    }
  });

  it('show no figure of a locale before it is known, and then show all figures of one response', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'A', b: 'B' } });
    await i18n.locales.create({ projectId, code: 'de' });
    await i18n.projects.import({ projectId, locale: 'de', content: { a: 'Ä' } });
    let released = Promise.withResolvers<void>();
    await page.context().route(
      ({ pathname }) => pathname.endsWith('/counts'),
      async (route) => {
        await released.promise;
        await route.continue();
      },
    );
    const main = page.locator('main');
    for (const [address, bar, before] of [
      ['', 'German (de)', 'Loading…'],
      ['/locales', 'Progress', 'German'],
    ] as const) {
      await page.goto(`${base}/p/${projectId}${address}`);
      await main.getByText(before).first().waitFor();
      expect(await main.getByRole('progressbar', { name: bar }).count()).toBe(0);
      released.resolve();
      await main.getByRole('progressbar', { name: bar }).getByText('50%').waitFor();
      released = Promise.withResolvers<void>();
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('name the warnings of a release without errors', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, {
      settings: { checks: { placeholder_missing: 'warning' } },
    });
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'Hello {name}' } });
    await i18n.projects.import({ projectId, locale: 'de', content: { a: 'Hallo' } });
    await page.goto(`${base}/p/${projectId}/environments/production/publish`);
    await page.getByRole('heading', { name: 'Checks' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^1 warning$/ })
      .waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
