import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { makeZip } from '../../api/test/content/make-zip.ts';
import { DESKTOP } from './editor/editor.ts';
import { expectNoFaults } from './support/axe.ts';
import { pressAt } from './support/keyboard.ts';
import { openSignedIn } from './support/page.ts';

const SHOP = {
  'locales/en/common.json': '{"save":"Save"}',
  'locales/en/shop.json': '{"cart":{"title":"Cart","pay":"Pay"}}',
  'locales/de/common.json': '{"save":"Sichern"}',
};

/** Writes a folder that is removed after the test. The browser reads its files only when it sends them. */
function writeFolder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'parlance-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return join(root, 'locales');
}

const rowsOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Files of the folder' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent)),
    );

/** Drops a folder like a desktop file manager. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const zone = page.getByText('Drop locale files, a folder or a ZIP here');
  const { x, y } = (await zone.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  }
}

const chooseFiles = (page: Page, name: string, content: Buffer) =>
  page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: content });

describe.skipIf(!hasChromium)('the import of a folder in the web app', () => {
  const site = openSite();

  it('can be started by keyboard, shows the changes of each file, and applies them as one change', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    const { i18n } = user.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { 'common.save': 'Keep' } });
    await page.setViewportSize(DESKTOP);
    await page.goto(`${base}/p/${projectId}/import`);
    const files = { ...SHOP, 'locales/README.md': '#', 'locales/node_modules/x/en.json': '{}' };
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressAt(page, 'Choose a folder', 'Enter'),
    ]);
    await chooser.setFiles(writeFolder(files));
    await page.getByRole('heading', { name: 'Import of locales' }).waitFor();
    await expect
      .poll(() => rowsOf(page))
      .toEqual([
        ['locales/de/common.json', 'German (de)', 'JSON', 'common.', '0', '1', '0', '0', '0'],
        ['locales/en/common.json', 'English (en)', 'JSON', 'common.', '0', '0', '1', '0', '0'],
        ['locales/en/shop.json', 'English (en)', 'JSON', 'shop.', '2', '2', '0', '0', '0'],
      ]);
    const path = page.getByLabel('Paths of the files');
    await expect.poll(() => path.inputValue()).toBe('locales/{locale}/{namespace}.json');
    await page.getByText('The import adds these locales: German (de)').waitFor();
    await expectNoFaults(page);
    expect((await i18n.locales.list({ projectId })).data).toHaveLength(1);

    await page.getByLabel('Before the names of keys').fill('');
    await pressAt(page, 'Paths of the files', 'Enter');
    await expect
      .poll(async () => (await rowsOf(page)).map((row) => row[4]))
      .toEqual(['0', '1', '2']);
    await page.getByLabel('Before the names of keys').fill('{namespace}.');
    await pressAt(page, 'Paths of the files', 'Enter');
    await expect
      .poll(async () => (await rowsOf(page)).map((row) => row[4]))
      .toEqual(['0', '0', '2']);

    const mode = page.getByLabel('Strings that differ from the file');
    await mode.selectOption('Import nothing');
    const conflict = page.locator('li', { hasText: 'locales/en/common.json common.save' });
    await conflict.waitFor();
    await mode.selectOption('Replace them');
    await conflict.waitFor({ state: 'detached' });
    await expect.poll(async () => (await rowsOf(page)).length).toBe(3);

    await pressAt(page, 'Import 3 files', 'Enter');
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();
    await expect
      .poll(() => page.locator('dd').allTextContents())
      .toEqual(['3', '1', '0', '0', '2', '0', '0']);
    await expectNoFaults(page);
    const { data } = await i18n.projects.export({ projectId, locale: 'en', format: 'json' });
    expect(data).toMatchObject({
      content: { 'common.save': 'Save', 'shop.cart.title': 'Cart', 'shop.cart.pay': 'Pay' },
    });
    const { data: changes } = await i18n.changes.list({ projectId });
    expect(changes).toHaveLength(2);
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByRole('heading', { name: 'Import applied' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('accepts a ZIP, names the file of each fault, and shows warnings and skipped files', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    await page.setViewportSize(DESKTOP);
    await page.goto(`${base}/p/${projectId}/import`);
    const parts = Object.entries(SHOP).map(([name, content]) => ({ name, content }));
    const broken = { name: 'locales/fr/shop.json', content: '{\n"a": oops}' };
    await chooseFiles(page, 'shop.zip', makeZip([...parts, broken]));
    await page.getByText('Line 2, column 6:').waitFor();
    await page.locator('li', { hasText: broken.name }).waitFor();
    await page.getByText('1 file cannot be read. Nothing was imported.').waitFor();
    // The fault is shown once and without a request id.
    expect(await page.getByText('Line 2, column 6').count()).toBe(1);
    expect(await page.getByText('Request', { exact: false }).count()).toBe(0);
    const tops = await page
      .locator('form input:is([name=path], [name=source], [name=prefix])')
      .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
    const apply = page.getByRole('button', { name: /^Import \d+ files?$/ });
    expect(await apply.isDisabled()).toBe(true);
    await expectNoFaults(page);

    await page.getByRole('button', { name: 'Leave this file out' }).click();
    await page.getByRole('heading', { name: 'Files that cannot be read', exact: false }).waitFor();
    const leftOut = page.getByRole('listitem').filter({ hasText: broken.name });
    await leftOut.getByText('Line 2, column 6:').waitFor();
    await expect.poll(() => apply.isDisabled()).toBe(false);
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('heading', { name: 'Changes of 3 files' }).waitFor();
    await page.getByText('shop.cart.pay').waitFor();
    await page.locator('ins', { hasText: 'Sichern' }).waitFor();
    await leftOut.getByText('Line 2, column 6:').waitFor();
    await expectNoFaults(page);
    await page.getByRole('group', { name: 'Decision about common.save' }).first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
    await chooseFiles(page, 'shop.zip', makeZip([...parts, broken]));
    await page.getByText('Line 2, column 6:').waitFor();
    await page.getByRole('button', { name: 'Remove shop.zip' }).click();
    await page.getByRole('heading', { name: 'Import of shop.zip' }).waitFor({ state: 'detached' });
    const extra = { name: 'README.md', content: '#' };
    const more = { name: 'locales/de/shop.json', content: '{"cart":{"title":null}}' };
    await chooseFiles(page, 'shop.zip', makeZip([...parts, more, extra]));
    await page.getByText('1 file is not part of the import').waitFor();
    await page.getByRole('heading', { name: 'Warnings' }).waitFor();
    await expect.poll(() => apply.isDisabled()).toBe(false);
    await apply.click();
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();
    expect((await user.client.i18n.changes.list({ projectId })).data).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('accepts a dropped folder, and rejects a pattern that matches none of its files', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    await page.goto(`${base}/p/${projectId}/import`);
    await dropFolder(page, writeFolder({ ...SHOP, 'locales/de/notes.txt': 'x' }));
    await expect
      .poll(async () => (await rowsOf(page)).map(([path]) => path))
      .toEqual(['locales/de/common.json', 'locales/en/common.json', 'locales/en/shop.json']);
    await page.getByLabel('Paths of the files').fill('texts/{locale}.json');
    await page.getByLabel('Before the names of keys').fill('');
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page
      .getByText(/does not match any of the 3 files/)
      .first()
      .waitFor();
    const path = page.getByLabel('Paths of the files');
    await expect.poll(() => path.inputValue()).toBe('texts/{locale}.json');
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
