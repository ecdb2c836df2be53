import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { actFor, createProject, joinOrganization } from '../../../api/test/app/build.ts';
import { seedUser } from '../../../api/test/app/seed.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { pressAt } from '../support/keyboard.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the settings pages, in a browser', () => {
  const site = openSite();

  it('save how a project is translated, released and checked', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId, code: 'de' });
    const read = async () => (await i18n.projects.get({ projectId })).data;
    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('link', { name: 'Settings' }).click();
    // One button saves all sections, and stays visible.
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual([
        'Project',
        'Translation',
        'Checks',
        'Instructions and engines',
        'Child projects',
        'People of this project',
        'Delivery',
        'Danger zone',
      ]);
    await links.filter({ hasText: 'Checks' }).click();
    await expect
      .poll(async () => (await page.getByRole('heading', { name: 'Checks' }).boundingBox())!.y)
      .toBeLessThan(200);

    await page.getByLabel('Project name').fill('Store');
    await page.getByLabel('Slug').fill('the-store');
    await page.getByLabel('Source locale').selectOption('de');
    await save();
    await eventually(async () =>
      expect(await read()).toMatchObject({ name: 'Store', slug: 'the-store', sourceLocale: 'de' }),
    );
    await page.getByLabel('Message format').selectOption('icu');
    await page.getByLabel('Key separator').selectOption('/');
    await page.getByLabel('Engine', { exact: true }).selectOption('pseudo');
    await page.getByLabel('Form of address').selectOption('formal');
    await page.getByLabel('Release only reviewed translations').check();
    await save();
    await eventually(async () =>
      expect((await read()).settings).toMatchObject({
        messageFormat: 'icu',
        keySeparator: '/',
        engine: 'pseudo',
        formality: 'formal',
        requireReview: true,
      }),
    );
    const shown = page.getByRole('group', { name: 'Where are these texts shown?' });
    await shown.getByRole('button', { name: 'Not said' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Android' }).click();
    await page.keyboard.press('Escape');
    await pressAt(page, /^Android/, 'Enter');
    const library = page.getByRole('menuitemcheckbox', { name: 'FormatJS' });
    await library.waitFor();
    await page.keyboard.type('FormatJS');
    await expect.poll(() => library.evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await shown.getByRole('button', { name: 'Android, FormatJS' }).waitFor();
    await shown.getByRole('button', { name: 'Count what would change' }).click();
    await shown.getByText('Findings: +0, −0. Texts checked: 0.').waitFor();
    await save();
    await eventually(async () =>
      expect((await read()).settings.runtimes).toEqual(['android', 'formatjs']),
    );
    await page.getByLabel('Level of: Missing placeholder').selectOption('warning');
    await page.getByLabel('Level of: Same text as the source').selectOption('off');
    await save();
    await eventually(async () =>
      expect((await read()).settings.checks).toEqual({
        placeholder_missing: 'warning',
        identical_to_source: 'off',
      }),
    );
    await page.getByLabel('Level of: Missing placeholder').selectOption('error');
    await save();
    await eventually(async () =>
      expect((await read()).settings.checks).toEqual({ identical_to_source: 'off' }),
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keep changes that another person makes to a project while the form is open', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await page.goto(`${base}/p/${projectId}/settings`);
    await page.getByLabel('Message format').selectOption('icu');
    const settings = { engine: 'pseudo', requireReview: true };
    await i18n.projects.update({ projectId, name: 'Store', settings });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ settings: { messageFormat: 'icu' } });
    await eventually(async () =>
      expect((await i18n.projects.get({ projectId })).data).toMatchObject({
        name: 'Store',
        settings: { ...settings, messageFormat: 'icu' },
      }),
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('require the name of a project to archive it, and restore projects and environments', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    const { data: environment } = await i18n.environments.create({ projectId, name: 'Staging' });
    await i18n.environments.delete({ projectId, environmentId: environment.id });
    await page.goto(`${base}/p/${projectId}/settings`);
    await page.getByRole('button', { name: 'Restore Staging' }).click();
    await page.getByText('Staging was restored').waitFor();
    await page.getByLabel('Name of the child project').fill('Campaign');
    await page.getByRole('button', { name: 'Create a child project' }).click();
    await page.getByRole('link', { name: 'Campaign' }).click();
    await page.waitForURL((address) => !address.pathname.includes(projectId));

    await page.goto(`${base}/p/${projectId}/settings`);
    await page.getByRole('button', { name: 'Archive this project' }).click();
    const dialog = page.getByRole('dialog');
    const archive = dialog.getByRole('button', { name: 'Archive this project' });
    await dialog.getByRole('textbox').fill('Sho');
    await expect.poll(() => archive.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Shop');
    await archive.click();
    await page.getByText('Shop was archived').waitFor();
    expect((await i18n.projects.get({ projectId })).data.archivedAt).not.toBeNull();

    await page.goto(`${base}/p/${projectId}/settings`);
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect.poll(() => links.first().textContent()).toBe('This project is archived');
    await page.goto(`${base}/settings`);
    await page.getByRole('button', { name: 'Restore Shop' }).click();
    await page.getByText('Shop was restored').waitFor();
    expect((await i18n.projects.get({ projectId })).data.archivedAt).toBeNull();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('change the name and address of an organization, for people who may manage it', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.goto(`${base}/settings`);
    await page.getByLabel('Name').fill('New name');
    const slug = `new-slug-${Date.now()}`;
    await page.getByLabel('Slug').fill(slug);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(new RegExp(`/o/${slug}/settings`));
    await page.getByText('New name').first().waitFor();
    expect(problems).toEqual([]);

    // A viewer sees the settings without controls to change them.
    const viewer = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await joinOrganization(user, user.organizationId, 'viewer', viewer.user);
    await viewer.page.goto(`${new URL(base).origin}/o/${slug}/p/${projectId}/settings`);
    await viewer.page.getByText('Your role is Viewer.', { exact: false }).waitFor();
    const main = viewer.page.locator('main');
    await expect.poll(() => main.getByRole('button').count()).toBe(0);
    await viewer.page.goto(`${new URL(base).origin}/o/${slug}/settings`);
    await viewer.page.getByRole('heading', { name: 'Archived projects' }).waitFor();
    await expect.poll(() => main.getByRole('button').count()).toBe(0);
    const other = await seedUser(site.app);
    await joinOrganization(user, user.organizationId, 'viewer', other);
    const asViewer = actFor(other, user.organizationId);
    await expect(asViewer.i18n.projects.update({ projectId, name: 'x' })).rejects.toMatchObject({
      status: 403,
    });
    await page.context().close();
    await viewer.page.context().close();
  });
});
