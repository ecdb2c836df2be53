import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { cell, DESKTOP, openCell, openEditor, ready, selectCell } from '../editor/editor.ts';
import { expectNoFaults } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the people of a project, in a browser', () => {
  const site = openSite();

  it('get a role in the project from an owner, see only their projects as guests, and lose access at once', async () => {
    const owner = await openEditor(site);
    const { user, page, address } = owner;
    const other = await createProject(user.client, { name: 'Secret project' });
    const guest = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'guest', guest.user);
    const home = address.replace(/\/p\/.*/, '');
    await guest.page.setViewportSize(DESKTOP);
    await guest.page.goto(home);
    await guest.page.getByText('You see no project yet.', { exact: false }).waitFor();

    await page.goto(address.replace(/\/editor.*/, '/settings'));
    await page.getByText('Everybody has the role here').waitFor();
    const picker = page.getByLabel('Add a person');
    // An open list closes when the page scrolls, as it does while sections above are loading.
    await untilCalm(page);
    await picker.scrollIntoViewIfNeeded();
    await picker.fill(guest.user.name);
    await page.getByRole('option').filter({ hasText: guest.user.email }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('translator');
    await dialog.getByLabel('Another language').fill('German');
    await dialog.getByRole('button', { name: 'Save role' }).click();
    const entry = page.getByRole('listitem').filter({ hasText: guest.user.email });
    await entry.getByText('Only German').waitFor();
    await expectNoFaults(page);

    const { page: own } = guest;
    await own.goto(home);
    const languages = own.getByRole('region', { name: 'Your languages' });
    await languages.getByRole('link', { name: 'German' }).waitFor();
    expect(await own.getByText(other.name).count()).toBe(0);
    const navigation = own.getByRole('navigation').first();
    expect(await navigation.getByRole('link', { name: 'Members' }).count()).toBe(0);
    expect(await own.getByRole('link', { name: 'New project' }).count()).toBe(0);
    await expectNoFaults(own);

    await own.goto(address);
    await ready(own);
    await openCell(own, 'save');
    await own.keyboard.press('Control+a');
    await own.keyboard.insertText('Die Datei sichern');
    await own.keyboard.press('Control+Enter');
    await eventually(async () => expect(await owner.stored('save')).toBe('Die Datei sichern'));

    await entry.getByRole('button', { name: /^Role of / }).click();
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Save role' }).click();
    await entry.getByText('Viewer').waitFor();
    await selectCell(own, 'title');
    // The open page updates its permissions without a reload.
    await expect
      .poll(async () => {
        await own.keyboard.press('Enter');
        return own.getByRole('alertdialog').count();
      })
      .toBeGreaterThan(0);
    expect(await cell(own, 'title').locator('.cm-content').count()).toBe(0);

    await entry.getByRole('button', { name: /^Remove / }).click();
    await page.getByText('Everybody has the role here').waitFor();
    await own.getByText('does not exist', { exact: false }).waitFor();
    expect(await own.getByText('Save the file').count()).toBe(0);
    // React logs the error that the page shows instead of the project.
    const others = guest.problems.filter((problem) => !problem.includes('not_found (404)'));
    expect([...owner.problems, ...others]).toEqual([]);
  });

  it('can be invited as guests of selected projects', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await page.goto(`${base}/members`);
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('guest-person@example.test');
    await dialog.getByLabel('Role').selectOption('contributor');
    await dialog.getByText('Only some projects').click();
    await dialog.getByLabel('Add a project').fill('Sho');
    await page.getByRole('option', { name: 'Shop' }).click();
    await dialog.getByRole('button', { name: 'Remove Shop' }).waitFor();
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { invitations } = user.client.organizations;
    const { organizationId } = user;
    expect((await invitations.list({ organizationId })).data).toMatchObject([
      { email: 'guest-person@example.test', role: 'contributor', projectIds: [projectId] },
    ]);
    expect(problems).toEqual([]);
  });
});
