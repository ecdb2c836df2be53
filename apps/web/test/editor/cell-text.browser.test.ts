import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { cell, inRows, inState, leaveCell, openCell, openEditor, textOf } from './editor.ts';

describe.skipIf(!hasChromium)('the text of an open cell, in a browser', () => {
  const site = openSite();

  it('keeps chips as plain text: typing, deletion, copy and paste use the message itself', async () => {
    const { page, context, stored, problems } = await openEditor(site);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openCell(page, 'tags');
    let expected = '';
    const pieces = [
      'Wort ',
      '<b>',
      '{file}',
      '</b>',
      '%s',
      ' {{n}} ',
      'ä',
      '&amp;',
      '{',
      '}',
      "''",
    ];
    const piece = fc.oneof(
      fc.constantFrom(...pieces),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }),
    );
    for (const typed of fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }), 12)) {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      for (const part of typed) await page.keyboard.insertText(part);
      expected = typed.join('');
      await expect.poll(() => textOf(page)).toBe(expected);
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(expected);
    await page.keyboard.press('Delete');
    const pasted = 'eins\r\n<b>zwei</b>\u00a0{file}';
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await inState(page, 'tags', 'translated');
    expect(await stored('tags')).toBe('eins\n<b>zwei</b>\u00a0{file}');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('distinguishes an empty text from a missing text, in italics if the language of the page has italics', async () => {
    const { page, write } = await openEditor(site, { values: { title: 'Titel' } });
    await cell(page, 'title').getByText('Titel').waitFor();
    await write('title', '');
    await cell(page, 'title').getByText('(empty)').waitFor();
    await cell(page, 'tags').getByText('Missing').waitFor();
    const styles = await page.evaluate(`['en', 'ru', 'ar', 'ja'].map((language) => {
      document.documentElement.lang = language;
      return getComputedStyle(document.querySelector('[role=gridcell] em')).fontStyle;
    })`);
    expect(styles).toEqual(['italic', 'italic', 'normal', 'normal']);
    await page.context().close();
  });

  it('keeps line breaks and unusual spaces, and is not saved if it was only opened', async () => {
    const value = 'eins\r\nzwei\u00a0\u202f\u200b drei\r\n';
    const { page, stored, writes } = await openEditor(site, { values: { title: value } });
    await openCell(page, 'title');
    const invisibles = page.locator('.cm-invisible');
    await expect.poll(() => invisibles.count()).toBe(5);
    await leaveCell(page);
    await page.keyboard.press('i');
    await page.getByText('Open texts hide invisible characters').waitFor();
    await openCell(page, 'title');
    await expect.poll(() => invisibles.count()).toBe(0);
    await page.keyboard.press('Enter');
    await inRows(page);
    await openCell(page, 'title');
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await inState(page, 'title', 'clean');
    expect(await stored('title')).toBe(`${value}x`);
    // The text that was only opened was not saved.
    expect(writes).toHaveLength(1);
    await page.context().close();
  });

  it('isolates placeholders and tags in right-to-left text', async () => {
    const { page, problems } = await openEditor(site, {
      locale: 'ar',
      texts: { files: 'Open {name} and <b>%1$s</b> now' },
      values: { files: 'افتح {name} و <b>%1$s</b> الآن' },
    });
    await openCell(page, 'files');
    const chips = (await page.evaluate(`[...document.querySelectorAll('.cm-chip')].map((chip) => {
      const { left, right } = chip.getBoundingClientRect();
      const range = document.createRange();
      const letters = Array.from(chip.textContent, (_letter, at) => {
        range.setStart(chip.firstChild, at);
        range.setEnd(chip.firstChild, at + 1);
        return range.getBoundingClientRect().left;
      });
      return { text: chip.textContent, left, right, letters };
    })`)) as { text: string; left: number; right: number; letters: number[] }[];
    expect(chips.map((chip) => chip.text)).toEqual(['{name}', '<b>', '%1$s', '</b>']);
    // Each chip reads from left to right. The chips follow each other from right to left.
    for (const { letters } of chips) expect(letters).toEqual([...letters].sort((a, b) => a - b));
    for (let at = 1; at < chips.length; at++) {
      expect(chips[at]!.right).toBeLessThanOrEqual(chips[at - 1]!.left + 1);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('moves the caret in visual order through Arabic with placeholders', async () => {
    const { page, problems } = await openEditor(site, {
      locale: 'ar',
      texts: { files: 'Open {name} and <b>%1$s</b> now' },
      values: { files: 'افتح {name} و <b>%1$s</b> الآن' },
    });
    await openCell(page, 'files');
    const caretX = () =>
      page.evaluate(`(() => {
        const range = getSelection().getRangeAt(0);
        return (range.getClientRects()[0] ?? range.startContainer.getBoundingClientRect()).left;
      })()`) as Promise<number>;
    await page.keyboard.press('Control+Home');
    const there: number[] = [await caretX()];
    // Moves over four letters of the first word, the space, and the first chip as a whole.
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('ArrowLeft');
      there.push(await caretX());
    }
    expect(there).toEqual([...there].sort((a, b) => b - a));
    expect(new Set(there).size).toBe(there.length);
    const back: number[] = [there.at(-1)!];
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('ArrowRight');
      back.push(await caretX());
    }
    expect(back).toEqual([...back].sort((a, b) => a - b));
    expect(back.at(-1)).toBeCloseTo(there[0]!, 0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
