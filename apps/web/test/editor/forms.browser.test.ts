import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../../../api/test/app/build.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { expectNoFaults, LOOKS } from '../support/axe.ts';
import { openSignedIn } from '../support/page.ts';
import { cell, field, inField, leaveCell, ready, selectCell, textOf } from './editor.ts';

/** The target locales in the order of their columns, with their plural categories. */
const LOCALES = {
  ar: ['Zero', 'One', 'Two', 'Few', 'Many', 'Other'],
  ru: ['One', 'Few', 'Many', 'Other'],
  ja: ['Other'],
  cy: ['Zero', 'One', 'Two', 'Few', 'Many', 'Other'],
  'en-GB': ['One', 'Other'],
} as const;
type Code = keyof typeof LOCALES;
const CODES = Object.keys(LOCALES) as Code[];
const columnOf = (code: Code) => CODES.indexOf(code) + 2;

const COUNTED = 'Delete {n, plural, one {# file} other {# files}} in <b>{folder}</b>?';
const DEEP =
  '{g, select, female {her {n, plural, one {# file} other {# files}}} other {their {n, plural, one {# file} other {# files}}}}';
const SOURCE = {
  files_one: 'Delete {{count}} file',
  files_other: 'Delete {{count}} files',
  counted: COUNTED,
  copied: COUNTED,
  shared: DEEP,
  three: `{a, select, other {${DEEP}}}`,
};

describe.skipIf(!hasChromium)('the forms of plurals and selects, in a browser', () => {
  const site = openSite();
  let page: Page;
  let problems: string[];
  let user: TestUser;
  let projectId: string;
  let address: string;
  const writes: string[] = [];

  beforeAll(async () => {
    const opened = await openSignedIn(site);
    ({ page, problems, user } = opened);
    const { i18n } = user.client;
    ({ id: projectId } = await createProject(user.client));
    for (const code of CODES) await i18n.locales.create({ projectId, code });
    await i18n.projects.import({ projectId, locale: 'en', content: SOURCE });
    const content = { shared: DEEP.replaceAll('file', 'document'), counted: COUNTED };
    await i18n.projects.import({ projectId, locale: 'en-GB', content });
    await i18n.projects.import({ projectId, locale: 'ja', content: { counted: COUNTED } });
    const faulty = '{n, plural, one {# файл} other {# файлов}';
    await i18n.projects.import({ projectId, locale: 'ru', content: { shared: faulty } });
    page.on('request', (request) => {
      if (request.url().includes('/values') && request.method() !== 'GET') {
        writes.push(request.method());
      }
    });
    await page.setViewportSize({ width: 2_400, height: 900 });
    address = `${opened.base}/p/${projectId}/editor?l=${CODES.join()}`;
    await page.goto(address);
    await ready(page);
  });

  async function open(key: string, code: Code): Promise<void> {
    await cell(page, key, columnOf(code)).click();
    await cell(page, key, columnOf(code)).press('Enter');
    await inField(page);
  }
  const leave = () => leaveCell(page);
  const titles = () => page.locator('[data-pair] :is(h2, h3):visible').allTextContents();
  const opened = (form: string) =>
    page.locator(`.cm-content[aria-label$=" ${form}"]:focus`).waitFor();
  const values = async (locale: Code) => {
    const { data } = await user.client.i18n.values.list({ projectId, locale });
    return Object.fromEntries(
      data.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])),
    );
  };
  const saved = (locale: Code, texts: Record<string, string | undefined>) =>
    eventually(async () => {
      const found = await values(locale);
      expect(Object.fromEntries(Object.keys(texts).map((key) => [key, found[key]]))).toEqual(texts);
    });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('match each language, in families and in ICU messages, with example numbers', async () => {
    for (const code of CODES) {
      await open('files', code);
      await expect.poll(titles).toEqual(LOCALES[code]);
      await leave();
      await open('copied', code);
      await expect.poll(titles).toEqual(LOCALES[code]);
      await leave();
    }
    await open('files', 'ru');
    await expect
      .poll(() => page.locator('[data-pair] h2 + bdi').allTextContents())
      .toEqual(['1, 21, 31, …', '2, 3, 4, …', '0, 5, 6, …', '0.1, 0.5, 1.1, …']);
    await page.getByText('form that this language does not need').waitFor({ state: 'detached' });
    await leave();
    await open('files', 'ja');
    await page.getByText('1 form that this language does not need').waitFor();
    await leave();
    expect(writes).toEqual([]);
  });

  it('can be filled one after the other with Enter in a family, and get the keys that the project lacks', async () => {
    await open('files', 'ru');
    const texts = ['файл', 'файла', 'файлов', 'файла'].map((text) => `Удалить {{count}} ${text}`);
    for (const [at, text] of texts.entries()) {
      await opened(`form ${LOCALES.ru[at]}`);
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    }
    await opened('of counted, One');
    await leave();
    const [files_one, files_few, files_many, files_other] = texts;
    await saved('ru', { files_one, files_few, files_many, files_other });
    await cell(page, 'files', columnOf('ru')).getByText('4/4').waitFor();
  });

  it('can be filled one after the other with Enter in a message, including chips from the menu', async () => {
    await open('counted', 'ar');
    for (const [at, title] of LOCALES.ar.entries()) {
      await opened(`of counted, ${title}`);
      if (at > 0) await page.keyboard.insertText('حذف # ملف من <b>{folder}</b>؟');
      else {
        await page.keyboard.insertText('حذف # ملف من ');
        await page.keyboard.press('Control+.');
        await page.getByRole('option', { name: /^4\s*<b>\{folder\}<\/b>/ }).waitFor();
        await page.keyboard.press('4');
        await page.keyboard.insertText('؟');
      }
      if (at === 3) {
        // The page saves no part of the message before the last form is filled.
        expect(await values('ar')).toEqual({});
        const chips = page.locator('.cm-chip');
        await expect.poll(() => chips.allTextContents()).toEqual(['#', '<b>', '{folder}', '</b>']);
        await expect.poll(() => chips.first().getAttribute('data-example')).toBe('3');
        await expect.poll(() => field(page).getAttribute('dir')).toBe('rtl');
      }
      await page.keyboard.press('Enter');
    }
    await opened('of copied, Zero');
    await leave();
    const text = '{حذف # ملف من <b>{folder}</b>؟}';
    const options = LOCALES.ar.map((title) => `${title.toLowerCase()} ${text}`);
    await saved('ar', { counted: `{n, plural, ${options.join(' ')}}` });
  });

  it('include added exact numbers, and a category that the language lacks, until they are removed', async () => {
    await open('counted', 'en-GB');
    await button('Add =0').click();
    await opened('of counted, =0');
    await page.keyboard.insertText('nothing');
    await page.getByLabel('Exact number').fill('12');
    await page.getByLabel('Exact number').press('Enter');
    await opened('of counted, =12');
    await page.keyboard.insertText('a dozen files');
    await button('Save').click();
    const inside = '=0 {nothing} =12 {a dozen files} one {# file} other {# files}';
    await saved('en-GB', { counted: `Delete {n, plural, ${inside}} in <b>{folder}</b>?` });
    await leave();
    await open('counted', 'en-GB');
    await expect.poll(titles).toEqual(['=0', '=12', 'One', 'Other']);
    await button('Remove =0').click();
    await button('Remove =12').click();
    await expect.poll(titles).toEqual(['One', 'Other']);
    await button('Save').click();
    await saved('en-GB', { counted: COUNTED });
    await leave();

    await open('counted', 'ja');
    await page.getByText('Not needed').waitFor();
    await button('Remove One').click();
    await expect.poll(titles).toEqual(['Other']);
    await button('Save').click();
    await saved('ja', { counted: 'Delete {n, plural, other {# files}} in <b>{folder}</b>?' });
    await leave();
  });

  it('contain the text of the code view, and an edit of a form changes only one branch of the message', async () => {
    const before = writes.length;
    await open('counted', 'en-GB');
    await page.keyboard.press('Control+/');
    await expect.poll(() => textOf(page)).toBe(COUNTED);
    await page.keyboard.press('Control+/');
    await opened('of counted, One');
    await leave();
    expect(writes.length).toBe(before);
    await open('counted', 'en-GB');
    await page.keyboard.press('ArrowDown');
    await opened('of counted, Other');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('Delete # documents in <b>{folder}</b>?');
    await page.keyboard.press('Shift+Tab');
    await inField(page, /^Welsh translation of counted/);
    await leave();
    await saved('en-GB', { counted: COUNTED.replace('# files', '# documents') });
  });

  it('get the focus one after the other when arrow keys are pressed', async () => {
    await open('shared', 'en-GB');
    await opened('female, One');
    await page.keyboard.press('ArrowDown');
    await opened('female, Other');
    await page.keyboard.press('ArrowDown');
    await opened('other, One');
    await page.keyboard.press('ArrowUp');
    await opened('female, Other');
    await leave();
    expect(problems).toEqual([]);
  });

  it('do not appear if a message is too deep or has a fault, which is underlined', async () => {
    await open('shared', 'ru');
    await page.locator('.cm-finding-error').waitFor();
    await page.getByText(/^“\{” has no closing “\}” \(column \d+\)$/).waitFor();
    await expect.poll(titles).toEqual([]);
    await expect.poll(() => button('Show as forms').count()).toBe(0);
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('}');
    await button('Show as forms').click();
    await opened('of shared, Few');
    await page.keyboard.press('Control+/');
    await button('Discard draft').click();
    await leave();
    await open('three', 'ru');
    await expect.poll(titles).toEqual([]);
    await leave();
  });

  it('get the copied text of the same category, or else of `other`', async () => {
    const copied = { ar: LOCALES.ar, ja: LOCALES.ja, 'en-GB': LOCALES['en-GB'] };
    for (const [code, categories] of Object.entries(copied)) {
      await selectCell(page, 'copied', columnOf(code as Code));
      await page.keyboard.press('c');
      await cell(page, 'copied', columnOf(code as Code))
        .getByText('Draft')
        .waitFor();
      await open('copied', code as Code);
      await opened(`of copied, ${categories[0]}`);
      await expect.poll(titles).toEqual(categories);
      await page.keyboard.press('Control+/');
      const options = categories.map((title) =>
        title === 'One' ? 'one {# file}' : `${title.toLowerCase()} {# files}`,
      );
      const text = `Delete {n, plural, ${options.join(' ')}} in <b>{folder}</b>?`;
      await expect.poll(() => textOf(page)).toBe(text);
      await leave();
    }

    // The forms of a family are copied from another locale: `few` from `few`, `two` from `other`.
    await cell(page, 'files', columnOf('ar')).click();
    await button('Details').click();
    await button('Copy as a draft: Russian').click();
    await cell(page, 'files', columnOf('ar')).getByText('Draft').waitFor();
    await button('Details').click();
    await open('files', 'ar');
    await page.getByText('Удалить {{count}} файл', { exact: true }).waitFor();
    await leave();

    await open('files', 'cy');
    await opened('form Zero');
    await page.getByRole('button', { name: /^Edit the form Other/ }).click();
    await opened('form Other');
    await page.keyboard.insertText('Dileu {{count}} ffeil');
    await page.getByRole('button', { name: /^Copy “Other”/ }).click();
    const text = 'Dileu {{count}} ffeil';
    await saved(
      'cy',
      Object.fromEntries(
        LOCALES.cy.slice(0, 5).map((title) => [`files_${title.toLowerCase()}`, text]),
      ),
    );
    await page.keyboard.press('Enter');
    await saved('cy', { files_other: text });
    await opened('of counted, Zero');
    await leave();
  });

  it('appear in a collapsed section if no locale needs them, and can be archived', async () => {
    const { i18n } = user.client;
    const other = await createProject(user.client);
    await i18n.locales.create({ projectId: other.id, code: 'de' });
    const content = { files_one: '{{count}} file', files_other: '{{count}} files' };
    await i18n.projects.import({ projectId: other.id, locale: 'en', content });
    await i18n.keys.create({ projectId: other.id, name: 'files_few' });
    await page.goto(address.replace(projectId, other.id).replace(/l=.*/, 'l=de&view=grid'));
    await ready(page);
    await selectCell(page, 'files', 2);
    await page.keyboard.press('Enter');
    await page.getByText('1 form that this language does not need').click();
    await button('Archive the form Few').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText(/form that this language/).waitFor({ state: 'detached' });
    const { data } = await i18n.keys.list({ projectId: other.id });
    expect(data.map(({ name }) => name)).toEqual(['files_one', 'files_other']);
    await page.goto(address);
    await ready(page);
  });

  it('fit into the focus view of a phone, with the details below and access to the list of rows', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(address.replace(/l=.*/, 'l=ar,ru'));
    const view = page.getByRole('region', { name: 'One translation' });
    await button('List').click();
    await page.getByRole('button', { name: /^copied/ }).press('ArrowDown');
    await page.locator('nav li button:focus', { hasText: 'shared' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('nav li button:focus', { hasText: 'copied' }).waitFor();
    await page.keyboard.press('Enter');
    await view.getByRole('heading', { name: 'copied' }).waitFor();
    // The source string is shown as a reader would see it, not as an ICU message.
    await view.getByRole('definition').getByText('Delete # files in').waitFor();
    await view.locator('[data-active]').click();
    await opened('of copied, Zero');
    await page.keyboard.insertText('حذف ');
    await expect
      .poll(async () => {
        const { y, height } = (await field(page).boundingBox())!;
        return y + height;
      })
      .toBeLessThanOrEqual(800);
    await expectNoFaults(page);
    await page.keyboard.press('Control+/');
    await button('Discard draft').click();
    await leave();
    await button('Details').click();
    await view.getByRole('tab', { name: 'Context' }).waitFor();
    await expectNoFaults(page);
    await button('Details').click();
    await button('Next').click();
    await page.setViewportSize({ width: 2_400, height: 900 });
    await page.goto(address);
    await ready(page);
  });

  it('violate no accessibility rule', async () => {
    await open('files', 'ar');
    await page.getByRole('heading', { name: 'Few' }).waitFor();
    await expectNoFaults(page, [...LOOKS, ['light', 'ltr', 1280]]);
    await leave();
    await open('shared', 'en-GB');
    await page.getByRole('heading', { name: 'female' }).waitFor();
    await expectNoFaults(page, [...LOOKS, ['dark', 'rtl', 1280]]);
    await leave();
    expect(problems).toEqual([]);
  });
});
