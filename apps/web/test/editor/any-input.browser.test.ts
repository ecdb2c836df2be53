import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { slowDown, typeAt } from '../support/slow-network.ts';
import { inRows, type OpenedEditor, openEditor } from './editor.ts';

/** A way to enter text into a native field. Only the last way enters every character by a key press. */
interface Way {
  readonly name: string;
  readonly text: string;
  write(page: Page, devTools: CDPSession, text: string): Promise<void>;
}

/** Composes a text like an input method, and shows each step at the caret. */
const compose = async (devTools: CDPSession, steps: readonly string[]): Promise<void> => {
  for (const step of steps) {
    await devTools.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      windowsVirtualKeyCode: 229,
    });
    const end = step.length;
    await devTools.send('Input.imeSetComposition', {
      text: step,
      selectionStart: end,
      selectionEnd: end,
    });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Process' });
  }
  await devTools.send('Input.insertText', { text: steps.at(-1)! });
};

const WAYS: readonly Way[] = [
  {
    name: 'a Japanese input method',
    text: '注文を送る',
    write: (_, devTools, text) => compose(devTools, ['c', 'ちゅう', 'ちゅうもん', '注文を', text]),
  },
  {
    name: 'dictation, or letters that no key has',
    text: 'Оформление заказа',
    write: (page, _, text) => page.keyboard.insertText(text),
  },
  {
    name: 'a phone’s keyboard',
    text: 'Speichern',
    async write(_, devTools, text) {
      for (const text_ of text) {
        const key = { key: 'Unidentified', windowsVirtualKeyCode: 229 };
        await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
        await devTools.send('Input.insertText', { text: text_ });
        await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      }
    },
  },
  {
    name: 'a dead key',
    text: 'être',
    async write(page, devTools, text) {
      await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead' });
      await devTools.send('Input.imeSetComposition', {
        text: '^',
        selectionStart: 1,
        selectionEnd: 1,
      });
      await devTools.send('Input.insertText', { text: text[0]! });
      await typeAt(page, text.slice(1), 0);
    },
  },
  {
    name: 'keys',
    text: 'Ordner "A" löschen',
    write: (page, _, text) => typeAt(page, text, 0),
  },
];

/** Views with texts: the names of their keys in the order of Enter, and a part of the address. */
const PLACES = {
  grid: { nameOf: (at: number) => `text${String(at).padStart(3, '0')}`, query: '' },
  'plural forms': {
    nameOf: (at: number) =>
      `text${String(at >> 1).padStart(3, '0')}_${at % 2 === 0 ? 'one' : 'other'}`,
    query: '',
  },
  'focus view': {
    nameOf: (at: number) => `text${String(at).padStart(3, '0')}`,
    query: '&view=focus',
  },
} as const;

const CASES = Object.keys(PLACES).flatMap((place) =>
  [0, 300, 800].map((latency) => [place as keyof typeof PLACES, latency] as const),
);

/** Fields that a key press opens: the key, and a function that checks the text in the field. */
const FIELDS = {
  /** The query field remains on the page. The query finds nothing. */
  query: {
    key: '/',
    before: '',
    async read({ page }: OpenedEditor, text: string): Promise<void> {
      const input = page.getByRole('searchbox');
      await expect.poll(() => input.inputValue(), { timeout: 30_000 }).toBe(text);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
    },
  },
  /** The page first loads the panel of comments, and then the comments. */
  comment: { key: 'w', before: '', read: readComment },
  /** The page suggests people while a mention is typed. */
  mention: { key: 'w', before: 'An @', read: readComment },
} as const;

/** Checks the field of a comment, and closes the panel, so that the next comment opens it again. */
async function readComment({ page }: OpenedEditor, text: string): Promise<void> {
  const input = page.getByLabel('New comment', { exact: true });
  await expect.poll(() => input.inputValue(), { timeout: 30_000 }).toBe(text);
  await input.fill('');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.locator('[data-column="2"]').first().click();
}

const FIELD_CASES = Object.keys(FIELDS).flatMap((place) =>
  [0, 300, 800].map((latency) => [place as keyof typeof FIELDS, latency] as const),
);

describe.skipIf(!hasChromium)(
  'text from any input method, typed at once after the key of a field',
  () => {
    const site = openSite();

    it.each(FIELD_CASES)('arrives whole in a %s at a latency of %i ms', async (place, latency) => {
      const { key, before, read } = FIELDS[place];
      const opened = await openEditor(site);
      const { page, problems, context, writes } = opened;
      await slowDown(page, latency);
      const devTools = await context.newCDPSession(page);
      for (const { name, write, text } of Array.from({ length: testRuns(1) }, () => WAYS).flat()) {
        await inRows(page);
        await page.keyboard.press(key);
        if (before !== '') await page.keyboard.insertText(before);
        await write(page, devTools, text);
        await read(opened, before + text).catch((error) => {
          throw new Error(`${name}: ${error.message}`);
        });
      }
      expect([problems, writes]).toEqual([[], []]);
      await context.close();
    });
  },
);

describe.skipIf(!hasChromium)('text from any input method, typed at once after Enter', () => {
  const site = openSite();

  it.each(CASES)('arrives whole in the %s at a latency of %i ms', async (place, latency) => {
    const { nameOf, query } = PLACES[place];
    const wanted = Array.from({ length: testRuns(1) }, () => WAYS).flat();
    // Creates one additional key, because Enter in the last form of a family moves to the next text.
    const names = Array.from({ length: wanted.length + 1 }, (_, index) => nameOf(index));
    const texts = Object.fromEntries(names.map((name) => [name, 'Source']));
    const { page, problems, context, stored, address } = await openEditor(site, {
      texts,
      values: {},
    });
    if (query !== '') {
      await page.goto(address + query);
      await page.getByRole('region', { name: 'One translation' }).waitFor();
    } else await page.locator('[data-column="2"]').first().click();
    await page.locator('[data-active]:focus').waitFor();
    await slowDown(page, latency);
    const devTools = await context.newCDPSession(page);
    await page.keyboard.press('Enter');
    for (const { write, text } of wanted) {
      await write(page, devTools, text);
      await page.keyboard.press('Enter');
    }
    const last = wanted.length - 1;
    await expect.poll(() => stored(names[last]!), { timeout: 30_000 }).toBe(wanted[last]!.text);
    for (const [at, way] of wanted.entries()) {
      const text = await stored(names[at]!);
      expect({ way: way.name, text }).toEqual({ way: way.name, text: way.text });
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
