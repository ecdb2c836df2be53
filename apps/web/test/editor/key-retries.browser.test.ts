/// <reference lib="dom" />
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { type OpenedEditor, openEditor, ready, selectCell } from './editor.ts';

const TEXTS = { save: 'Save the file', item_one: '{{count}} item', item_other: '{{count}} items' };

/** Rejects a request like the service does. */
const refuse = (route: Route): Promise<void> =>
  route.fulfill({
    status: 422,
    contentType: 'application/problem+json',
    json: { code: 'content_invalid', title: 'Refused', status: 422, detail: 'Refused once.' },
  });

describe.skipIf(!hasChromium)('a dialog of a key whose save fails, in a browser', () => {
  const site = openSite();
  const dialog = (page: Page) => page.getByRole('dialog');
  const form = (page: Page, name: string) =>
    dialog(page).getByLabel(`Source string, English${name}`, { exact: true });
  const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();
  // The dialog stays open after a partial write. It closes when everything is saved.
  const saved = (page: Page) => dialog(page).waitFor({ state: 'detached' });
  const sourceOf = async ({ user, projectId }: OpenedEditor, key: string) =>
    (await user.client.i18n.values.list({ projectId, locale: 'en' })).data.find(
      (value) => value.key === key,
    )!;
  const write = async (editor: OpenedEditor, key: string, text: string) => {
    const { id } = await sourceOf(editor, key);
    const { projectId } = editor;
    await editor.user.client.i18n.values.update({ projectId, valueId: id!, text });
  };
  const without = (problems: string[], ...statuses: string[]) =>
    problems.filter((problem) => !statuses.some((status) => problem.includes(status)));

  /** Opens the editor with a handler for the page's requests, and the dialog of a row. */
  async function openDialog(key: string, path: RegExp, handle: (route: Route) => Promise<void>) {
    const editor = await openEditor(site, { texts: TEXTS, values: {} });
    const { page, address } = editor;
    await editor.context.route(({ pathname }) => path.test(pathname), handle);
    await page.goto(address);
    await ready(page);
    await selectCell(page, key);
    await page.keyboard.press('o');
    await dialog(page).locator('textarea:focus').waitFor();
    return editor;
  }

  it('keeps the text that another person wrote while the dialog was open, even after the page was hidden', async () => {
    const reads: string[] = [];
    const editor = await openDialog('item', /\/values$/, (route) => {
      reads.push(route.request().url());
      return route.continue();
    });
    const { page, problems } = editor;
    await form(page, ': Other').fill('{{count}} things');
    await write(editor, 'item_one', 'One item of another person');
    const before = reads.length;
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await save(page);
    await saved(page);
    expect(reads.slice(before).filter((url) => url.includes('keyId='))).toEqual([]);
    expect((await sourceOf(editor, 'item_one')).text).toBe('One item of another person');
    expect((await sourceOf(editor, 'item_other')).text).toBe('{{count}} things');
    expect(problems).toEqual([]);
  });

  it('keeps typed text if the texts cannot be loaded again after a conflict', async () => {
    let isAway = false;
    const editor = await openDialog('save', /\/values$/, (route) =>
      isAway ? refuse(route) : route.continue(),
    );
    const { page, problems } = editor;
    await form(page, '').fill('Save it');
    await write(editor, 'save', 'Save all files');
    isAway = true;
    const again = page.waitForResponse((response) => response.status() === 422);
    await save(page);
    await dialog(page).getByRole('alert').waitFor();
    await again;
    isAway = false;
    // The page still has the first version, and loads it again after this conflict.
    const conflict = page.waitForResponse((response) => response.status() === 409);
    await save(page);
    await conflict;
    await dialog(page).locator('del', { hasText: 'all files' }).waitFor();
    expect(await form(page, '').inputValue()).toBe('Save it');
    await save(page);
    await saved(page);
    expect((await sourceOf(editor, 'save')).text).toBe('Save it');
    expect(without(problems, '409', '422')).toEqual([]);
  });

  it('continues with the form that failed, and does not save the first form again', async () => {
    let writes = 0;
    const editor = await openDialog('item', /\/values\/[^/]+$/, (route) =>
      ++writes === 2 ? refuse(route) : route.continue(),
    );
    const { page, problems } = editor;
    await form(page, ': One').fill('{{count}} thing');
    await form(page, ': Other').fill('{{count}} things');
    await save(page);
    await dialog(page).getByRole('alert').waitFor();
    expect((await sourceOf(editor, 'item_one')).text).toBe('{{count}} thing');
    await save(page);
    await saved(page);
    expect(writes).toBe(3);
    expect((await sourceOf(editor, 'item_other')).text).toBe('{{count}} things');
    expect(without(problems, '422')).toEqual([]);
  });

  it('creates the rest of a plural family when it is sent again, with the texts as changed after the failure', async () => {
    let creates = 0;
    const editor = await openEditor(site, { texts: TEXTS, values: {} });
    const { page, problems, user, projectId } = editor;
    await editor.context.route(
      ({ pathname }) => pathname.endsWith('/keys'),
      (route) =>
        route.request().method() === 'POST' && ++creates === 2 ? refuse(route) : route.continue(),
    );
    await page.goto(editor.address);
    await ready(page);
    await selectCell(page, 'save');
    await page.keyboard.press('n');
    await dialog(page).getByLabel('Name').and(page.locator(':focus')).waitFor();
    await dialog(page).getByLabel('Name').fill('file');
    await dialog(page).getByLabel('Plural').check();
    await form(page, ': One').fill('{{count}} file');
    await form(page, ': Other').fill('{{count}} files');
    // Forms that are hidden temporarily are kept.
    await dialog(page).getByLabel('Plural').uncheck();
    await form(page, '').waitFor();
    expect(await form(page, '').inputValue()).toBe('{{count}} files');
    await dialog(page).getByLabel('Plural').check();
    expect(await form(page, ': One').inputValue()).toBe('{{count}} file');
    const create = dialog(page).getByRole('button', { name: 'Create the key' });
    await create.click();
    await dialog(page).getByRole('alert').waitFor();
    const names = async () =>
      (await user.client.i18n.keys.list({ projectId, limit: 100 })).data.map(({ name }) => name);
    expect(await names()).toEqual(['save', 'item_one', 'item_other']);
    await form(page, ': One').fill('{{count}} folder');
    await dialog(page).getByLabel('Description').fill('In a list');
    await create.click();
    await page.getByRole('alertdialog', { name: 'The key file was created' }).waitFor();
    expect((await names()).sort()).toEqual(
      ['save', 'item_one', 'item_other', 'file_one', 'file_other'].sort(),
    );
    expect((await sourceOf(editor, 'file_one')).text).toBe('{{count}} folder');
    expect((await sourceOf(editor, 'file_other')).text).toBe('{{count}} files');
    const { data } = await user.client.i18n.keys.list({ projectId, keyPrefix: 'file_' });
    expect(data.map(({ description }) => description)).toEqual(['In a list', 'In a list']);
    expect(without(problems, '422')).toEqual([]);
  });
});
