/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { cell, inRows, inState, openEditor, selectCell } from './editor.ts';

const TEXTS = { close: 'Close the file', open: 'Open the file', save: 'Save the file' };
const VALUES = { close: 'Datei zu', open: 'Datei auf', save: 'Datei sichern' };

describe.skipIf(!hasChromium)('bulk changes in the editor, in a browser', () => {
  const site = openSite();
  const open = () => openEditor(site, { texts: TEXTS, values: VALUES });

  const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: RegExp | string) =>
    dialog(page).getByRole('button', { name, exact: typeof name === 'string' });
  const choose = (page: Page, action: string) =>
    dialog(page).getByLabel('Action').selectOption({ label: action });
  const toast = (page: Page, text: string) => page.getByRole('alertdialog', { name: text });

  it('replace a text in all rows by keyboard, except for one excluded match, and can be undone', async () => {
    const { page, problems, stored } = await open();
    await selectCell(page, 'close');
    await page.keyboard.press('Control+a');
    await bar(page).getByText('3 rows selected').waitFor();
    await page.keyboard.press('b');
    await choose(page, 'Find and replace');
    await dialog(page).getByLabel('Find').fill('datei');
    await dialog(page).getByLabel('Replace with').fill('Akte');
    await dialog(page).getByText('3 texts will change').waitFor();
    await expectNoFaults(page);
    await dialog(page).getByLabel('Change open in de').click();
    await dialog(page).getByText('2 texts will change').waitFor();
    await button(page, 'Change 2 texts').and(page.locator(':enabled')).press('Enter');
    await toast(page, '2 texts were changed').waitFor();
    expect(await stored('close')).toBe('Akte zu');
    expect(await stored('open')).toBe('Datei auf');
    await cell(page, 'save').getByText('Akte sichern').waitFor();
    await expectNoFaults(page);
    await selectCell(page, 'save');
    await page.keyboard.press('Control+z');
    await toast(page, 'The change was undone').waitFor();
    await cell(page, 'save').getByText('Datei sichern').waitFor();
    expect(await stored('close')).toBe('Datei zu');
    expect(problems).toEqual([]);
  });

  it('apply to rows that are selected by checkbox, range or shortcut, and set the state of their texts', async () => {
    const { page, problems } = await open();
    const box = (key: string) => page.getByRole('checkbox', { name: `Select ${key}` });
    await box('close').click();
    await bar(page).getByText('1 row selected').waitFor();
    await box('save').click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 rows selected').waitFor();
    await box('open').click();
    await bar(page).getByText('2 rows selected').waitFor();
    await expect.poll(() => box('open').isChecked()).toBe(false);
    await expect.poll(() => box('save').isChecked()).toBe(true);
    await inRows(page);
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await selectCell(page, 'close');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('2 rows selected').waitFor();
    await bar(page).getByRole('button', { name: 'Change…' }).click();
    await dialog(page).getByText('2 texts will change').waitFor();
    await button(page, 'Change 2 texts').click();
    await cell(page, 'open').locator('[data-state="reviewed"]').waitFor();
    await inState(page, 'save', 'translated');
    expect(problems).toEqual([]);
  });

  it('tag and archive keys, and skip keys that another person changed after the preview', async () => {
    const { page, problems, projectId, user, write, stored } = await open();
    await selectCell(page, 'close');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('b');
    await choose(page, 'Add or remove tags');
    await dialog(page).getByLabel('Add tags').fill('menu, file');
    await dialog(page).getByText('3 keys will change').waitFor();
    await button(page, 'Change 3 keys').click();
    await toast(page, '3 keys were changed').waitFor();
    const { data } = await user.client.i18n.keys.list({ projectId, tag: 'menu' });
    expect(data.map(({ tags }) => tags)).toEqual(Array.from({ length: 3 }, () => ['menu', 'file']));
    await inRows(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('b');
    await choose(page, 'Delete translations');
    await dialog(page).getByText('3 texts will change').waitFor();
    await write('save', 'by another');
    await button(page, 'Change 3 texts').click();
    await toast(page, '2 texts were changed').waitFor();
    expect(await stored('save')).toBe('by another');
    expect(await stored('open')).toBeNull();
    expect(problems).toEqual([]);
  });

  it('report a fault in a pattern, and change nothing', async () => {
    const { page, writes } = await open();
    await selectCell(page, 'close');
    await page.keyboard.press('b');
    await choose(page, 'Find and replace');
    await dialog(page).getByLabel('Find').fill('(a');
    await dialog(page).getByLabel('Regular expression').check();
    await dialog(page).getByRole('alert').getByText('is not a pattern of RE2').waitFor();
    await expect.poll(() => button(page, /^Change/).isDisabled()).toBe(true);
    expect(writes.filter((method) => method !== 'POST')).toEqual([]);
  });

  it('translate missing texts by machine after an estimate, and can be undone', async () => {
    const { page, problems, user, projectId, stored } = await openEditor(site, {
      texts: TEXTS,
      values: { open: 'Datei auf' },
    });
    await selectCell(page, 'close');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('b');
    await choose(page, 'Translate by machine');
    await dialog(page).getByLabel('Engine').selectOption('pseudo');
    await dialog(page).getByText('2 missing texts, 0 from the translation memory').waitFor();
    await expectNoFaults(page);
    await button(page, 'Translate 2 texts').click();
    await toast(page, '2 texts were translated').waitFor();
    expect(await stored('open')).toBe('Datei auf');
    expect(await stored('close')).not.toBeNull();
    await eventually(async () => expect(await cell(page, 'close').textContent()).not.toBe(''));
    await toast(page, '2 texts were translated').getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'The change was undone').waitFor();
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de' });
    expect(data.filter(({ text }) => text !== null).map(({ key }) => key)).toEqual(['open']);
    expect(problems).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('a bulk change in the background, in a browser', () => {
  const site = openSite(() => ({ works: false }));

  it('stops when the stop button is pressed, and reports the finished part', async () => {
    const many = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 2_001 }, (_, index) => [`k${index}`, `${text} ${index}`]),
      );
    const values = many('Datei');
    const { page, problems, user, projectId } = await openEditor(site, {
      texts: many('File'),
      values,
    });
    await selectCell(page, 'k0');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type 2,001 to confirm').fill('2001');
    await dialog.getByRole('button', { name: 'Change 2,001 texts' }).click();
    await dialog.getByText('You can close this. The change goes on.').waitFor();
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Stop' }).press('Enter');
    await page.getByRole('alertdialog', { name: 'Stopped. Nothing was changed' }).waitFor();
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de', limit: 1 });
    expect(data).toMatchObject([{ state: 'translated' }]);
    expect(problems).toEqual([]);
  });
});
