/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { closeDialog } from '../support/keyboard.ts';
import { type FilledEditor, fillEditor } from './filled-editor.ts';
import { expectFocus, focusRow, goTo, nameAt, rowAt, scrollTo } from './grid.ts';

const KEYS = 6_000;
const SHOWN = 'de,fr,ar,ja';

describe.skipIf(!hasChromium)('the grid of the editor, in a browser', () => {
  let filled: FilledEditor;
  let user: TestUser;
  let projectId: string;
  let editor: string;
  let keyIds: string[];

  const site = openSite();
  beforeAll(async () => {
    filled = await fillEditor(site, KEYS);
    ({ user, projectId, editor, keyIds } = filled);
  });
  const open: FilledEditor['open'] = (...of) => filled.open(...of);
  const rowsOf: FilledEditor['rowsOf'] = (...of) => filled.rowsOf(...of);
  const nameOf = (row: number) => filled.nameOf(row);

  it('finds any row by its number and by the scrollbar', async () => {
    const { page, problems } = await open(`${editor}?l=${SHOWN}`);
    expect(await nameAt(page, 0)).toBe(await nameOf(0));
    await focusRow(page, 0);
    const last = keyIds.length - 1;
    const places = [
      last,
      ...Array.from({ length: 24 }, (_, index) => (index * 7_919 + 4_001) % last),
    ];
    for (const row of places) {
      await goTo(page, String(row + 1));
      expect(await nameAt(page, row)).toBe(await nameOf(row));
      await page.getByText(`Row ${(row + 1).toLocaleString('en')} of`).waitFor();
    }
    for (const row of places) {
      await scrollTo(page, row * 56);
      expect(await nameAt(page, row)).toBe(await nameOf(row));
    }
    const name = await nameOf(2_222);
    await focusRow(page, await middleRow(page));
    await goTo(page, name);
    await page.getByText('Row 2,223 of').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('finds the rows of a filter at their positions while other people write the filtered values', async () => {
    const q = 'is:missing';
    const found: string[] = [];
    const filter = { projectId, query: q, locales: ['de'], limit: 200 };
    for await (const row of user.client.i18n.rows.listAll(filter)) found.push(row.keyId);
    expect(found.length).toBeGreaterThan(2_000);
    const { page, problems } = await open(`${editor}?l=de&q=${encodeURIComponent(q)}`);
    await page
      .getByText(`of ${found.length.toLocaleString('en')}`)
      .first()
      .waitFor();
    await focusRow(page, 0);
    const written = new Set<string>();
    /** Fills three rows of a window that are not families. The following rows move up. */
    const fill = async (first: number) => {
      for (const keyId of found.slice(first + 20, first + 23)) {
        const put = { projectId, keyId, localeCode: 'de', text: 'Von jemand anderem' };
        await user.client.i18n.values.put(put);
        written.add(keyId);
      }
    };
    // The windows are not adjacent because the rows of an adjacent window are already loaded.
    for (const first of [1_800, 600, 1_200]) {
      await fill(first);
      for (const offset of [0, 100, 196, 199]) {
        await goTo(page, String(first + offset + 1));
        await page.getByText(`Row ${(first + offset + 1).toLocaleString('en')} of`).waitFor();
        const left = found.slice(first, first + 200).filter((keyId) => !written.has(keyId));
        const expected = left[offset];
        if (expected !== undefined) {
          expect(await nameAt(page, first + offset)).toBe((await rowsOf([expected]))[0]!.key);
        } else {
          await rowAt(page, first + offset)
            .getByText('No longer in this result')
            .waitFor();
        }
      }
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** Waits until a row is in the middle of the grid, and returns its index. */
  const middleRow = async (page: Page) => {
    const row = await page.waitForFunction(() => {
      const { top, height } = document.querySelector('[role=grid]')!.getBoundingClientRect();
      const middle = top + height / 2;
      const cell = [...document.querySelectorAll('[data-row][data-column="2"]')].find(
        (one) => one.getBoundingClientRect().bottom > middle,
      );
      return cell?.getAttribute('data-row');
    });
    return Number(await row.jsonValue());
  };

  it('draws only visible rows, and sends few requests while the scrollbar is dragged', async () => {
    const { page, reads } = await open(`${editor}?l=${SHOWN}`);
    await nameAt(page, 0);
    const height = (keyIds.length + 1) * 56;
    reads.length = 0;
    const nodes = await page.getByRole('grid').evaluate(async (grid, end) => {
      let most = 0;
      for (let step = 1; step <= 40; step++) {
        grid.scrollTop = (end * step) / 40;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, document.querySelectorAll('*').length);
      }
      return most;
    }, height);
    expect(await nameAt(page, keyIds.length - 1)).toBe(await nameOf(keyIds.length - 1));
    expect(nodes).toBeLessThan(4_000);
    expect(reads.length).toBeLessThanOrEqual(12);
    await page.context().close();
  });

  it('keeps its row and query after a reload and after a return from another page', async () => {
    const { page, problems } = await open(`${editor}?l=${SHOWN}&q=is:missing`);
    await nameAt(page, 0);
    await focusRow(page, 0);
    await goTo(page, '700');
    const name = await nameAt(page, 699);
    // The address has the key of the previous row until the editor has moved.
    await eventually(async () => {
      const key = new URL(page.url()).searchParams.get('key')!;
      expect((await rowsOf([key]))[0]?.key).toBe(name);
    });
    const address = page.url();
    await page.reload();
    expect(await nameAt(page, 699)).toBe(name);
    await page.getByText('Row 700 of').waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/editor'));
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.goBack();
    expect(await nameAt(page, 699)).toBe(name);
    await page.getByText('Row 700 of').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('filters by the menu and by text, and marks the parts of a query that it cannot parse', async () => {
    const { page, problems } = await open(`${editor}?l=de`);
    await nameAt(page, 0);
    const total = async (query: string) =>
      (await user.client.i18n.rowIndex.get({ projectId, locales: ['de'], query })).data.total;
    await focusRow(page, 0);
    await page.keyboard.press('f');
    await page.getByRole('menuitemcheckbox', { name: /^Missing/ }).click();
    await page.keyboard.press('Escape');
    const missing = await total('is:missing');
    await page.getByText(`${missing.toLocaleString('en')} rows`, { exact: true }).waitFor();
    const queryOf = () => new URL(page.url()).searchParams.get('q');
    await expect.poll(queryOf).toBe('is:missing');

    const field = page.getByRole('searchbox', { name: 'Query' });
    await field.fill('is:missing label1');
    const both = await total('is:missing label1');
    await page.getByText(`${both.toLocaleString('en')} rows`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filter · Missing' }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Missing/ }).click();
    await page.keyboard.press('Escape');
    await expectFocus(page.getByRole('button', { name: /^Filter/ }));
    await page.getByRole('button', { name: /^Locales/ }).press('Enter');
    await page.getByRole('menuitemcheckbox').first().press('Escape');
    await expectFocus(page.getByRole('button', { name: /^Locales/ }));
    const label = await total('label1');
    await page.getByText(`${label.toLocaleString('en')} rows`, { exact: true }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('label1');

    await field.fill('is:lost');
    await page.getByRole('alert').getByText('“lost”').waitFor();
    expect(queryOf()).toBe('label1');
    await field.fill('key:area0.screen1');
    const below = await total('key:area0.screen1.*');
    const offer = page.getByRole('button', { name: `${below} rows match key:area0.screen1.*` });
    await offer.click();
    await expect.poll(queryOf).toBe('key:area0.screen1.*');
    await expect.poll(() => field.inputValue()).toBe('key:area0.screen1.*');

    await field.fill('key:area0.screen1');
    await offer.waitFor();
    // The page keeps text that is typed before it shows the query of the button.
    await offer.evaluate((button: HTMLElement) => {
      button.click();
      const input = document.querySelector<HTMLInputElement>('input[type=search]')!;
      input.focus();
      input.select();
      document.execCommand('insertText', false, 'nothing at all is like this');
    });
    await page.getByRole('button', { name: 'Clear the query' }).click();
    const first = await nameOf(0);
    await expect.poll(() => nameAt(page, 0)).toBe(first);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('opens the key of a link with its details, and reports if the key is not in the result', async () => {
    const link = editor.replace(/editor$/, `k/${keyIds[3_333]}?l=de`);
    const { page, problems } = await open(link);
    const name = await nameOf(3_333);
    expect(await nameAt(page, 3_333)).toBe(name);
    await page.waitForURL(/\/editor\?/);
    await focusRow(page, 3_333);
    await page.keyboard.press('p');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText(name).waitFor();
    for (const row of [3_331, 3_332, 3_334, 3_335]) {
      await details
        .getByRole('listitem')
        .getByText(await nameOf(row), { exact: true })
        .waitFor();
    }
    await details.getByRole('tab', { name: 'History' }).click();
    await details.getByRole('tab', { name: 'Checks' }).click();
    await page.goto(`${editor}?l=de&q=nowhere-to-be-found&key=${keyIds[3_333]}`);
    await page.getByRole('button', { name: 'Show all keys' }).click();
    expect(await nameAt(page, 3_333)).toBe(name);
    await page.goto(editor.replace(/editor$/, `k/${projectId}`));
    await page.getByRole('heading', { name: 'Not there, or not yours' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  // The key at a position of the keyboard, and the character that it types with Shift.
  it.each([
    ['German', { slash: ['Digit7', true], help: ['Minus', true], undo: 'KeyY' }],
    ['French', { slash: ['Period', true], help: ['KeyM', true], undo: 'KeyW' }],
  ] as const)('accepts the characters of a %s keyboard', async (_layout, places) => {
    const { page, problems } = await open(`${editor}?l=de`);
    await nameAt(page, 0);
    const cdp = await page.context().newCDPSession(page);
    const press = async (key: string, code: string, modifiers: number) => {
      for (const type of ['keyDown', 'keyUp'] as const) {
        await cdp.send('Input.dispatchKeyEvent', { type, key, code, modifiers });
      }
    };
    const [CTRL, SHIFT] = [2, 8];
    await focusRow(page, 0);
    await press('/', places.slash[0], SHIFT);
    await page.locator('[type=search]:focus').waitFor();
    await focusRow(page, 0);
    await press('?', places.help[0], SHIFT);
    await closeDialog(page);
    await focusRow(page, 0);
    await press('z', places.undo, CTRL);
    await page.getByText('There is nothing to undo').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
