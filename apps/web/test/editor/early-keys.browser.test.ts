import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { holdBack, slowDown } from '../support/slow-network.ts';
import { inField, inRows, type OpenedEditor, openEditor, textOf } from './editor.ts';

const COUNT = 30;
const nameOf = (at: number): string => `text${String(at).padStart(3, '0')}`;
const texts = Object.fromEntries(
  Array.from({ length: COUNT }, (_, index) => [
    nameOf(index),
    index % 2 ? `Odd ${index}` : `Even ${index}`,
  ]),
);

/** Scripts that are loaded on demand, and requests for the contents of the editor. */
const LATE = /\.js$|\/(?:rows|row-index|comments|keys|values)(?:\/|$)/;

/** Waits until the focus is in the field that keeps typed text. */
const keepsKeys = (page: Page): Promise<void> =>
  page.locator('textarea[aria-label="Loading…"]:focus').waitFor({ state: 'attached' });

/** Enters a text at once: inserts the first word as dictation does, and types the other words key by key. */
async function write(page: Page, [first, ...others]: readonly string[]): Promise<void> {
  await page.keyboard.insertText(first!);
  for (const word of others) await page.keyboard.type(` ${word}`);
}
const WORDS = ['Путь', 'chart', 'mark', 'up', '12'];
const TEXT = WORDS.join(' ');

describe.skipIf(!hasChromium)('keys that are typed before their target is loaded', () => {
  const site = openSite();
  let opened: OpenedEditor;
  beforeEach(async () => {
    opened = await openEditor(site, { texts, values: {} });
    await inRows(opened.page);
  });

  /** Expects that no letter ran a command: no panel or dialog is open, and nothing else was written. */
  async function expectNoCommand(written: number): Promise<void> {
    const { page, problems, context, writes } = opened;
    expect(await page.locator('aside, [role=dialog]').count()).toBe(0);
    expect(writes).toHaveLength(written);
    expect(problems).toEqual([]);
    await context.close();
  }

  it.each(['grid', 'focus'])('open the first row on arrival in the view %s', async (view) => {
    const { page, address, stored } = opened;
    const letGo = await holdBack(opened.context, /\/(?:rows|row-index)$/);
    await page.goto(`${address}&view=${view}`);
    await keepsKeys(page);
    await page.keyboard.press('Enter');
    await write(page, WORDS);
    await page.keyboard.press('Enter');
    await letGo();
    await expect.poll(() => stored(nameOf(0))).toBe(TEXT);
    await inField(page);
    await expectNoCommand(1);
  });

  it('reach the row of a link instead of the first row', async () => {
    const { page, address, stored, user, projectId } = opened;
    const { data: keys } = await user.client.i18n.keys.list({ projectId });
    const keyId = keys.find(({ name }) => name === nameOf(7))!.id;
    const letGo = await holdBack(opened.context, /\/(?:rows|row-index)$/);
    await page.goto(`${address}&key=${keyId}`);
    await keepsKeys(page);
    await page.keyboard.press('Enter');
    await write(page, WORDS);
    await page.keyboard.press('Enter');
    await letGo();
    await expect.poll(() => stored(nameOf(7))).toBe(TEXT);
    await inField(page);
    await expectNoCommand(1);
  });

  it.each(['12', nameOf(11)])('reach the dialog of G, and then reach the row %s', async (place) => {
    const { page, stored } = opened;
    const letGo = await holdBack(opened.context, LATE);
    await page.keyboard.press('g');
    await page.keyboard.type(place);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await write(page, WORDS);
    await page.keyboard.press('Enter');
    await letGo();
    await expect.poll(() => stored(nameOf(11))).toBe(TEXT);
    await inField(page);
    await expectNoCommand(1);
  });

  it('reach a row that G finds late, and reach no row if G finds none', async () => {
    const { page, stored } = opened;
    await slowDown(page, 400);
    for (const [place, text] of [
      ['nothing', 'mark'],
      [nameOf(20), TEXT],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.insertText(place);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
      if (place !== 'nothing') break;
      await page.getByText('There is no such row or key').waitFor();
      await inRows(page);
    }
    await expect.poll(() => stored(nameOf(20))).toBe(TEXT);
    expect(await stored(nameOf(0))).toBeNull();
    await inField(page);
    await expectNoCommand(1);
  });

  it('reach the rows of a query after the down arrow', async () => {
    const { page, stored } = opened;
    const letGo = await holdBack(opened.context, LATE);
    await page.keyboard.press('/');
    await page.keyboard.type('Odd');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await write(page, WORDS);
    await page.keyboard.press('Enter');
    await letGo();
    await expect.poll(() => stored(nameOf(1))).toBe(TEXT);
    expect(await page.getByRole('searchbox').inputValue()).toBe('Odd');
    await inField(page);
    await expectNoCommand(1);
  });

  it.each([
    ['Enter', []],
    ['Space', ['Escape']],
  ])('reach the rows after a filter was removed by %s', async (key, close) => {
    const { page, stored, address } = opened;
    await page.goto(`${address}&q=is:missing Odd`);
    await inRows(page);
    await page.keyboard.press('f');
    const choice = page.getByRole('menuitemcheckbox', { name: /^Missing/ });
    await choice.focus();
    const letGo = await holdBack(opened.context, LATE);
    await choice.press(key);
    for (const press of close) await page.keyboard.press(press);
    await keepsKeys(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await write(page, WORDS);
    await page.keyboard.press('Enter');
    await letGo();
    await expect.poll(() => stored(nameOf(3))).toBe(TEXT);
    await inField(page);
    await expectNoCommand(1);
  });

  it.each([
    ['n', 'Name'],
    ['o', 'Source string, English'],
  ])('reach the first field of the dialog that %s opens', async (key, label) => {
    const { page } = opened;
    const letGo = await holdBack(opened.context, LATE);
    await page.keyboard.press(key);
    await write(page, WORDS);
    await letGo();
    await expect.poll(() => page.getByLabel(label).inputValue()).toContain(TEXT);
    await page.keyboard.press('Escape');
    await inRows(page);
    await expectNoCommand(0);
  });

  it('reach the search field of the palette', async () => {
    const { page } = opened;
    const letGo = await holdBack(opened.context, /palette-list/);
    await page.reload();
    await page.getByRole('button', { name: /^Search/ }).waitFor();
    await page.keyboard.press('Control+k');
    await write(page, WORDS);
    await letGo();
    await expect.poll(() => page.locator('[role=dialog] input').inputValue()).toBe(TEXT);
    // The first Escape clears the search.
    for (let times = 0; times < 2; times++) await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectNoCommand(0);
  });

  it('are dropped on Escape, which restores the focus', async () => {
    const { page } = opened;
    const letGo = await holdBack(opened.context, LATE);
    await page.keyboard.press('g');
    await page.keyboard.type('12');
    await page.keyboard.press('Escape');
    await inRows(page);
    await letGo();
    await page.keyboard.press('Enter');
    await inField(page);
    expect(await textOf(page)).toBe('');
    await page.keyboard.press('Escape');
    await inRows(page);
    await expectNoCommand(0);
  });
});
