/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { actFor, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';
import {
  enter,
  inField,
  inRows,
  inState,
  openCell,
  openEditor,
  ready,
  selectCell,
} from './editor.ts';

const VALUES = { save: 'Die Datei speichern', title: 'Ein Titel.' };
const CHANGED = /The source string has changed since you read it/;

describe.skipIf(!hasChromium)('the editor after a change of a source string, in a browser', () => {
  const site = openSite();

  /** Opens an editor in which another person can change a source string while a request of the page is pending. */
  async function openRacing() {
    const opened = await openEditor(site, { values: VALUES });
    const { user, page, projectId } = opened;
    const { i18n } = user.client;
    const { data: keys } = await i18n.keys.list({ projectId });
    const keyOf = (name: string): string => keys.find((key) => key.name === name)!.id;
    let beforeCall: (() => Promise<unknown>) | null = null;
    const isDecision = ({ pathname }: URL) => /\/(values|proposals)\/./.test(pathname);
    await page.context().route(isDecision, async (route) => {
      const run = route.request().method() === 'GET' ? null : beforeCall;
      if (run) beforeCall = null;
      await run?.();
      await route.continue();
    });
    await page.reload();
    await ready(page);
    const reword = (key: string, text: string) =>
      i18n.values.put({ projectId, keyId: keyOf(key), localeCode: 'en', text });
    return {
      ...opened,
      keyOf,
      reword,
      rewordDuringCall(key: string, text: string): void {
        beforeCall = () => reword(key, text);
      },
    };
  }

  const conflict = (page: Page) => page.getByRole('group', { name: CHANGED });
  const alert = (page: Page) => page.getByRole('alert').filter({ hasText: CHANGED });
  const stateOf = async (
    { user, projectId }: Awaited<ReturnType<typeof openRacing>>,
    key: string,
  ) => {
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de' });
    return data.find((value) => value.key === key)!;
  };

  it('asks again with the changed source, for a text and for a state', async () => {
    const opened = await openRacing();
    const { page, stored, reword, rewordDuringCall, problems } = opened;
    await openCell(page, 'save');
    await page.keyboard.type(' jetzt');
    await reword('save', 'Never save the file');
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'conflict');
    expect(await stored('save')).toBe('Die Datei speichern');
    await enter(page, 'save');
    await conflict(page).locator('ins', { hasText: 'Never' }).waitFor();
    await conflict(page).getByText('Die Datei speichern jetzt').waitFor();
    await page.locator('[data-open]:focus-within').waitFor();
    await page.keyboard.press('3');
    await inField(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Die Datei nie speichern');
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'clean');
    expect(await stateOf(opened, 'save')).toMatchObject({
      text: 'Die Datei nie speichern',
      outdated: false,
    });
    await selectCell(page, 'title');
    rewordDuringCall('title', 'Another title');
    await page.keyboard.press('r');
    await inState(page, 'title', 'conflict');
    expect(await stateOf(opened, 'title')).toMatchObject({ state: 'translated', outdated: true });
    await enter(page, 'title');
    await conflict(page).locator('ins', { hasText: 'Another' }).waitFor();
    await page.locator('[data-open]:focus-within').waitFor();
    await page.keyboard.press('1');
    await inState(page, 'title', 'reviewed');
    expect(await stateOf(opened, 'title')).toMatchObject({ state: 'reviewed', outdated: false });
    expect(problems).toEqual([]);
  });

  it('returns no text, dismisses no finding and accepts no proposal before the change is shown', async () => {
    const opened = await openRacing();
    const { page, user, projectId, keyOf, rewordDuringCall, problems } = opened;
    const contributor = (await openSignedIn(site)).user;
    await joinOrganization(user, user.organizationId, 'contributor', contributor);
    await actFor(contributor, user.organizationId).i18n.proposals.create({
      projectId,
      keyId: keyOf('save'),
      localeCode: 'de',
      text: 'Datei sichern',
    });
    await openCell(page, 'title');
    const dismiss = page.getByRole('button', { name: 'Dismiss: Final punctuation differs' });
    rewordDuringCall('title', 'A longer title');
    await dismiss.click();
    await alert(page).locator('ins', { hasText: 'longer' }).waitFor();
    await page.getByText('A longer title').first().waitFor();
    await dismiss.click();
    await dismiss.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await inRows(page);
    await selectCell(page, 'save');
    await page.keyboard.press('Shift+u');
    const reason = page.getByLabel('Send back to the translator: why?', { exact: true });
    await reason.fill('It is a folder');
    rewordDuringCall('save', 'Save the folder');
    await page.keyboard.press('Control+Enter');
    await alert(page).locator('ins', { hasText: 'folder' }).waitFor();
    expect(await reason.inputValue()).toBe('It is a folder');
    expect(await stateOf(opened, 'save')).toMatchObject({ state: 'translated' });
    await page.getByText('Save the folder').first().waitFor();
    await reason.press('Control+Enter');
    await inState(page, 'save', 'needs_review');
    await selectCell(page, 'save');
    await page.keyboard.press('v');
    const accept = page.getByRole('button', { name: 'Accept A: Datei sichern' });
    rewordDuringCall('save', 'Save all');
    await accept.click();
    await alert(page).locator('ins', { hasText: 'all' }).waitFor();
    expect(await stateOf(opened, 'save')).toMatchObject({ text: 'Die Datei speichern' });
    await page.getByText('Save all').first().waitFor();
    await accept.click();
    await accept.waitFor({ state: 'detached' });
    expect(await stateOf(opened, 'save')).toMatchObject({ text: 'Datei sichern', outdated: true });
    expect(problems).toEqual([]);
  });

  it('excludes a text from a bulk review until the person includes it again', async () => {
    const opened = await openRacing();
    const { page, reword, problems } = opened;
    const dialog = page.getByRole('dialog');
    await selectCell(page, 'save');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('b');
    await dialog.getByText('2 texts will change').waitFor();
    await reword('save', 'Never save the file');
    await dialog.getByLabel('fr').click();
    await dialog.getByText('1 text will change').waitFor();
    const changed = dialog.getByRole('list', { name: 'Changed since you read them' });
    await changed.locator('ins', { hasText: 'Never' }).waitFor();
    await expectNoFaults(page);
    await changed.getByRole('button', { name: 'Include save in de' }).click();
    await changed.waitFor({ state: 'detached' });
    await dialog.getByText('2 texts will change').waitFor();
    await dialog.getByRole('button', { name: 'Change 2 texts' }).click();
    await inState(page, 'save', 'reviewed');
    expect(await stateOf(opened, 'save')).toMatchObject({ state: 'reviewed', outdated: false });
    expect(problems).toEqual([]);
  });
});
