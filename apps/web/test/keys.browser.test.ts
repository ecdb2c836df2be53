import { describe, expect, it } from 'vitest';
import { actFor, codeOf, createProject, joinOrganization } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('API keys, in a browser', () => {
  const site = openSite();

  it('can be created for CI with a preset and a project, shown once, used and revoked', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const project = await createProject(user.client);
    await createProject(user.client);
    await page.goto(base);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CI of the shop');
    await dialog.getByLabel('Use').selectOption('release');
    await dialog.getByLabel('Expires in').selectOption('365');
    await dialog.getByLabel('Only some projects').check();
    await dialog.getByLabel('Add a project').click();
    await page.getByRole('option', { name: project.name }).first().click();
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const token = await dialog.getByRole('figure').first().locator('pre').innerText();
    await dialog.getByText(`echo ${token} | npx --no -- parlance login --with-key`).waitFor();
    await dialog.getByText(`--project ${project.slug}`).waitFor();
    const client = site.app.client(token);
    const { data: self } = await client.apiKeys.self();
    expect(self).toMatchObject({ name: 'CI of the shop', projectIds: [expect.any(String)] });
    expect(self.scopes).toContain('releases:write');
    expect(self.scopes).not.toContain('admin:api-keys');
    const days = (Date.parse(self.expiresAt!) - Date.now()) / (24 * 60 * 60_000);
    expect(Math.round(days)).toBe(365);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Restricted to 1 project').waitFor();
    await expect.poll(() => page.getByText(token).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke the key CI of the shop' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('CI of the shop was revoked').waitFor();
    expect(await codeOf(client.apiKeys.self())).toBe('unauthenticated');
    expect(problems).toEqual([]);
  });

  it('can be created by a translator as personal keys, which the owner sees and revokes', async () => {
    const { user: owner, page: ownersPage, base: ownBase } = await openSignedIn(site);
    const { user, page, problems } = await openSignedIn(site);
    await joinOrganization(owner, owner.organizationId, 'translator', user);
    await page.goto(`${ownBase}/keys`);
    await page.getByText('Owners and admins make keys').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'New key' }).count()).toBe(0);
    await page.getByRole('button', { name: 'New personal key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My laptop');
    await expect
      .poll(() => dialog.getByLabel('Expires in').getByRole('option').allTextContents())
      .toEqual(['7 days', '30 days', '90 days']);
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const token = await dialog.getByRole('figure').first().locator('pre').innerText();
    expect((await site.app.client(token).apiKeys.self()).data.personal).toBe(true);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('My laptop', { exact: true }).waitFor();
    await ownersPage.goto(`${ownBase}/keys`);
    const entry = ownersPage.getByRole('listitem').filter({ hasText: 'My laptop' });
    await entry.getByText('personal', { exact: true }).waitFor();
    const session = actFor(user, owner.organizationId);
    const id = (await session.users.apiKeys.list()).data[0]!.id;
    await entry.getByRole('button', { name: 'Revoke' }).click();
    await ownersPage.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await ownersPage.getByText('My laptop was revoked').waitFor();
    expect((await session.users.apiKeys.list()).data.map((key) => key.id)).not.toContain(id);
    expect(problems).toEqual([]);
  });
});
