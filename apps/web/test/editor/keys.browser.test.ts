/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { closeDialog } from '../support/keyboard.ts';
import { openSignedIn } from '../support/page.ts';
import { cell, type OpenedEditor, openEditor, selectCell } from './editor.ts';

const TEXTS = {
  save: 'Save the file',
  open: 'Open the file',
  item_one: '{{count}} item',
  item_other: '{{count}} items',
};
const VALUES = { save: 'Datei sichern', open: 'Datei öffnen', item_other: '{{count}} Dinge' };

describe.skipIf(!hasChromium)('keys and their source strings in the editor, in a browser', () => {
  const site = openSite();
  const open = () => openEditor(site, { texts: TEXTS, values: VALUES });
  const dialog = (page: Page) => page.getByRole('dialog');
  const toast = (page: Page, text: string) => page.getByRole('alertdialog', { name: text });
  const keysOf = async ({ user, projectId }: OpenedEditor, archived = false) =>
    (await user.client.i18n.keys.list({ projectId, archived, limit: 100 })).data;
  const namesOf = async (editor: OpenedEditor) => (await keysOf(editor)).map(({ name }) => name);
  const sourceOf = async ({ user, projectId }: OpenedEditor, key: string) =>
    (await user.client.i18n.values.list({ projectId, locale: 'en' })).data.find(
      (value) => value.key === key,
    )?.text;
  const outdated = async ({ user, projectId }: OpenedEditor) =>
    (await user.client.i18n.values.list({ projectId, outdated: true })).data.map(
      ({ key, locale }) => `${key} ${locale}`,
    );

  it('can be created by a shortcut with all their fields; the new row gets the focus, and an undo archives the key', async () => {
    const editor = await open();
    const { page, problems } = editor;
    await selectCell(page, 'save');
    await page.keyboard.press('n');
    await dialog(page).getByLabel('Name').and(page.locator(':focus')).waitFor();
    await expectNoFaults(page);
    await page.keyboard.type('menu.close');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Close {name}');
    await dialog(page).getByLabel('Description').fill('Button of a window');
    await dialog(page).getByLabel('Tags').fill('menu, ui');
    await dialog(page).getByLabel('Maximum length').fill('20');
    await dialog(page).getByLabel('Maximum length').press('Enter');
    await toast(page, 'The key menu.close was created').waitFor();
    await cell(page, 'menu.close').and(page.locator('[data-active]:focus')).waitFor();
    expect((await keysOf(editor)).at(-1)).toMatchObject({
      name: 'menu.close',
      description: 'Button of a window',
      tags: ['menu', 'ui'],
      maxLength: 20,
      translatable: true,
    });
    expect(await sourceOf(editor, 'menu.close')).toBe('Close {name}');
    await page.keyboard.press('Control+z');
    await toast(page, 'The change was undone').waitFor();
    expect(await namesOf(editor)).not.toContain('menu.close');
    expect(problems).toEqual([]);
  });

  it('can be created as a plural family and from a search that finds nothing', async () => {
    const editor = await open();
    const { page, problems } = editor;
    await page.getByRole('searchbox').fill('Log out now');
    await page.keyboard.press('Enter');
    await page.getByText('No row matches the query.').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await expect
      .poll(() => dialog(page).getByLabel('Source string, English').inputValue())
      .toBe('Log out now');
    await dialog(page).getByLabel('Name').fill('file');
    await dialog(page).getByLabel('Plural').click();
    await expect.poll(() => dialog(page).getByLabel('Other').inputValue()).toBe('Log out now');
    await dialog(page).getByLabel('One').fill('{{count}} file');
    await dialog(page).getByLabel('Other').fill('{{count}} files');
    await dialog(page).getByRole('button', { name: 'Create the key' }).click();
    await toast(page, 'The key file was created').waitFor();
    expect(await namesOf(editor)).toEqual(expect.arrayContaining(['file_one', 'file_other']));
    // The query does not match the key, and a message reports that.
    await page.getByText('This key is not in the result of the query.').waitFor();
    await toast(page, 'The key file was created').getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'The change was undone').waitFor();
    expect(await namesOf(editor)).not.toContain('file_one');
    expect(problems).toEqual([]);
  });

  it('show before a save which texts become outdated, keep a record of the old name, and can be undone', async () => {
    const editor = await open();
    const { page, problems } = editor;
    const { user, projectId } = editor;
    const [save] = await keysOf(editor);
    await user.client.i18n.values.put({
      projectId,
      keyId: save!.id,
      localeCode: 'fr',
      text: 'Enregistrer',
    });
    await cell(page, 'save', 1).dblclick();
    const source = dialog(page).getByLabel('Source string, English');
    await source.and(page.locator(':focus')).waitFor();
    await source.fill('Save the document');
    await dialog(page).getByText('2 translations become outdated: German and French').waitFor();
    await expectNoFaults(page);
    expect(await sourceOf(editor, 'save')).toBe('Save the file');
    await dialog(page).getByLabel('Name').fill('menu.save');
    await dialog(page).getByLabel('Not to be translated').click();
    await dialog(page).getByLabel('Not to be translated').click();
    await source.press('Control+Home');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await toast(page, 'The key was saved').waitFor();
    await cell(page, 'menu.save', 1).getByText('Save the document').waitFor();
    expect((await keysOf(editor))[0]).toMatchObject({
      id: save!.id,
      name: 'menu.save',
      previousNames: ['save'],
    });
    expect(await outdated(editor)).toEqual(['menu.save de', 'menu.save fr']);
    await page.locator('[data-active]:focus').press('Control+z');
    await toast(page, 'The change was undone').waitFor();
    await cell(page, 'save', 1).getByText('Save the file').waitFor();
    expect(await outdated(editor)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('can be edited form by form in a family, and renamed together', async () => {
    const editor = await open();
    const { page, problems } = editor;
    await selectCell(page, 'item');
    await page.keyboard.press('o');
    await dialog(page).getByLabel('Source string, English: Other').fill('{{count}} things');
    await dialog(page).getByText('1 translation becomes outdated: German').waitFor();
    await dialog(page).getByLabel('Name').fill('thing');
    await dialog(page).getByLabel('Name').press('Enter');
    await toast(page, 'The key was saved').waitFor();
    expect(await namesOf(editor)).toEqual(['save', 'open', 'thing_one', 'thing_other']);
    expect(await sourceOf(editor, 'thing_other')).toBe('{{count}} things');
    expect(await sourceOf(editor, 'thing_one')).toBe('{{count}} item');
    expect(problems).toEqual([]);
  });

  it('report which parts of a source string an app of the project cannot show, with a fix', async () => {
    const editor = await open();
    const { page, problems, user, projectId } = editor;
    await user.client.i18n.projects.update({ projectId, settings: { runtimes: ['vue-i18n'] } });
    await page.reload();
    await selectCell(page, 'save');
    await page.keyboard.press('o');
    const source = dialog(page).getByLabel('Source string, English');
    await source.fill('Save for me@example.org');
    await dialog(page).getByText('vue-i18n cannot read').waitFor();
    await expectNoFaults(page);
    await dialog(page).getByRole('button', { name: /^Fix/ }).press('Enter');
    await expect.poll(() => source.inputValue()).toBe("Save for me{'@'}example.org");
    await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
    await toast(page, 'The key was saved').waitFor();
    expect(await sourceOf(editor, 'save')).toBe("Save for me{'@'}example.org");
    expect(problems).toEqual([]);
  });

  it('keep typed text when another person has changed the source string meanwhile', async () => {
    const editor = await open();
    const { page, problems, user, projectId } = editor;
    await selectCell(page, 'save');
    await page.keyboard.press('o');
    const source = dialog(page).getByLabel('Source string, English');
    await source.fill('Save it');
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'en' });
    const value = data.find(({ key }) => key === 'save')!;
    await user.client.i18n.values.update({ projectId, valueId: value.id!, text: 'Save all files' });
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('alert').waitFor();
    // The difference is relative to the text of the other person.
    await dialog(page).locator('del', { hasText: 'all files' }).waitFor();
    await expect.poll(() => source.inputValue()).toBe('Save it');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await toast(page, 'The key was saved').waitFor();
    expect(await sourceOf(editor, 'save')).toBe('Save it');
    // The browser logs the response 409.
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });

  it('are rejected under an existing name, in a dialog that Escape, Cancel and the cross close', async () => {
    const { page, problems } = await open();
    await selectCell(page, 'save');
    await page.keyboard.press('o');
    await dialog(page).getByLabel('Name').fill('open');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('alert').waitFor();
    for (const leave of [
      () => closeDialog(page),
      () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
      () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave();
      await dialog(page).waitFor({ state: 'detached' });
      await page.locator('[data-active]:focus').press('o');
      await dialog(page).getByLabel('Name').waitFor();
    }
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });

  it('can be archived and restored, each with an undo', async () => {
    const editor = await open();
    const { page, problems } = editor;
    await selectCell(page, 'item');
    await page.keyboard.press('o');
    await dialog(page).getByRole('button', { name: 'Archive the key' }).click();
    await toast(page, 'The key item was archived').waitFor();
    expect(await namesOf(editor)).toEqual(['save', 'open']);
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('[data-active]:focus').press('Shift+n');
    await dialog(page).getByRole('button', { name: 'Restore item' }).click();
    await dialog(page).getByText('No key is archived.').waitFor();
    await expectNoFaults(page);
    await closeDialog(page);
    expect(await namesOf(editor)).toEqual(['save', 'open', 'item_one', 'item_other']);
    await page.locator('[data-active]:focus').press('Control+z');
    await toast(page, 'The change was undone').waitFor();
    await eventually(async () => expect(await namesOf(editor)).toEqual(['save', 'open']));
    expect(problems).toEqual([]);
  });

  it('can be edited in the focus view, but not by people who only read', async () => {
    const editor = await open();
    const { user, page, problems, address } = editor;
    await page.goto(`${address}&view=focus`);
    const row = page.getByRole('region', { name: 'One translation' });
    await row.getByRole('button', { name: 'Edit the key' }).click();
    await dialog(page).getByLabel('Source string').fill('Save it');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await toast(page, 'The key was saved').waitFor();
    await row.getByText('Save it').waitFor();

    const viewer = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'viewer', viewer.user);
    await viewer.page.goto(`${address}&view=grid`);
    await selectCell(viewer.page, 'save');
    for (const chord of ['n', 'o', 'Shift+n']) await viewer.page.keyboard.press(chord);
    // The message appears once, even for two key presses.
    for (const _ of [1, 2]) await cell(viewer.page, 'save').press('Enter');
    await toast(viewer.page, 'You can read these texts, but not change them').first().waitFor();
    await expect.poll(() => viewer.page.getByRole('alertdialog').count()).toBe(1);
    expect(await dialog(viewer.page).count()).toBe(0);
    expect(await viewer.page.getByRole('button', { name: 'Keys', exact: true }).count()).toBe(0);
    expect([...problems, ...viewer.problems]).toEqual([]);
  });
});
