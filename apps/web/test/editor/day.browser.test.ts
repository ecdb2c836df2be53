/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { createProject } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { openSignedIn } from '../support/page.ts';
import { slowDown, typeAt } from '../support/slow-network.ts';
import { DESKTOP, ready } from './editor.ts';

// The test types every character with a delay, on a slow network.
vi.setConfig({ testTimeout: 600_000 * SLOWNESS });

const COUNT = 12;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

/** Texts as in a real file: plain texts, placeholders, a family and an ICU message. */
const SOURCE = {
  ...Object.fromEntries(numbers.map((at) => [`a${100 + at}`, `Text ${at} for {name}`])),
  b_one: '{count} item',
  b_other: '{count} items',
  c: '{n, plural, one {# file} other {# files}}',
  ...Object.fromEntries(numbers.map((at) => [`d${100 + at}`, `Close ${at}`])),
};

interface Language {
  readonly word: string;
  readonly forms: readonly string[];
  readonly categories: readonly string[];
  /** Texts for the forms of the message, with `#`. */
  readonly messages: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  ru: {
    word: 'Текст',
    categories: ['one', 'few', 'many', 'other'],
    forms: ['{count} вещь', '{count} вещи', '{count} вещей', '{count} вещи'],
    messages: ['# файл', '# файла', '# файлов', '# файла'],
  },
  ar: {
    word: 'نص',
    categories: ['zero', 'one', 'two', 'few', 'many', 'other'],
    forms: ['لا عناصر', 'عنصر', 'عنصران', '{count} عناصر', '{count} عنصرًا', '{count} عنصر'],
    messages: ['لا ملفات', 'ملف', 'ملفان', '# ملفات', '# ملفًا', '# ملف'],
  },
};

/** Counts the frames without a focused element, and records when the open text changes its position. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const log = { lost: 0, moved: [] as string[] };
    Object.assign(window, { log });
    let top: number | null = null;
    let label = '';
    const look = () => {
      if (document.activeElement === document.body) log.lost++;
      const content = document.querySelector('.cm-content');
      if (content) {
        const now = content.getBoundingClientRect().top;
        const name = content.getAttribute('aria-label')!;
        if (name === label && top !== null && now !== top) log.moved.push(`${name}: ${top} ${now}`);
        [top, label] = [now, name];
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

describe.skipIf(!hasChromium)('a day of translating on a slow network, in a browser', () => {
  const site = openSite();

  it.each(['ru', 'ar'])('is possible by keyboard alone in %s', async (locale) => {
    const { word, forms, categories, messages } = LANGUAGES[locale]!;
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    for (const code of [locale, 'de']) await i18n.locales.create({ projectId, code });
    await i18n.projects.import({ projectId, locale: 'en', content: SOURCE });
    await page.setViewportSize(DESKTOP);
    await page.goto(`${base}/p/${projectId}/editor?l=${locale},de`);
    await ready(page);
    await page.locator('[data-active]:focus').waitFor();
    await slowDown(page, 300);
    await watch(page);

    await page.keyboard.press('Enter');
    for (const at of numbers) await typeAt(page, `${word} ${at} {name}\n`, 30);
    for (const form of forms) await typeAt(page, `${form}\n`, 30);
    for (const message of messages) await typeAt(page, `${message}\n`, 30);
    for (const at of numbers) await typeAt(page, `${word} ${at}\n`, 30);
    await page.locator('[data-active]:focus').waitFor();

    const stored = async () => {
      const { data } = await i18n.values.list({ projectId, locale, limit: 200 });
      return Object.fromEntries(data.map(({ key, text }) => [key, text]));
    };
    const branches = categories.map((category, index) => `${category} {${messages[index]}}`);
    const expected = {
      ...Object.fromEntries(numbers.map((at) => [`a${100 + at}`, `${word} ${at} {name}`])),
      ...Object.fromEntries(categories.map((category, index) => [`b_${category}`, forms[index]])),
      c: `{n, plural, ${branches.join(' ')}}`,
      ...Object.fromEntries(numbers.map((at) => [`d${100 + at}`, `${word} ${at}`])),
    };
    await eventually(async () => expect(await stored()).toEqual(expected));
    const { lost, moved } = (await page.evaluate('window.log')) as {
      lost: number;
      moved: string[];
    };
    expect(moved).toEqual([]);
    expect(lost).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
