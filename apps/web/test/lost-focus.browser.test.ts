import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { cell, DESKTOP, inField, inRows, openEditor, selectCell } from './editor/editor.ts';
import { closeDialog, inDialog } from './support/keyboard.ts';
import { openSignedIn } from './support/page.ts';

const PHONE = { width: 360, height: 740 };

/** Opens the palette, and waits until it has the focus. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
}

const focusView = (page: Page) => page.getByRole('region', { name: 'One translation' });

describe.skipIf(!hasChromium)('the focus after its element is removed, in a browser', () => {
  const site = openSite();

  it('moves to the active cell when the palette closes over rows of another width', async () => {
    const { page, problems, context } = await openEditor(site);
    await selectCell(page, 'save');
    await openPalette(page);
    await page.setViewportSize(PHONE);
    await focusView(page).locator('[data-active]').waitFor();
    await closeDialog(page);
    await inRows(page);
    await page.keyboard.press('Control+k');
    await inDialog(page);
    await page.setViewportSize(DESKTOP);
    await cell(page, 'save').waitFor();
    await closeDialog(page);
    await cell(page, 'save').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await inField(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('moves to the main part of the page when a response removes the element that opened the dialog', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await user.client.apiKeys.create({ name: 'CI', scopes: ['i18n:read'] });
    await page.goto(`${base}/keys`);
    await page.getByRole('button', { name: 'Revoke the key CI' }).focus();
    await page.keyboard.press('Enter');
    await inDialog(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Revoke the key CI' }).waitFor({ state: 'detached' });
    await page.locator('#main:focus').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
