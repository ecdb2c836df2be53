import { describe, expect, it } from 'vitest';
import { createProject, joinByInvitation, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the audit log, in a browser', () => {
  const site = openSite();

  it('shows who did what, can be filtered, and loads page by page', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const project = await createProject(user.client);
    const projectId = project.id;
    const { i18n } = user.client;
    const content = { a: 'Open' };
    const { data: brought } = await i18n.projects.import({ projectId, locale: 'en', content });
    await i18n.changes.revert({ projectId, changeId: brought.changeId! });
    const member = await joinByInvitation(user, user.organizationId, 'viewer');
    await user.client.i18n.projects.update({ projectId: project.id, archived: true });
    for (let count = 0; count < 60; count++) {
      await user.client.apiKeys.create({ name: `Key ${count}`, scopes: ['i18n:read'] });
    }
    await page.goto(base);
    await page.getByRole('link', { name: 'Audit log' }).click();
    const entries = page.locator('main ol > li');
    await entries.filter({ hasText: 'Key 59' }).getByText('API key created').waitFor();
    await expect.poll(() => entries.count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await entries.filter({ hasText: 'Key 0' }).first().waitFor();
    const about = page.getByLabel('About');
    await about.selectOption('member');
    const joined = entries.filter({ hasText: `Invited by${user.name}` });
    await joined.getByText(member.email).waitFor();
    await about.selectOption('change');
    // The entry names the archived project, and links to the undone change.
    const undone = entries.filter({ hasText: `Project${project.name}` });
    await undone.getByRole('link', { name: 'Change undone' }).waitFor();
    // No id is shown as text.
    expect(await page.locator('main').innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    await about.selectOption('project');
    await entries.filter({ hasText: project.name }).first().waitFor();
    // The entries of the previous filter stay until the entries of the next filter have loaded.
    await expect.poll(() => entries.filter({ hasText: 'API key' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: user.name }).click();
    await entries.filter({ hasText: project.name }).first().waitFor();
    await page.getByLabel('Since').fill('2999-01-01');
    await page.getByText('No entry matches').waitFor();
    expect(problems).toEqual([]);
  });

  it('is not in the navigation of a translator', async () => {
    const { user: owner, base } = await openSignedIn(site);
    const { user, page } = await openSignedIn(site);
    await joinOrganization(owner, owner.organizationId, 'translator', user);
    await page.goto(base);
    await page.getByRole('link', { name: 'API keys' }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  });
});
