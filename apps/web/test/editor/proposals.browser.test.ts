/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { actFor, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { expectNoPointer, watchPointer } from '../support/keyboard.ts';
import { openSignedIn } from '../support/page.ts';
import { cell, DESKTOP, inField, inRows, openEditor, ready, textOf } from './editor.ts';

describe.skipIf(!hasChromium)('proposals in the editor, in a browser', () => {
  const site = openSite();

  /** Opens the owner's editor as another member with a role. */
  async function openAs(role: 'contributor' | 'reviewer', { user, address }: Opened) {
    const opened = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, role, opened.user);
    const { page } = opened;
    await watchPointer(page);
    await page.setViewportSize(DESKTOP);
    await page.goto(address);
    await ready(page);
    return opened;
  }
  type Opened = Awaited<ReturnType<typeof openEditor>>;

  /** Moves from the first row, which has the focus on arrival, to the text of the second row. */
  async function goToSave(page: Page): Promise<void> {
    await inRows(page);
    await page.locator('[data-active]').press('Control+Home');
    await cell(page, 'greeting').and(page.locator('[data-active]:focus')).press('ArrowDown');
    await cell(page, 'save').and(page.locator('[data-active]:focus')).waitFor();
  }

  const mark = (page: Page, count: number) =>
    cell(page, 'save').getByLabel(`Proposals: ${count}`, { exact: true });
  const panel = (page: Page) => page.getByRole('tabpanel');

  it('can be sent by a contributor and accepted by a reviewer, by keyboard', async () => {
    // A writer would get suggestions of this engine without asking.
    const owner = await openEditor(site, { engine: 'pseudo' });
    const contributor = await openAs('contributor', owner);
    const { page } = contributor;
    const denied: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) denied.push(response.url());
    });
    await goToSave(page);
    await page.keyboard.press('r');
    await page.getByText('You can read these texts, but not change them').waitFor();
    await page.keyboard.press('Enter');
    await inField(page);
    await expect.poll(() => textOf(page)).toBe('Die Datei speichern');
    await page.getByRole('button', { name: 'Propose', exact: true }).waitFor();
    await page.getByText('Nobody has translated a similar text yet.').waitFor();
    expect(await page.getByText(/pseudo/).count()).toBe(0);
    expect(await page.getByRole('button', { name: /reviewed/ }).count()).toBe(0);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Datei sichern');
    await page.keyboard.press('Enter');
    await mark(page, 1).waitFor();
    expect(await owner.stored('save')).toBe('Die Datei speichern');

    const reviewer = await openAs('reviewer', owner);
    await mark(reviewer.page, 1).waitFor();
    await goToSave(reviewer.page);
    await reviewer.page.keyboard.press('v');
    const accept = reviewer.page.getByRole('button', { name: 'Accept A: Datei sichern' });
    await accept.and(reviewer.page.locator(':focus')).waitFor();
    await panel(reviewer.page).locator('ins', { hasText: 'sichern' }).waitFor();
    await reviewer.page.keyboard.press('a');
    await inRows(reviewer.page);
    await mark(reviewer.page, 1).waitFor({ state: 'detached' });
    await cell(reviewer.page, 'save').getByText('Datei sichern').waitFor();
    expect(await owner.stored('save')).toBe('Datei sichern');
    // The contributor does not touch the page: events update it.
    await mark(page, 1).waitFor({ state: 'detached' });
    await cell(page, 'save').getByText('Datei sichern').waitFor();
    await reviewer.page.keyboard.press('h');
    await panel(reviewer.page)
      .getByText(/Proposed by/)
      .waitFor();
    expect(denied).toEqual([]);
    for (const opened of [contributor, reviewer]) {
      await expectNoPointer(opened.page);
      expect(opened.problems).toEqual([]);
    }
  });

  it('show their differences, and can be withdrawn, voted for and found', async () => {
    const owner = await openEditor(site);
    const { page, projectId, problems, user } = owner;
    const other = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'contributor', other.user);
    const client = actFor(other.user, user.organizationId);
    const { data: keys } = await client.i18n.keys.list({ projectId });
    const keyId = keys.find(({ name }) => name === 'save')!.id;
    const place = { projectId, keyId, localeCode: 'de' };
    await client.i18n.proposals.create({ ...place, text: 'Die Datei sichern' });
    await user.client.i18n.proposals.create({ ...place, text: 'Datei speichern' });
    await mark(page, 2).waitFor();
    await goToSave(page);
    await page.keyboard.press('v');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Accept A: Datei speichern').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await button('Accept A: Die Datei sichern').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('v');
    await panel(page).getByText('1 vote').waitFor();
    await page.keyboard.press('ArrowUp');
    await button('Accept A: Datei speichern').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('w');
    await button('Accept A: Die Datei sichern').and(page.locator(':focus')).waitFor();
    await mark(page, 1).waitFor();
    await page.keyboard.press('d');
    await inRows(page);
    await mark(page, 1).waitFor({ state: 'detached' });
    await panel(page).getByText('Nobody has proposed a text here.').waitFor();
    await client.i18n.proposals.create({ ...place, text: 'Die Datei sichern' });
    await page.keyboard.press('/');
    await page.locator('search input:focus').fill('has:proposal');
    await page.keyboard.press('Enter');
    await cell(page, 'greeting').waitFor({ state: 'detached' });
    await cell(page, 'save').waitFor();
    await expectNoFaults(page);

    // For any width of the panel, the pointer reaches each tab from its neighbor, and the selected tab is fully
    // visible.
    const seenOf = (tab: Locator) =>
      tab.evaluate((element) => {
        const [own, list] = [element, element.parentElement!].map((one) =>
          one.getBoundingClientRect(),
        );
        const [left, right] = [Math.max(own!.left, list!.left), Math.min(own!.right, list!.right)];
        return {
          x: (left + right) / 2,
          y: own!.y + own!.height / 2,
          hidden: own!.width - right + left,
        };
      });
    for (const [width, dir] of [
      [DESKTOP.width, 'ltr'],
      [320, 'ltr'],
      [320, 'rtl'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(`document.documentElement.dir = '${dir}'`);
      await page.getByRole('tab', { name: 'Context' }).click();
      for (const tab of await page.getByRole('tab').all()) {
        const { x, y } = await seenOf(tab);
        await page.mouse.click(x, y);
        await tab.and(page.locator('[aria-selected=true]')).waitFor();
        expect((await seenOf(tab)).hidden).toBeLessThan(1);
      }
    }
    await page.evaluate(`document.documentElement.dir = 'ltr'`);
    await page.setViewportSize(DESKTOP);

    // A link to the proposals shows them even if another tab was selected, and moves the focus to the Accept button of
    // the first proposal.
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await panel(page).waitFor({ state: 'detached' });
    await page.goto(new URL('?l=de&q=has:proposal', page.url()).href);
    const accept = button('Accept A: Die Datei sichern');
    await accept.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await inRows(page);
    // A typed query also shows the proposals, and the focus stays in its field.
    await page.getByRole('tab', { name: 'History' }).click();
    const field = page.locator('search input');
    await field.fill('save');
    await page.waitForURL(/q=save(&|$)/);
    await field.fill('save has:proposal');
    await accept.waitFor();
    await field.and(page.locator(':focus')).pressSequentially(' d');
    expect(await field.inputValue()).toBe('save has:proposal d');
    expect(problems).toEqual([]);
  });
});
