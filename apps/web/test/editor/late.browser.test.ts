/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { BROWSER_SITE, hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { nextFrame } from '../support/frames.ts';
import { holdBack } from '../support/slow-network.ts';
import { cell, field, openEditor, ready, selectCell, textOf } from './editor.ts';
import { fillEditor } from './filled-editor.ts';
import { focusRow, goTo, nameAt } from './grid.ts';

describe.skipIf(!hasChromium)(
  'keys that are typed before their target exists, in a browser',
  () => {
    const site = openSite();

    it('are dropped on a second Escape, which closes a cell whose editor never loads', async () => {
      const { page, problems, context, address } = await openEditor(site);
      const asked = Promise.withResolvers<void>();
      await context.route(/\/assets\/[^/]*\.js$/, async (route) => {
        const script = await fetch(route.request().url().replace(BROWSER_SITE, site.app.url));
        if ((await script.text()).includes('cm-content')) asked.resolve();
        else await route.continue();
      });
      await page.goto(address);
      await ready(page);
      await selectCell(page, 'tags');
      await page.keyboard.press('Enter');
      await asked.promise;
      await page.getByText('Loading the whole text…').waitFor();
      await page.keyboard.type('Offen');
      await page.keyboard.press('Escape');
      // The typed text waits for the stored text, and so does Escape.
      expect(await page.getByText('Loading the whole text…').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.getByText('Loading the whole text…').waitFor({ state: 'detached' });
      await cell(page, 'tags').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowUp');
      await cell(page, 'save').and(page.locator(':focus')).waitFor();
      expect(await field(page).count()).toBe(0);
      expect(problems).toEqual([]);
      await context.close();
    });

    it('become the text of a row that loads late, on arrival and after a jump to the row', async () => {
      const filled = await fillEditor(site, 1_000);
      const { page, problems } = await filled.open('about:blank');
      let held = Promise.withResolvers<void>();
      await page.context().route(
        ({ pathname }) => pathname.endsWith('/rows'),
        async (route) => {
          await held.promise;
          await route.continue();
        },
      );
      const isActive = page.locator('[data-active]:not([data-open]):focus');
      const writeAtOnce = async (text: string) => {
        await page.keyboard.press('Enter');
        await page.keyboard.type(text, { delay: 20 });
        held.resolve();
        await expect.poll(() => textOf(page)).toContain(text);
        await page.keyboard.press('Escape');
        await isActive.waitFor();
        held = Promise.withResolvers();
      };
      await page.goto(`${filled.editor}?l=de&q=is:missing -has:plural`);
      await isActive.waitFor();
      await writeAtOnce('Count on us.');
      await goTo(page, '150');
      await page.locator('[data-row="149"][data-active]:focus').waitFor();
      await writeAtOnce('Mark and run.');
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('reach the search field that the user clicked while the rows load', async () => {
      const { page, problems, context, address } = await openEditor(site);
      await page.goto(address.replace(/editor.*/, ''));
      const link = page.getByRole('main').getByRole('link').first();
      await link.focus();
      const release = await holdBack(context, /\/row-index$/);
      // The focused link is removed with its page.
      await page.evaluate(
        `void __TSR_ROUTER__.navigate({ href: '${address.replace(BROWSER_SITE, '')}' })`,
      );
      const query = page.getByRole('searchbox');
      await page.getByLabel('Loading…').and(page.locator('textarea:focus')).waitFor();
      await nextFrame(page);
      await query.click();
      await release();
      await cell(page, 'greeting').waitFor();
      await nextFrame(page);
      await page.keyboard.type('save');
      await expect.poll(() => query.inputValue()).toBe('save');
      expect(problems).toEqual([]);
      await context.close();
    });

    it('open no dialog for a row that loads later', async () => {
      const filled = await fillEditor(site, 1_000);
      const { page, problems } = await filled.open('about:blank');
      const released = Promise.withResolvers<void>();
      let isHeld = false;
      await page.context().route(
        ({ pathname }) => pathname.endsWith('/rows'),
        async (route) => {
          if (isHeld) await released.promise;
          await route.continue();
        },
      );
      await page.goto(`${filled.editor}?l=de`);
      await nameAt(page, 0);
      await focusRow(page, 0, 1);
      isHeld = true;
      await goTo(page, '700');
      await page.locator('[data-row="699"][data-column="1"][data-active]:focus').waitFor();
      await page.keyboard.press('Enter');
      released.resolve();
      await nameAt(page, 699);
      await page.keyboard.press('ArrowDown');
      await page.locator('[data-row="700"][data-column="1"][data-active]:focus').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(problems).toEqual([]);
      await page.context().close();
    });
  },
);
