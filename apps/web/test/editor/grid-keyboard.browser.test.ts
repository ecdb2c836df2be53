import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { lastingFaultsOf } from '../support/axe.ts';
import { inField, leaveCell } from './editor.ts';
import { type FilledEditor, fillEditor } from './filled-editor.ts';
import { expectFocus, focusRow, goTo, nameAt } from './grid.ts';

const KEYS = 6_000;
const SHOWN = 'de,fr,ar,ja';

describe.skipIf(!hasChromium)('the keys and filters of the grid, in a browser', () => {
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

  it('support work by keyboard: editing, states, undo and finding a saved text at its row', async () => {
    const { page, problems } = await open(`${editor}?l=de,fr`);
    await nameAt(page, 0);
    const { data: candidates } = await user.client.i18n.rows.list({
      projectId,
      locales: ['de'],
      query: 'is:missing -has:plural -source:"{"',
      limit: 1,
    });
    const row = keyIds.indexOf(candidates[0]!.keyId);
    await focusRow(page, 0);
    await goTo(page, String(row + 1));
    await nameAt(page, row);
    const cell = page.locator(`[data-row="${row}"][data-column="2"]`);
    await expectFocus(cell);
    await page.keyboard.press('ArrowRight');
    await expectFocus(page.locator(`[data-row="${row}"][data-column="3"]`));
    await page.keyboard.press('ArrowLeft');
    await expectFocus(cell);
    await page.keyboard.press('Enter');
    await inField(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ein neuer Text');
    await page.keyboard.press('Tab');
    await cell.getByText('Ein neuer Text').waitFor();
    await inField(page, /French translation/);
    await page.keyboard.press('Escape');
    await expectFocus(page.locator(`[data-row="${row}"][data-column="3"]`));
    const stored = async () => (await rowsOf([keyIds[row]!]))[0]!.values.de;
    await eventually(async () => expect((await stored())?.text).toBe('Ein neuer Text'));

    // The service stores the text before the page receives the response.
    await cell.getByTitle('Translated').waitFor();
    await page.keyboard.press('ArrowLeft');
    await expectFocus(cell);
    const before = (await stored())!.state;
    await page.keyboard.press('r');
    const after = before === 'reviewed' ? 'translated' : 'reviewed';
    await eventually(async () => expect((await stored())!.state).toBe(after));
    await page.keyboard.press('u');
    await eventually(async () => expect((await stored())!.state).toBe('needs_review'));
    await cell.getByTitle('Needs review').waitFor();
    await page.keyboard.press('Control+z');
    await eventually(async () => expect((await stored())!.state).toBe(after));
    // An undo moves to the row of its text from any other cell.
    await cell.getByTitle(after === 'reviewed' ? 'Reviewed' : 'Translated').waitFor();

    await page.keyboard.press('j');
    await eventually(async () => {
      const at = Number(
        await page.evaluate(() => document.activeElement?.getAttribute('data-row')),
      );
      expect(at).toBeGreaterThan(row);
      const value = (await rowsOf([keyIds[at]!]))[0]!.values.de;
      const isDone = value && value.state !== 'needs_review' && !value.outdated;
      expect(!isDone || value.checks.length > 0 || value.forms !== undefined).toBe(true);
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('include the keys that a user has chosen', async () => {
    const { page, problems } = await open(`${editor}?l=de`);
    await nameAt(page, 0);
    await focusRow(page, 0);
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Change the keys of: Go to a row or key' }).click();
    await page.keyboard.press('j');
    await page.getByText('These keys are in use.').waitFor();
    await page.getByRole('button', { name: 'Change the keys of: Go to a row or key' }).click();
    await page.keyboard.press('y');
    await page
      .getByRole('button', { name: 'Change the keys of: Go to a row or key' })
      .getByText('Y')
      .waitFor();
    await untilCalm(page);
    await page.reload();
    await nameAt(page, 0);
    await focusRow(page, 0);
    await page.keyboard.press('y');
    await page.getByLabel('Row number or name of a key').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
    await user.client.users.me.update({ preferences: { shortcuts: null } });
  });

  it('restrict the rows by the tree of names, keep a query, and restore the layout', async () => {
    await user.client.users.me.update({ preferences: { editor: null, queries: null } });
    const { page, problems } = await open(`${editor}?l=de`);
    const name = await nameAt(page, 0);
    await focusRow(page, 0);
    await page.keyboard.press('t');
    const tree = page.getByRole('navigation', { name: 'Names of keys' });
    const first = tree.locator('[aria-current], button:not([aria-expanded])').first();
    const segment = (await first.locator('bdi').textContent())!;
    expect(name.startsWith(segment)).toBe(true);
    await first.click();
    await eventually(async () =>
      expect(new URL(page.url()).searchParams.get('q')).toMatch(/^key:/),
    );
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Keep this query' }).click();
    await page.keyboard.press('Escape');
    await tree.getByRole('button', { name: 'All names' }).click();
    await eventually(async () => expect(new URL(page.url()).searchParams.get('q')).toBeNull());
    await nameAt(page, 0);
    await page.getByRole('button', { name: 'Details' }).click();
    const edge = page.getByRole('separator', { name: 'Width of the details' });
    const width = Number(await edge.getAttribute('aria-valuenow'));
    const widthNow = async () => Number(await edge.getAttribute('aria-valuenow'));
    await edge.press('ArrowLeft');
    await expect.poll(widthNow).toBeGreaterThan(width);
    await untilCalm(page);
    await page.reload();
    await nameAt(page, 0);
    await expect.poll(widthNow).toBeGreaterThan(width);
    await tree.waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    const kept = page.getByRole('group', { name: 'Kept queries' });
    await kept.getByRole('menuitemcheckbox', { name: /^key:/ }).click();
    await eventually(async () =>
      expect(new URL(page.url()).searchParams.get('q')).toMatch(/^key:/),
    );
    expect(await lastingFaultsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
    await user.client.users.me.update({ preferences: { editor: null, queries: null } });
  });

  it('violate no accessibility rule and cause no horizontal scrolling at 320 px', async () => {
    await user.client.users.me.update({ preferences: { editor: null } });
    const { page } = await open(`${editor}?l=${SHOWN}&q=is:missing&view=grid`);
    await nameAt(page, 0);
    await focusRow(page, 0);
    for (const [theme, dir] of [
      ['light', 'ltr'],
      ['dark', 'rtl'],
    ]) {
      await page.evaluate(
        `document.documentElement.dataset.theme = '${theme}'; document.documentElement.dir = '${dir}'`,
      );
      expect(await lastingFaultsOf(page), `${theme} ${dir}`).toEqual([]);
      await expectFocus(page.locator('[data-row="0"][data-column="2"]'));
      await page.keyboard.press('Enter');
      await inField(page);
      expect(await lastingFaultsOf(page), `${theme} ${dir}, open`).toEqual([]);
      await leaveCell(page);
      await expectFocus(page.locator('[data-row="0"][data-column="2"]'));
      await page.keyboard.press('p');
      await page.getByRole('complementary', { name: 'Details' }).waitFor();
      await page.setViewportSize({ width: 320, height: 700 });
      await nameAt(page, 0);
      expect(await lastingFaultsOf(page), `${theme} ${dir}, narrow`).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectFocus(page.locator('[data-row="0"][data-column="2"]'));
      await page.keyboard.press('p');
      await page.getByRole('complementary', { name: 'Details' }).waitFor({ state: 'detached' });
    }
    await page.context().close();
  });
});
