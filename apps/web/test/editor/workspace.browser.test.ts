/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults } from '../support/axe.ts';
import { typeAt } from '../support/slow-network.ts';
import {
  cell,
  field,
  inField,
  inState,
  leaveCell,
  openCell,
  openEditor,
  ready,
  selectCell,
} from './editor.ts';

const LONG = `If you cannot find the file in {folder}, check the filters first. ${'Then try the search at the top of the page, which looks through names, notes and numbers. '.repeat(4)}If nothing helps, write to <b>{team}</b>.`;

const MANY = {
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`a${100 + index}`, `Text ${index}`]),
  ),
  help: LONG,
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`z${100 + index}`, `Last ${index}`]),
  ),
};

/** Pause in typing after which findings may appear. */
const PAUSE_MS = 900;

const topOf = async (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

/** Returns the positions of the drawn rows by row number, relative to the start of the list. */
const places = (page: Page): Promise<Record<string, number>> =>
  page.getByRole('grid').evaluate((grid) => {
    const origin = grid.getBoundingClientRect().top - grid.scrollTop;
    const rows = [...grid.querySelectorAll<HTMLElement>('[role=row]:not([aria-rowindex="1"])')];
    return Object.fromEntries(
      rows.map((row) => [
        row.getAttribute('aria-rowindex'),
        Math.round(row.getBoundingClientRect().top - origin),
      ]),
    );
  });

describe.skipIf(!hasChromium)('the workspace of the open row, in a browser', () => {
  const site = openSite();

  it('keeps the line of the caret in place for 200 key presses, unless the text wraps', async () => {
    const { page, problems, context } = await openEditor(site, {
      texts: MANY,
      values: { a130: 'Text' },
    });
    await openCell(page, 'a100');
    // Moves to the row as a translator does: Enter by Enter.
    for (let row = 0; row < 40; row++) {
      await inField(page, `German translation of a${100 + row}`);
      await page.keyboard.press('Enter');
    }
    await inField(page, 'German translation of help');
    const keys =
      'Wenn Sie die Datei in {folder} nicht finden ,dann pruefen Sie zuerst die Filter . Dann suchen Sie oben auf der Seite  , dort sind Namen. Und <b>hier</b> schreiben Sie an {team} oder an uns alle, bitte sofort!!';
    expect(keys.length).toBeGreaterThanOrEqual(200);
    const seen: { top: number; lines: number; caret: number }[] = [];
    for (const key of keys) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      if (key === '{') await page.keyboard.press('Escape');
      seen.push(
        await page.evaluate(() => {
          const content = document.querySelector('.cm-content')!;
          const { top, height } = content.getBoundingClientRect();
          const caret = getSelection()!.getRangeAt(0).getBoundingClientRect().top;
          return { top, lines: height, caret: Math.round(caret) };
        }),
      );
    }
    expect(new Set(seen.map(({ top }) => top)).size).toBe(1);
    for (const [at, now] of seen.entries()) {
      const before = seen[at - 1];
      if (before && now.lines === before.lines && at > 3) {
        expect(Math.abs(now.caret - before.caret), `key ${at}`).toBeLessThanOrEqual(26);
      }
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows a text in its row before the next field is drawn, moves no row, and accepts every key', async () => {
    const { page, problems, context, stored } = await openEditor(site, { texts: MANY, values: {} });
    await openCell(page, 'a100');
    await page.keyboard.type('one');
    await page.evaluate(() => {
      const rows = () =>
        Object.fromEntries(
          [...document.querySelectorAll<HTMLElement>('[role=row]')].map((row) => [
            row.ariaRowIndex,
            row.getBoundingClientRect().top,
          ]),
        );
      const looks: unknown[] = [];
      const look = () => {
        const left = document.querySelector('[data-row="0"][data-column="2"]:not([data-open])');
        if (!left?.textContent?.includes('one')) return;
        const isDrawn = document.querySelector('[data-open] .cm-content') !== null;
        const isOpen = document.activeElement?.closest('[data-row="1"][data-open]') != null;
        looks.push({
          isDrawn,
          isOpen,
          source: document.querySelector('[data-pair] p')?.textContent,
          rows: rows(),
        });
        if (isDrawn) observer.disconnect();
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true });
      Object.assign(window, { looks });
    });
    await page.keyboard.press('Enter');
    // Keys that are typed before the field exists go into it, including chords.
    await page.keyboard.type('two');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('lines');
    // A save that waits for the field closes it before anybody could see it.
    await inField(page, 'German translation of a101');
    await page.keyboard.press('Enter');
    await inField(page, 'German translation of a102');
    await inState(page, 'a101', 'clean');
    expect([await stored('a100'), await stored('a101')]).toEqual(['one', 'two\nlines']);
    const looks = (await page.evaluate('looks')) as {
      isDrawn: boolean;
      isOpen: boolean;
      source: string;
      rows: Record<string, number>;
    }[];
    const [first, last] = [looks[0]!, looks.at(-1)!];
    expect(first).toMatchObject({ isDrawn: false, isOpen: true, source: 'Text 1' });
    expect(last).toMatchObject({ isDrawn: true, isOpen: true, source: 'Text 1' });
    expect(Object.keys(last.rows)).toEqual(Object.keys(first.rows));
    for (const [row, top] of Object.entries(last.rows)) {
      expect(Math.abs(top - first.rows[row]!), row).toBeLessThan(1);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens in the upper third among the rows, and moves the rows below only by its height', async () => {
    const { page, problems, context } = await openEditor(site, { texts: MANY, values: {} });
    await cell(page, 'a100').click();
    const before = await places(page);
    await page.keyboard.press('Enter');
    await inField(page);
    const open = await places(page);
    const height = open['3']! - open['2']!;
    expect(height).toBeGreaterThan(100);
    for (const [row, place] of Object.entries(open)) {
      const known = before[row];
      if (known !== undefined) expect(place, row).toBe(known + (row === '2' ? 0 : height - 56));
    }
    await leaveCell(page);
    await expect.poll(() => places(page)).toEqual(before);
    for (const key of ['a120', 'help', 'z119']) {
      await page.locator('[data-active]:focus').press('g');
      await page.getByLabel('Row number or name of a key').fill(key);
      await page.keyboard.press('Enter');
      await cell(page, key).and(page.locator('[data-active]:focus')).press('Enter');
      await inField(page);
      const grid = await page.getByRole('grid').boundingBox();
      await eventually(async () => {
        const row = await topOf(page, '[role=row]:has(.cm-content)');
        expect(row - grid!.y).toBeGreaterThanOrEqual(40);
        expect(row - grid!.y).toBeLessThanOrEqual(40 + (grid!.height - 40) / 3);
      });
      await leaveCell(page);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows the whole source next to the text at the same width, and shows the texts of other locales', async () => {
    const { page, problems, context } = await openEditor(site, { texts: MANY, values: {} });
    await page.locator('[data-active]:focus').press('g');
    await page.getByLabel('Row number or name of a key').fill('help');
    await page.keyboard.press('Enter');
    await cell(page, 'help').and(page.locator('[data-active]:focus')).press('Enter');
    await inField(page);
    const source = page.locator('[data-pair=open] p[lang=en]');
    await expect.poll(() => source.textContent()).toBe(LONG);
    const isCut = await source.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
    );
    expect(isCut).toBe(false);
    const [one, other] = await page
      .locator('[data-pair=open]')
      .evaluate((pair) => [...pair.children].slice(0, 2).map((part) => part.clientWidth));
    expect(Math.abs(one! - other!)).toBeLessThanOrEqual(1);
    await cell(page, 'help', 3).getByText('Missing').waitFor();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows findings when the person pauses, and offers missing placeholders earlier', async () => {
    const { page, problems, context } = await openEditor(site);
    await openCell(page, 'tags');
    await page.evaluate(() => {
      const rests: number[] = [];
      Object.assign(window, { rests });
      let keyAt = 0;
      addEventListener('keydown', () => (keyAt = performance.now()), true);
      const note = () => {
        const text = document.querySelector('ul[aria-label=Findings]')?.textContent;
        if (text) rests.push(performance.now() - keyAt);
      };
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    });
    await typeAt(page, 'Oeffnen Sie jetzt ', 20);
    await page.getByRole('button', { name: 'Insert {file}' }).waitFor();
    await page.getByText('Placeholder is missing').waitFor();
    const rests = (await page.evaluate('window.rests')) as number[];
    // A finding that appears during typing would be about an unfinished text. On a slow machine, typing also pauses.
    expect(Math.min(...rests)).toBeGreaterThan(PAUSE_MS - 50);
    await page.getByRole('button', { name: 'Insert {file}' }).click();
    await page.getByText('Placeholder is missing').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([1_440, 1_024, 360])(
    'shows suggestions on screen at %i px with the details open',
    async (width) => {
      const { page, problems, context, address } = await openEditor(site, {
        texts: { one: 'Save the file', two: 'Save the large file' },
        values: { one: 'Datei sichern' },
      });
      await page.setViewportSize({ width, height: 780 });
      await page.goto(`${address}&q=two`);
      await page.locator('[data-active]:focus').waitFor();
      await page.keyboard.press('p');
      await page.getByRole('complementary', { name: 'Details' }).waitFor();
      await page.keyboard.press('Enter');
      await inField(page);
      const use = page
        .getByRole('region', { name: 'German text of two' })
        .getByText('Datei sichern');
      await use.waitFor();
      await eventually(async () => {
        const place = await use.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const at = document.elementFromPoint(element.getBoundingClientRect().left + 4, top + 4);
          return { isShown: element.contains(at) || at?.contains(element), top, bottom };
        });
        expect(place).toMatchObject({ isShown: true });
        expect(place.bottom).toBeLessThanOrEqual(780);
      });
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('moves no row when rows are selected or a query with or without a fault is typed', async () => {
    const { page, problems, context } = await openEditor(site, { texts: MANY, values: {} });
    const top = await topOf(page, '[role=row][aria-rowindex="2"]');
    await selectCell(page, 'a100');
    await page.keyboard.press('x');
    await page.getByText('1 row selected').waitFor();
    expect(await topOf(page, '[role=row][aria-rowindex="2"]')).toBe(top);
    await page.getByRole('searchbox').fill('is:lost');
    await page.getByRole('alert').waitFor();
    expect(await topOf(page, '[role=row][aria-rowindex="2"]')).toBe(top);
    await page.getByRole('searchbox').fill('is:missing');
    await page.getByRole('button', { name: 'Filter · Missing' }).waitFor();
    await ready(page);
    expect(await topOf(page, '[role=row][aria-rowindex="2"]')).toBe(top);
    await page.getByRole('searchbox').fill('is:needs-review');
    await page.getByText('No row matches the query.').waitFor();
    await page.getByRole('region', { name: 'Review of German' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('copies a text to rows with the same source by one shortcut after a save, and undoes all as one change', async () => {
    const texts = {
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [`save${index}`, 'Save the file']),
      ),
      other: 'Save the file now',
    };
    const { page, problems, context, stored } = await openEditor(site, {
      texts,
      values: { save7: 'Da' },
    });
    await openCell(page, 'save0');
    await page.keyboard.type('Datei sichern');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Fill 6 equal texts/ }).waitFor();
    await page.keyboard.press('Control+e');
    await page.getByText('6 equal texts were filled').waitFor();
    expect(await stored('save6')).toBe('Datei sichern');
    expect(await stored('save7')).toBe('Da');
    expect(await stored('other')).toBeNull();
    await cell(page, 'save6').getByText('Datei sichern').waitFor();
    await leaveCell(page);
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await stored('save6')).toBeNull());
    expect(await stored('save0')).toBe('Datei sichern');
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([
    ['at 200 %', 720, 450],
    ['at 320 px', 320, 640],
    ['on a phone', 390, 844],
  ])('shows the text, its source and its button together %s', async (_where, width, height) => {
    const { page, problems, context, address } = await openEditor(site, {
      texts: { help: LONG, items_one: '{{count}} item', items_other: '{{count}} items' },
      values: {},
    });
    await page.setViewportSize({ width, height });
    for (const key of ['help', 'items']) {
      await page.goto(`${address}&q=key:${key}*`);
      const target = page.getByRole('region', { name: 'One translation' }).locator('[data-active]');
      await target.click();
      await inField(page);
      await page.keyboard.type('Wort ');
      const open = page.locator('[data-pair=open]');
      for (const part of [
        open.locator('p[lang=en]'),
        field(page),
        open.getByRole('button', { name: 'Save', exact: true }),
      ]) {
        await eventually(async () => {
          const { y, height: tall } = (await part.boundingBox())!;
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y + tall).toBeLessThanOrEqual(height);
        });
      }
      await page.keyboard.press('Escape');
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
