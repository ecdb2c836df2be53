import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { SLOWNESS } from '../../../scripts/slowness.ts';
import { createProject } from '../../api/test/app/build.ts';
import { seedUser } from '../../api/test/app/seed.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import {
  expectNoPointer,
  goTo,
  inDialog,
  pressAt,
  publish,
  signInTo,
  tabTo,
  typeInto,
} from './support/keyboard.ts';

// The test saves hundreds of keys one after the other.
vi.setConfig({ testTimeout: 600_000 * SLOWNESS });

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const FILES = upTo(30);
const FAMILIES = upTo(5);
const PAGES = upTo(10);
const MACHINE = upTo(50);

/** 50 texts for a person, and 50 for an engine. */
const SOURCE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FILES.map((n) => [`file.${n}`, `Save file ${n} for {name}`])),
  ...Object.fromEntries(
    FAMILIES.flatMap((n) => [
      [`item${n}_one`, `{count} item in list ${n}`],
      [`item${n}_other`, `{count} items in list ${n}`],
    ]),
  ),
  ...Object.fromEntries(PAGES.map((n) => [`page.${n}`, `Open the page ${n} of the manual`])),
  ...Object.fromEntries(MACHINE.map((n) => [`machine.${n}`, `Machine text ${n}`])),
};

describe.skipIf(!hasChromium)('a day of work by keyboard alone, in a browser', () => {
  const site = openSite();

  /** Creates a project beside another project whose translations are in the translation memory. */
  async function seed() {
    const user = await seedUser(site.app);
    const { i18n, translate } = user.client;
    await user.client.users.me.update({ preferences: { editor: { view: 'grid' } } });
    const earlier = await createProject(user.client, { name: 'Manual' });
    const chapters = (text: (n: number) => string) =>
      Object.fromEntries(PAGES.map((n) => [`chapter.${n}`, text(n)]));
    const texts = { en: chapters((n) => SOURCE[`page.${n}`]!), de: chapters((n) => `Seite ${n}`) };
    for (const [locale, content] of Object.entries(texts)) {
      await i18n.projects.import({ projectId: earlier.id, locale, content });
    }
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId, code: 'de' });
    await i18n.projects.import({ projectId, locale: 'en', content: { ...SOURCE } });
    const { data: keys } = await i18n.keys.list({ projectId, limit: 200 });
    const idOf = (name: string) => keys.find((key) => key.name === name)!.id;
    const keyIds = MACHINE.map((n) => idOf(`machine.${n}`));
    const work = { projectId, keyIds, targetLocales: ['de'], engine: 'pseudo' };
    await translate.jobs.create(work, { waitSeconds: 30 });
    const last = { projectId, keyId: idOf('page.9'), locale: 'de' };
    await eventually(async () =>
      expect((await i18n.keys.suggestions(last)).data.memory[0]?.score).toBe(1),
    );
    const stored = async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de', limit: 200 });
      return new Map(data.map((value) => [value.key, value]));
    };
    return { user, projectId, stored };
  }

  const activeRow = (page: Page, row: number) =>
    page.locator(`[data-active][data-row="${row}"]:focus`).waitFor();

  /** Runs a query and moves to its first row. */
  async function query(page: Page, text: string, rows: number): Promise<void> {
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    // The number of rows follows the number of texts in families, if there are any.
    await page.getByText(new RegExp(`(^|· )${rows} rows$`)).waitFor();
    await page.keyboard.press('ArrowDown');
    await activeRow(page, 0);
  }

  /** Types a text that ends with the placeholder of the source, and saves it. */
  async function translate(page: Page, label: string, text: string): Promise<void> {
    await page.locator(`[role=textbox][aria-label*="${label}"]:focus`).waitFor();
    await page.keyboard.type(`${text} {`);
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
  }

  it('includes 50 translations, 50 reviews, a bulk replacement, an undo and a release', async () => {
    const { user, projectId, stored } = await seed();
    const { page, problems } = await signInTo(site, user, 'Shop');
    await goTo(page, 'Editor');
    await page.locator('[role=row][aria-rowindex="2"] [role=rowheader] bdi').waitFor();
    await tabTo(page, 'Query');
    await query(page, 'is:missing', FILES.length + FAMILIES.length + PAGES.length);

    await page.keyboard.press('Enter');
    for (const n of FILES) await translate(page, `of file.${n}`, `Datei ${n}`);
    for (const n of FAMILIES) {
      await translate(page, `of item${n}, plural form One`, 'Ding');
      await translate(page, `of item${n}, plural form Other`, 'Dinge');
    }
    await page.locator('[role=textbox][aria-label*="of page.0"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await activeRow(page, FILES.length + FAMILIES.length);
    await page.keyboard.press('s');
    for (const n of PAGES) {
      await page.getByRole('button', { name: `Use 1: Seite ${n}`, exact: true }).waitFor();
      await page.keyboard.press('1');
      await page.keyboard.press('ArrowDown');
    }
    await eventually(async () => expect((await stored()).size).toBe(100));
    const values = await stored();
    expect(values.get('file.7')?.text).toBe('Datei 7 {name}');
    expect(values.get('item4_one')?.text).toBe('Ding {count}');
    expect(values.get('item4_other')?.text).toBe('Dinge {count}');
    expect(values.get('page.9')?.text).toBe('Seite 9');

    await pressAt(page, 'Review', 'Enter');
    const start = 'Review 50 texts in German';
    await page.getByRole('link', { name: start }).waitFor();
    await pressAt(page, start, 'Enter');
    await page.getByRole('region', { name: 'Review of German' }).waitFor();
    await page.getByText(`${MACHINE.length} rows`, { exact: true }).waitFor();
    await page.locator('[role=row][aria-rowindex="2"] [role=rowheader] bdi').waitFor();
    await activeRow(page, 0);
    for (const n of MACHINE) {
      await page.keyboard.press('a');
      await activeRow(page, Math.min(n + 1, MACHINE.length - 1));
    }
    await page.getByText('50 reviewed today').waitFor();
    // The page computes this number while it still saves the last texts.
    const reviewed = async () =>
      [...(await stored()).values()].filter(({ state }) => state === 'reviewed').length;
    await expect.poll(reviewed).toBe(MACHINE.length);

    await page.keyboard.press('/');
    await query(page, 'key:file.*', FILES.length);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('b');
    await inDialog(page);
    // Chooses the first action with this letter. Its first field gets the focus.
    await pressAt(page, 'Action', 'f');
    await page.getByLabel('Find', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Datei');
    await typeInto(page, 'Replace with', 'Akte');
    await page.getByText('30 texts will change').waitFor();
    await page
      .getByRole('button', { name: 'Change 30 texts' })
      .and(page.locator(':enabled'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: '30 texts were changed' }).waitFor();
    expect((await stored()).get('file.7')?.text).toBe('Akte 7 {name}');
    await activeRow(page, 0);
    await page.keyboard.press('Control+z');
    await page.getByRole('alertdialog', { name: 'The change was undone' }).waitFor();
    expect((await stored()).get('file.7')?.text).toBe('Datei 7 {name}');

    await publish(page);
    const bundle = { projectId, environment: 'production', localeCode: 'de' };
    const { messages } = (await user.client.i18n.bundles.get(bundle)).data;
    expect(messages).toMatchObject({
      file: { 7: 'Datei 7 {name}' },
      item4_one: 'Ding {count}',
    });
    await expectNoPointer(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
