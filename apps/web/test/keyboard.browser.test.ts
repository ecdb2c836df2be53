import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { createProject } from '../../api/test/app/build.ts';
import { seedUser } from '../../api/test/app/seed.ts';
import { hasChromium, untilCalm } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { inField, inRows } from './editor/editor.ts';
import {
  expectNoPointer,
  goTo,
  pressAt,
  publish,
  signInTo,
  tabTo,
  typeInto,
} from './support/keyboard.ts';

const SOURCE = {
  a: 'Hello {name}',
  b: 'Save the file',
  c: 'Open',
  d: 'Close',
  e: 'Delete',
};

/** Presses the focused button. A busy browser may open the dialog only at the second press. */
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

  it('leads from the sign-in through an import and five translations to a release', async () => {
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
    await pressAt(page, 'Review changes of en.json', 'Enter');
    await page.getByRole('heading', { name: 'Review the import of en' }).waitFor();
    await pressAt(page, 'Apply import', 'Enter');
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();

    await goTo(page, 'Editor');
    await page.locator('[role=row][aria-rowindex="6"] [role=rowheader] bdi').waitFor();
    await typeInto(page, 'Query', 'is:missing');
    await page.keyboard.press('Enter');
    // The query matches all rows, so only the address shows that it was applied.
    await page.waitForURL(/q=is(?::|%3A)missing/);
    await page.getByText('5 rows', { exact: true }).waitFor();
    await untilCalm(page);
    await page.keyboard.press('ArrowDown');
    await inRows(page);
    await page.keyboard.press('Enter');
    await inField(page, 'German translation of a');
    await page.keyboard.type('Hallo {');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    for (const [key, text] of [
      ['b', 'Datei sichern'],
      ['c', 'Öffnen'],
      ['d', 'Schließen'],
      ['e', 'Löschen'],
    ] as const) {
      await inField(page, `German translation of ${key}`);
      await page.keyboard.type(text);
      await page.keyboard.press(key === 'e' ? 'Tab' : 'Enter');
    }
    await eventually(async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de' });
      expect(data.map(({ text }) => text).sort()).toEqual(
        ['Datei sichern', 'Hallo {name}', 'Löschen', 'Schließen', 'Öffnen'].sort(),
      );
    });
    await inRows(page);
    await page.keyboard.press('r');
    await eventually(async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de', state: 'reviewed' });
      expect(data.map(({ key }) => key)).toEqual(['e']);
    });

    await publish(page);
    const bundle = { projectId, environment: 'production', localeCode: 'de' };
    expect((await i18n.bundles.get(bundle)).data.messages).toMatchObject({ a: 'Hallo {name}' });
    await expectNoPointer(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
