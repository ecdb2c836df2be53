import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { createProject } from '../../api/test/build.ts';
import { hasChromium, untilCalm } from '../../api/test/chromium.ts';
import { seedUser } from '../../api/test/seed.ts';
import { openSite } from '../../api/test/site.ts';
import { goTo, publish, signInTo, tabTo } from './support/keyboard.ts';

const SOURCE = {
  a: 'Hello {name}',
  b: 'Save the file',
  c: 'Open',
  d: 'Close',
  e: 'Delete',
};

/** Presses the button that has the focus. A loaded browser can open the dialog for the second press only. */
async function pressForFiles(page: Page): Promise<FileChooser> {
  const choosing = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => null);
  await page.keyboard.press('Enter');
  const first = await choosing;
  if (first) return first;
  const again = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  return again;
}

describe.skipIf(!hasChromium)('the main job by keyboard alone, in a browser', () => {
  const site = openSite();

  it('goes from the sign-in over an import and five translations to a release', async () => {
    const user = await seedUser(site.app);
    const { i18n } = user.client;
    await user.client.users.me.update({ preferences: { editor: { view: 'grid' } } });
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId, code: 'de' });
    const { page, problems } = await signInTo(site, user, 'Shop');

    await goTo(page, 'Import');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await untilCalm(page);
    await tabTo(page, 'Choose files');
    await page.getByRole('button', { name: 'Choose files' }).and(page.locator(':focus')).waitFor();
    const chooser = await pressForFiles(page);
    await chooser.setFiles([
      {
        name: 'en.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(SOURCE)),
      },
    ]);
    await page.getByRole('button', { name: 'Review changes of en.json' }).waitFor();
    await tabTo(page, 'Review changes of en.json');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Review the import of en' }).waitFor();
    await tabTo(page, 'Apply import');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();

    await goTo(page, 'Editor');
    await page.locator('[role=row][aria-rowindex="6"] [role=rowheader] bdi').waitFor();
    await tabTo(page, 'Query');
    await page.keyboard.type('is:missing');
    await page.keyboard.press('Enter');
    await page.getByText('5 rows', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-active]:focus').waitFor();
    await page.keyboard.press('Enter');
    const field = (key: string) => page.getByLabel(`German translation of ${key}`);
    await field('a').waitFor();
    await page.keyboard.type('Hallo {');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    for (const [key, text] of [
      ['b', 'Datei sichern'],
      ['c', 'Öffnen'],
      ['d', 'Schließen'],
      ['e', 'Löschen'],
    ] as const) {
      await field(key).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press(key === 'e' ? 'Tab' : 'Enter');
    }
    await eventually(async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de' });
      expect(data.map(({ text }) => text).sort()).toEqual(
        ['Datei sichern', 'Hallo {name}', 'Löschen', 'Schließen', 'Öffnen'].sort(),
      );
    });
    await page.locator('[data-active]:focus').waitFor();
    await page.keyboard.press('r');
    await eventually(async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de', state: 'reviewed' });
      expect(data.map(({ key }) => key)).toEqual(['e']);
    });

    await publish(page);
    const bundle = { projectId, environment: 'production', localeCode: 'de' };
    expect((await i18n.bundles.get(bundle)).data.messages).toMatchObject({ a: 'Hallo {name}' });
    expect(await page.evaluate('window.hasPointer')).toBeUndefined();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
