import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { slowDown, typeAt } from '../support/slow-network.ts';
import {
  cell,
  draftTexts,
  inField,
  inState,
  leaveCell,
  openCell,
  openEditor,
  ready,
  textOf,
} from './editor.ts';

describe.skipIf(!hasChromium)('the workspace of a text with forms, in a browser', () => {
  const site = openSite();

  /** Forms of a family, and the text that is typed into each. */
  const FORMS = {
    ru: ['{{count}} товар', '{{count}} товара', '{{count}} товаров', '{{count}} товара и ещё'],
    pl: ['{{count}} rzecz', '{{count}} rzeczy', '{{count}} rzeczy tu', '{{count}} rzeczy i pół'],
    ar: ['لا شيء', 'شيء واحد', 'شيئان', '{{count}} أشياء', '{{count}} شيئًا', '{{count}} شيء'],
  } as const;
  const CATEGORIES = {
    ru: ['one', 'few', 'many', 'other'],
    pl: ['one', 'few', 'many', 'other'],
    ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  } as const;

  it.each(['ru', 'pl', 'ar'] as const)(
    'loses no letter of the forms of a family in %s with a latency of two seconds',
    async (locale) => {
      const { page, problems, context, stored } = await openEditor(site, {
        locale,
        texts: { items_one: '{{count}} item', items_other: '{{count}} items', last: 'Last' },
        values: {},
      });
      await cell(page, 'items').click();
      await slowDown(page, 2_000);
      await page.keyboard.press('Enter');
      for (const text of FORMS[locale]) await typeAt(page, `${text}\n`, 40);
      await inField(page, /translation of last$/);
      await page.keyboard.press('Escape');
      for (const [at, category] of CATEGORIES[locale].entries()) {
        await eventually(async () =>
          expect(await stored(`items_${category}`)).toBe(FORMS[locale][at]),
        );
      }
      await cell(page, 'items')
        .getByText(`${FORMS[locale].length}/${FORMS[locale].length}`)
        .waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('shows which forms of a family are missing and their drafts, and opens at the first empty form', async () => {
    const { page, problems, context } = await openEditor(site, {
      locale: 'ru',
      texts: { items_one: '{{count}} item', items_other: '{{count}} items' },
      values: { items_one: '{{count}} товар' },
    });
    const items = cell(page, 'items');
    await items.getByRole('img', { name: '1/4, Missing forms: Few, Many, Other' }).waitFor();
    await expect.poll(() => items.getByRole('img', { name: 'Translated' }).count()).toBe(0);
    await openCell(page, 'items');
    await inField(page, /plural form Few$/);
    await page.keyboard.type('{{count}} то');
    await leaveCell(page);
    await inState(page, 'items', 'draft');
    await eventually(async () => expect(await draftTexts(page)).toEqual(['{{count}} то']));
    await page.reload();
    await ready(page);
    await inState(page, 'items', 'draft');
    await openCell(page, 'items');
    await page.getByRole('button', { name: /^Edit the form Few: \{\{count\}\} то/ }).click();
    await inField(page, /plural form Few$/);
    await expect.poll(() => textOf(page)).toBe('{{count}} то');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows ICU messages in the words that a reader sees, each in its text direction', async () => {
    const count = '{n, plural, one {# file} other {# files}} in {folder}';
    const { page, problems, context } = await openEditor(site, {
      locale: 'ar',
      texts: { count, faulty: 'Text' },
      values: {
        count:
          '{n, plural, zero {لا ملفات} one {ملف} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}} في {folder}',
        faulty: '{n, plural, one {x}',
      },
    });
    const arabic = cell(page, 'count');
    await arabic.getByText('6 forms').waitFor();
    expect(await arabic.innerText()).not.toContain('plural');
    expect(await arabic.locator('[lang=ar]').first().getAttribute('dir')).toBe('rtl');
    await cell(page, 'count', 1).getByText('2 forms').waitFor();
    expect(await cell(page, 'count', 1).innerText()).toContain('files in');
    const faulty = cell(page, 'faulty').locator('code');
    expect(await faulty.getAttribute('dir')).toBe('ltr');
    await arabic.click();
    await page.keyboard.press('h');
    const history = page.getByRole('tabpanel');
    await history.locator('[dir=rtl] ins').first().waitFor();
    expect(await history.innerText()).not.toContain('plural,');
    expect(problems).toEqual([]);
    await context.close();
  });
});
