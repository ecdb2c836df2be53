import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { inField, leaveCell, textOf } from './editor.ts';
import { type FilledEditor, fillEditor } from './filled-editor.ts';
import { expectFocus } from './grid.ts';

describe.skipIf(!hasChromium)('the focus view of the editor, in a browser', () => {
  let filled: FilledEditor;
  const site = openSite();
  beforeAll(async () => {
    filled = await fillEditor(site, 300);
  });

  it('shows one translation on a phone, and moves by buttons, by keys and to the next open work', async () => {
    const phone = { width: 390, height: 844 };
    const { page, problems } = await filled.open(`${filled.editor}?l=de,ar`, phone);
    const view = page.getByRole('region', { name: 'One translation' });
    await view.getByRole('heading', { name: await filled.nameOf(0) }).waitFor();
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await view.getByRole('heading', { name: await filled.nameOf(1) }).waitFor();
    const target = view.locator('[data-active]');
    await target.focus();
    await page.keyboard.press('ArrowDown');
    await view.getByRole('heading', { name: await filled.nameOf(2) }).waitFor();
    await expectFocus(target);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByLabel('Locale', { exact: true }).inputValue()).toBe('ar');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByLabel('Locale', { exact: true }).selectOption('de');
    await page.getByRole('button', { name: 'Next to do' }).click();
    // The address has the key of the previous row until the editor has moved.
    await eventually(async () => {
      const work = new URL(page.url()).searchParams.get('key')!;
      const [row] = await filled.rowsOf([work]);
      const value = row!.values.de;
      expect(
        !value || value.state === 'needs_review' || value.checks.length > 0 || row!.family,
      ).toBeTruthy();
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('saves a text, stays open when the page is resized, and leads back to the grid', async () => {
    const { data: candidates } = await filled.user.client.i18n.rows.list({
      projectId: filled.projectId,
      locales: ['de'],
      query: 'is:missing -has:plural -source:"{"',
      limit: 2,
    });
    const keyId = candidates[1]!.keyId;
    const { page, problems } = await filled.open(
      `${filled.editor}?l=de,ar&key=${keyId}&view=focus`,
    );
    const view = page.getByRole('region', { name: 'One translation' });
    await view.getByRole('heading', { name: candidates[1]!.key }).waitFor();
    // The surrounding rows are still loading and will be drawn again, which could lose a key.
    await untilCalm(page);
    await view.locator('[data-active]').press('Enter');
    await inField(page);
    await page.keyboard.type('Ein Text');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => textOf(page)).toBe('Ein Text');
    await inField(page);
    await page.keyboard.press('Enter');
    await eventually(async () =>
      expect((await filled.rowsOf([keyId]))[0]!.values.de?.text).toBe('Ein Text'),
    );
    await leaveCell(page);
    await expectFocus(view.locator('[data-active]'));
    await page.getByRole('button', { name: 'Focus', exact: true }).click();
    await page.getByRole('grid').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('grid');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
