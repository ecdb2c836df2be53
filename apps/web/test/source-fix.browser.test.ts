import { beforeAll, describe, expect, it } from 'vitest';
import { fillEditorProject } from '../../../bench/editor-project.ts';
import { eventually } from '../../../scripts/eventually.ts';
import { createProject } from '../../api/test/app/build.ts';
import { seedUser, type TestUser } from '../../api/test/app/seed.ts';
import { hasChromium, untilCalm } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { cell, inRows } from './editor/editor.ts';
import { expectNoPointer, goTo, pressAt, signInTo, typeInto } from './support/keyboard.ts';

/** Number of keys. A million of them take minutes to create. */
const KEYS = Number(process.env.TEST_PROJECT_KEYS ?? 4_000);
const KEY = 'checkout.pay';

describe.skipIf(!hasChromium)('a typo in a big project, in a browser', () => {
  const site = openSite();
  let user: TestUser;
  let projectId: string;
  beforeAll(async () => {
    user = await seedUser(site.app);
    const { i18n, users } = user.client;
    await users.me.update({ preferences: { editor: { view: 'grid' } } });
    const project = await createProject(user.client, { name: 'Big shop' });
    projectId = project.id;
    await fillEditorProject(site.app.connectionString, project, KEYS);
    for (const [locale, text] of [
      ['en', 'Pay for teh order'],
      ['de', 'Bestellung bezahlen'],
      ['fr', 'Payer la commande'],
    ] as const) {
      await i18n.projects.import({ projectId, locale, content: { [KEY]: text } });
    }
  });
  /** Returns the translations of the key that belong to an older source text. */
  const outdated = async () => {
    const query = { projectId, locales: ['de', 'fr'], query: `is:outdated key:${KEY}` };
    const found: string[] = [];
    // In a large project, a page before the last one can be empty.
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await user.client.i18n.rows.list({ ...query, ...(cursor && { cursor }) });
      for (const { values } of page.data) {
        found.push(...Object.keys(values).filter((locale) => values[locale]?.outdated));
      }
      cursor = page.meta.nextCursor;
    }
    return found;
  };

  it('can be found by its text and fixed without outdating translations, which a later edit of the string outdates', async () => {
    const { page, problems } = await signInTo(site, user, 'Big shop');
    expect(await outdated()).toEqual([]);
    await goTo(page, 'Editor');
    await page.getByRole('grid').waitFor();
    await typeInto(page, 'Query', '"teh order"');
    await page.keyboard.press('Enter');
    await page.getByText('1 row', { exact: true }).waitFor();
    await untilCalm(page);
    await page.keyboard.press('ArrowDown');
    await inRows(page);
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Source string, English').waitFor();
    await pressAt(page, 'Source string, English', 'Control+End');
    for (const _ of 'teh order') await page.keyboard.press('Backspace');
    await page.keyboard.type('the order');
    await dialog.getByText('2 translations become outdated: German and French').waitFor();
    await pressAt(page, 'The meaning has changed: translations become outdated', 'ArrowDown');
    await dialog.getByText('No translation becomes outdated.').waitFor();
    await pressAt(page, 'Source string, English', 'Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const textsNow = async () =>
      (await user.client.i18n.values.list({ projectId, keyPrefix: KEY, locale: 'en' })).data;
    await eventually(async () =>
      expect(await textsNow()).toMatchObject([{ text: 'Pay for the order' }]),
    );
    expect(await outdated()).toEqual([]);

    await inRows(page);
    await page.keyboard.press('o');
    await dialog.getByLabel('Source string, English').waitFor();
    await pressAt(page, 'Source string, English', 'Control+End');
    await page.keyboard.type('s');
    await dialog.getByText('2 translations become outdated: German and French').waitFor();
    await pressAt(page, 'Save', 'Enter');
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => expect(await outdated()).toEqual(['de', 'fr']));

    const query = `is:outdated key:${KEY}`;
    // Waits for the complete query, because the editor also runs parts of the query while it is typed.
    const read = page.waitForResponse(async (response) => {
      const { pathname, searchParams } = new URL(response.url());
      if (!pathname.endsWith('/row-index') || searchParams.get('query') !== query) return false;
      // The service searches the rows in several steps.
      return (await response.json()).data.isComplete;
    });
    await pressAt(page, 'Query', 'Control+a');
    await page.keyboard.type(query);
    await page.keyboard.press('Enter');
    expect((await (await read).json()).data.total).toBe(1);
    await page.waitForURL(/outdated/);
    await untilCalm(page);
    await cell(page, KEY, 1).getByText('Pay for the orders').waitFor();
    await cell(page, KEY).getByText('Bestellung bezahlen').waitFor();
    await expectNoPointer(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
