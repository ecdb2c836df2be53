import { ROLES, type Role, SCOPES_OF_ROLE } from '@parlance/contracts';
import { describe, expect, it, vi } from 'vitest';
import { actFor, createProject, joinOrganization } from '../../api/test/build.ts';
import { BROWSER_SITE, hasChromium } from '../../api/test/chromium.ts';
import { seedUser } from '../../api/test/seed.ts';
import { openSite } from '../../api/test/site.ts';
import { openSignedIn } from './page.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

describe.skipIf(!hasChromium)('the people of an organization, in a browser', () => {
  const site = openSite();

  it('are invited, given roles and removed by an owner', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { organizationId } = user;
    const { members, invitations } = user.client.organizations;
    const other = await seedUser(site.app);
    await joinOrganization(user, organizationId, 'viewer', other);
    const invited = async () => (await invitations.list({ organizationId })).data;
    const roleOf = async () =>
      (await members.list({ organizationId })).data.find(({ userId }) => userId === other.id)?.role;
    await page.goto(base);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('new-person@example.test');
    await dialog.getByLabel('Role').selectOption('translator');
    await dialog.getByRole('button').last().click();
    await page.getByText('new-person@example.test', { exact: true }).waitFor();
    expect(await invited()).toMatchObject([
      { email: 'new-person@example.test', role: 'translator' },
    ]);
    await page
      .getByRole('button', { name: /new-person@example.test/ })
      .last()
      .click();
    await vi.waitFor(async () => expect(await invited()).toEqual([]), 10_000);

    const name = (await members.list({ organizationId })).data.find(
      ({ userId }) => userId === other.id,
    )!.name;
    const entry = page.getByRole('listitem').filter({ hasText: other.email });
    await entry.getByRole('combobox').selectOption('developer');
    await vi.waitFor(async () => expect(await roleOf()).toBe('developer'), 10_000);
    await entry.getByRole('button').last().click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByText(name)
      .first()
      .waitFor();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /Remove/ })
      .click();
    await vi.waitFor(async () => expect(await roleOf()).toBeUndefined(), 10_000);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(ROLES.filter((role) => role !== 'owner'))(
    'are managed by a person with the role %s as far as the service allows it',
    async (role: Role) => {
      const owner = await seedUser(site.app);
      const { user, page, problems } = await openSignedIn(site);
      const { organizationId } = owner;
      await joinOrganization(owner, organizationId, role, user);
      const { data } = await owner.client.organizations.list();
      const { slug } = data.find(({ id }) => id === organizationId)!;
      await page.goto(`${BROWSER_SITE}/o/${slug}/members`);
      await page.getByText(owner.email).waitFor();
      const mayManage = role === 'admin';
      const invitations = actFor(user, organizationId).organizations.invitations.list({
        organizationId,
      });
      expect(
        await invitations.then(
          () => true,
          () => false,
        ),
      ).toBe(mayManage);
      expect((await page.getByRole('button', { name: 'Invite' }).count()) > 0).toBe(mayManage);
      // Everybody may leave.
      await page.getByRole('button', { name: 'Leave organization' }).waitFor();
      // Nobody but an owner changes an owner.
      const entry = page.getByRole('listitem').filter({ hasText: owner.email });
      expect(await entry.getByRole('button').count()).toBe(0);
      const { id: projectId } = await createProject(owner.client);
      await page.goto(`${BROWSER_SITE}/o/${slug}/p/${projectId}/jobs`);
      const mayTranslate = SCOPES_OF_ROLE[role].includes('translate:write');
      const refusal = page.getByText('Your role cannot translate by machine.', { exact: false });
      await page.getByRole('heading', { name: 'Translate strings' }).waitFor();
      expect((await refusal.count()) === 0).toBe(mayTranslate);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
