/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { actFor, joinOrganization, waitForMail } from '../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { cell, DESKTOP, inRows, openEditor, ready } from './editor/editor.ts';
import { expectNoFaults } from './support/axe.ts';
import { nextFrame, slowFrames } from './support/frames.ts';
import { expectNoPointer, goTo, pressAt, watchPointer } from './support/keyboard.ts';
import { openSignedIn } from './support/page.ts';
import { holdBack } from './support/slow-network.ts';

/** Delay between a comment and its mail, in milliseconds. */
const MAIL_AFTER_MS = 10 * 60_000;

describe.skipIf(!hasChromium)('the inbox, in a browser', () => {
  // The test has a separate service, because it advances the clock of the service to send mails.
  const site = openSite(() => ({}));
  type Opened = Awaited<ReturnType<typeof openEditor>>;

  /** Opens a page of an editor's organization as another member, whose name is the role. */
  async function openAs(role: 'translator' | 'developer', { user }: Opened) {
    const opened = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, role, opened.user);
    await opened.user.client.users.me.update({ name: `The ${role}` });
    await watchPointer(opened.page);
    await opened.page.setViewportSize(DESKTOP);
    return { ...opened, client: actFor(opened.user, user.organizationId) };
  }

  const keyIdOf = async ({ user, projectId }: Opened, key: string): Promise<string> => {
    const { data } = await user.client.i18n.keys.list({ projectId });
    return data.find(({ name }) => name === key)!.id;
  };

  const unread = (page: Page, count: number) =>
    page.getByRole('link', {
      name: `Inbox: ${count} unread notification${count === 1 ? '' : 's'}`,
      exact: true,
    });
  const comment = (page: Page, text: string) =>
    page.getByRole('tabpanel').locator('article', { hasText: text });
  const inComment = (page: Page, text: string) =>
    comment(page, text).and(page.locator(':focus')).waitFor();
  const inText = (page: Page, label: string) =>
    page.getByLabel(label, { exact: true }).and(page.locator('textarea:focus')).waitFor();

  it('leads from a question to its answer by keyboard, and counts unread entries', async () => {
    const owner = await openEditor(site);
    const home = owner.address.replace(/\/p\/.*/, '');
    const developer = await openAs('developer', owner);
    await developer.page.goto(home);
    await unread(developer.page, 0).waitFor();

    const translator = await openAs('translator', owner);
    const { page } = translator;
    await page.goto(owner.address);
    await ready(page);
    await inRows(page);
    await page.locator('[data-active]').press('Control+Home');
    await cell(page, 'greeting').and(page.locator('[data-active]:focus')).press('q');
    await inText(page, 'New question');
    await page.keyboard.type('Who is greeted?');
    await page.keyboard.press('Control+Enter');
    await comment(page, 'Who is greeted?').waitFor();
    await page.keyboard.press('Escape');
    await inRows(page);
    await page.keyboard.press('p');
    await page.getByRole('tabpanel').waitFor({ state: 'detached' });

    // The developer sees the count on a page outside the project without touching it.
    await unread(developer.page, 1).waitFor();
    await developer.page.getByRole('status').getByText('1 unread notification').waitFor();
    site.app.clock.advance(MAIL_AFTER_MS);
    const wanted = { to: developer.user.email, subject: /new comment/ };
    const mail = await waitForMail(site.app, wanted);
    const [link] = /http\S+thread=\S+/.exec(mail.text)!;
    await developer.page.goto(link.replace(site.app.url, BROWSER_SITE));
    await inComment(developer.page, 'Who is greeted?');
    await unread(developer.page, 0).waitFor();
    await developer.page.keyboard.press('a');
    await inText(developer.page, 'Answer');
    await developer.page.keyboard.type('The person who signs in');
    await developer.page.keyboard.press('Control+Enter');
    await inComment(developer.page, 'Who is greeted?');

    await unread(page, 1).waitFor();
    await goTo(page, 'Inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.getByText('The person who signs in').waitFor();
    await expectNoFaults(page);
    // The rows and the thread arrive in the same slow frame, after the page has waited for a cell.
    const release = await holdBack(page.context(), /\/row-index$/);
    const restoreFrames = await slowFrames(page, 300);
    await pressAt(page, 'The developer answered', 'Enter');
    await page.getByLabel('Loading…').and(page.locator('textarea:focus')).waitFor();
    await nextFrame(page);
    await nextFrame(page);
    await release();
    await comment(page, 'Who is greeted?').waitFor();
    await nextFrame(page);
    await nextFrame(page);
    await inComment(page, 'Who is greeted?');
    await restoreFrames();
    await unread(page, 0).waitFor();
    await page.keyboard.press('r');
    await comment(page, 'Who is greeted?').getByText('Resolved by The translator').waitFor();
    await comment(developer.page, 'Who is greeted?').getByText('Resolved by').waitFor();
    for (const opened of [developer, translator]) {
      await expectNoPointer(opened.page);
      expect(opened.problems).toEqual([]);
    }
  });

  it('lists unread entries, and marks one or all of them as read', async () => {
    const owner = await openEditor(site);
    const { page, problems, projectId } = owner;
    const { client } = await openAs('translator', owner);
    const keyId = await keyIdOf(owner, 'save');
    const text = `Look, @[${owner.user.id}]`;
    for (const number of [1, 2, 3])
      await client.i18n.keys.comments.create({ projectId, keyId, text: `${number} ${text}` });
    await unread(page, 3).waitFor();
    await goTo(page, 'Inbox');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(1).getByRole('button').press('Enter');
    await unread(page, 2).waitFor();
    await expect.poll(() => page.getByText('Unread', { exact: true }).count()).toBe(2);
    await page.getByLabel('Only unread').press('Space');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
    await page.getByText('You have read everything.').waitFor();
    await unread(page, 0).waitFor();
    await page.reload();
    await page.getByText('You have read everything.').waitFor();
    expect(problems).toEqual([]);
  });

  it("contains for a guest only entries of the guest's projects", async () => {
    const owner = await openEditor(site);
    const { user, projectId } = owner;
    const guest = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'guest', guest.user);
    const place = { projectId, userId: guest.user.id };
    await user.client.i18n.members.put({ ...place, role: 'translator' });
    const keyId = await keyIdOf(owner, 'save');
    const text = `Please look at this, @[${guest.user.id}]`;
    await user.client.i18n.keys.comments.create({ projectId, keyId, text });
    const address = owner.address.replace(/\/p\/.*/, '/inbox');
    await guest.page.goto(address);
    await guest.page.getByText('Please look at this').waitFor();
    await unread(guest.page, 1).waitFor();
    await user.client.i18n.members.delete(place);
    await guest.page.goto(address);
    await guest.page.getByText('Nothing here yet.', { exact: false }).waitFor();
    await unread(guest.page, 0).waitFor();
  });

  it('saves the chosen kinds of entries, and a link in a mail stops these mails without a session', async () => {
    const owner = await openEditor(site);
    const developer = await openAs('developer', owner);
    const { page, user } = developer;
    await page.goto(owner.address.replace(/\/p\/.*/, '/account'));
    const reminder = page.getByLabel('Weekly reminder of open questions');
    await expect.poll(() => reminder.locator('option').allTextContents()).toEqual(['Mail', 'Off']);
    const resolved = page.getByLabel('Your question is resolved');
    expect(await resolved.inputValue()).toBe('app');
    await resolved.selectOption('Off');
    await expect
      .poll(async () => (await user.client.users.me.get()).data.preferences.notifications)
      .toEqual({ resolved: 'off' });

    const keyId = await keyIdOf(owner, 'save');
    await owner.user.client.i18n.keys.comments.create({
      projectId: owner.projectId,
      keyId,
      kind: 'question',
      text: 'What is it?',
    });
    await expect
      .poll(async () => (await user.client.users.notifications.count()).data.unread)
      .toBe(1);
    site.app.clock.advance(MAIL_AFTER_MS);
    const mail = await waitForMail(site.app, { to: user.email, subject: /new comment/ });
    const [link] = /http\S+\/unsubscribe\?token=\S+/.exec(mail.text)!;
    await page.context().clearCookies();
    await page.goto(link.replace(site.app.url, BROWSER_SITE));
    await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
    await page.getByText('A question about a source text').waitFor();
    await expectNoFaults(page);
    await pressAt(page, 'Stop these mails', 'Enter');
    await page.getByText('You no longer get these mails.', { exact: false }).waitFor();
    const { data } = await user.client.users.me.get();
    expect(data.preferences.notifications).toMatchObject({ question: 'app' });
  });
});
