/// <reference lib="dom" />
import { ROLES, type Role, SCOPES_OF_ROLE } from '@parlance/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import {
  actFor,
  createProject,
  joinOrganization,
  waitForMail,
} from '../../../api/test/app/build.ts';
import { seedUser, uniqueEmail } from '../../../api/test/app/seed.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { fileMailer } from '../../../api/test/servers/file-mailer.ts';
import { expectNoFaults } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the people of an organization, in a browser', () => {
  const site = openSite();

  it('can be invited, given roles and removed by an owner', async () => {
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
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('new-person@example.test', { exact: true }).waitFor();
    expect(await invited()).toMatchObject([
      { email: 'new-person@example.test', role: 'translator' },
    ]);
    await page
      .getByRole('button', { name: /new-person@example.test/ })
      .last()
      .click();
    await eventually(async () => expect(await invited()).toEqual([]));

    const name = (await members.list({ organizationId })).data.find(
      ({ userId }) => userId === other.id,
    )!.name;
    const entry = page.getByRole('listitem').filter({ hasText: other.email });
    await entry.getByRole('combobox').selectOption('developer');
    await eventually(async () => expect(await roleOf()).toBe('developer'));
    await entry.getByRole('combobox').selectOption('admin');
    await eventually(async () => expect(await roleOf()).toBe('admin'));
    await actFor(other, organizationId).apiKeys.create({ name: 'CI', scopes: ['i18n:read'] });
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
    // The removal of the member would also end the API key of the program.
    await page.getByText(`Programs lose the API keys that ${name} made: CI.`).waitFor();
    expect(await roleOf()).toBe('admin');
    await page.getByRole('dialog').getByText('End these keys, too').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => expect(await roleOf()).toBeUndefined());
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(ROLES.filter((role) => role !== 'owner' && role !== 'guest'))(
    'can be managed by a person with the role %s as far as the service allows',
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
      const invite = page.getByRole('button', { name: 'Invite' });
      await expect.poll(async () => (await invite.count()) > 0).toBe(mayManage);
      // Every member may leave.
      await page.getByRole('button', { name: 'Leave organization' }).waitFor();
      // Only an owner can change an owner.
      const entry = page.getByRole('listitem').filter({ hasText: owner.email });
      await expect.poll(() => entry.getByRole('button').count()).toBe(0);
      const { id: projectId } = await createProject(owner.client);
      await page.goto(`${BROWSER_SITE}/o/${slug}/p/${projectId}/jobs`);
      const mayTranslate = SCOPES_OF_ROLE[role].includes('translate:write');
      const refusal = page.getByText('Your role cannot translate by machine.', { exact: false });
      await page.getByRole('heading', { name: 'Translate strings' }).waitFor();
      await untilCalm(page);
      await expect.poll(async () => (await refusal.count()) === 0).toBe(mayTranslate);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('can work from the creation of an organization to texts that a developer fetches', async () => {
    const { user, page: owner, problems, base } = await openSignedIn(site);
    await owner.goto(`${base}/members`);
    await owner.getByRole('button', { name: /^Organization / }).click();
    await owner.getByRole('menuitem', { name: 'New organization' }).click();
    await owner.getByLabel('Name of the organization').fill('Team of five');
    await owner.getByRole('button', { name: 'Create organization' }).click();
    await owner.getByText('A project holds the strings of one product', { exact: false }).waitFor();
    const own = owner.url();
    const { data: organizations } = await user.client.organizations.list();
    const { id } = organizations.find(({ name }) => name === 'Team of five')!;
    const { i18n } = actFor(user, id);
    const { id: projectId } = await createProject(actFor(user, id), { name: 'Shop' });
    await i18n.projects.import({ projectId, locale: 'en', content: { open: 'Open' } });
    await i18n.locales.create({ projectId, code: 'de' });

    /** Invites a person. The person has no account and accepts. */
    const invite = async (role: Role): Promise<Page> => {
      const email = uniqueEmail();
      await owner.goto(`${own}/members`);
      await owner.getByRole('button', { name: 'Invite a person' }).click();
      const dialog = owner.getByRole('dialog');
      await dialog.getByLabel('Email address').fill(email);
      await dialog.getByLabel('Role').selectOption(role);
      await dialog.getByRole('button', { name: 'Invite' }).click();
      const { text } = await waitForMail(site.app, { to: email });
      const opened = await site.browser.open(/http\S+#token=\S+/.exec(text)![0]);
      const { page } = opened;
      await page.locator('input[name=name]:visible').fill(role);
      await page.locator('input[name=password]:visible').fill('correct horse battery');
      await page.getByRole('button', { name: 'Create the account and accept' }).click();
      await page.getByRole('link', { name: 'Open the organization' }).click();
      await page.getByRole('link', { name: 'Shop', exact: true }).first().waitFor();
      await page.setViewportSize({ width: 1280, height: 800 });
      return page;
    };
    const translator = await invite('translator');
    await translator.getByRole('link', { name: /^1 – To translate in / }).click();
    // A person with one language gets one text at a time.
    const view = translator.getByRole('region', { name: 'One translation' });
    await view.getByRole('heading', { name: 'open' }).waitFor();
    await untilCalm(translator);
    await view.locator('[data-active]').press('Enter');
    await translator.locator('[role=textbox][aria-label*="of open"]:focus').waitFor();
    await translator.keyboard.type('Öffnen');
    await translator.keyboard.press('Enter');
    await translator.getByText('Saved', { exact: false }).first().waitFor();

    const developer = await invite('developer');
    await developer.getByRole('link', { name: 'API keys' }).click();
    await developer.getByRole('button', { name: 'New personal key' }).click();
    await developer.getByLabel('Name', { exact: true }).fill('My laptop');
    await developer.getByRole('button', { name: 'Create the key' }).click();
    const block = (label: string) =>
      developer.getByRole('figure').filter({ hasText: label }).locator('pre').innerText();
    await developer.getByText('Nothing is published yet', { exact: false }).waitFor();
    const token = await block('Token');
    const { data: self } = await site.app.client(token).apiKeys.self();
    expect(self).toMatchObject({ name: 'My laptop', personal: true });
    expect(await block('Files of Shop')).toContain(
      `npm install --save-dev ${BROWSER_SITE}/cli.tgz\necho ${token} | npx --no -- parlance login --with-key --url ${BROWSER_SITE}\n`,
    );
    const command = await block('Published texts of Shop, Production');
    const [, address = ''] = /^curl -fsS '(\S+)'$/.exec(command)!;
    const fetched = () => fetch(address.replace(BROWSER_SITE, site.app.url));
    expect((await fetched()).status).toBe(404);

    await owner.goto(`${own}/p/${projectId}`);
    await owner.getByRole('link', { name: 'Publish to Production' }).click();
    await owner.getByRole('button', { name: 'Publish', exact: true }).click();
    await owner.getByRole('heading', { name: 'Version 1 in production' }).waitFor();
    await expect.poll(async () => (await fetched()).json()).toEqual({ open: 'Öffnen' });
    await owner.getByRole('link', { name: 'Overview' }).click();
    await owner.getByRole('progressbar', { name: 'German' }).waitFor();

    // A person who left the only organization is not redirected to it.
    await developer.getByRole('button', { name: 'Done' }).click();
    await developer.getByRole('link', { name: 'Members' }).click();
    await developer.getByRole('button', { name: 'Leave organization' }).click();
    await developer.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await developer.waitForURL((url) => !url.pathname.startsWith(new URL(own).pathname));
    await developer.getByRole('heading', { level: 1 }).waitFor();
    expect(problems).toEqual([]);
    for (const page of [owner, translator, developer]) await page.context().close();
  });
});

describe.skipIf(!hasChromium)('invitations of a service without a mail server', () => {
  const site = openSite(() => ({ overrides: { mailer: fileMailer } }));

  it('can go to several people at once, and show links to copy', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { organizationId } = user;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${base}/members`);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    const emails = dialog.getByLabel('Email addresses');
    let lists = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/invitations?')) lists++;
    });
    await emails.fill('one@example.test, two@example.test\nno-address three@example.test');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    // The rejected address and the following ones stay.
    await dialog.locator('[data-invalid]').first().waitFor();
    await expect.poll(() => emails.inputValue()).toBe('no-address\nthree@example.test');
    // Two invitations were sent, and then the list was loaded once.
    await expect.poll(() => lists).toBe(1);
    await emails.fill('three@example.test');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByRole('heading', { name: 'Links of the invitations' }).waitFor();
    await expect
      .poll(() => dialog.locator('figcaption > span').allTextContents())
      .toEqual(['one@example.test', 'two@example.test', 'three@example.test']);
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Copy the link: two@example.test' }).click();
    await dialog.getByRole('button', { name: 'Copied: two@example.test' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const token = link.slice(link.indexOf('=') + 1);
    const { data: preview } = await user.client.organizations.invitations.preview({ token });
    expect(preview.email).toBe('two@example.test');
    const { data } = await user.client.organizations.invitations.list({ organizationId });
    expect(data).toHaveLength(3);
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
  });

  it('keep their links when the dialog is closed after a rejected address', async () => {
    const { page, problems, base } = await openSignedIn(site);
    await page.goto(`${base}/members`);
    const dialog = page.getByRole('dialog');
    const leave = [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ];
    for (const [at, act] of leave.entries()) {
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await dialog.getByLabel('Email addresses').fill(`sent-${at}@example.test, no-address`);
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
      await dialog.locator('[data-invalid]').first().waitFor();
      await act();
      await dialog.getByRole('heading', { name: 'Links of the invitations' }).waitFor();
      await dialog.getByText(`sent-${at}@example.test`).first().waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
  });
});
