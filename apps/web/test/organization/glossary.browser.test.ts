import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { openSignedIn } from '../support/page.ts';

describe.skipIf(!hasChromium)('the glossary, in a browser', () => {
  const site = openSite();

  it('accepts new terms and translations in place, and can archive and restore terms', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'Open the file', b: 'Files', c: 'Exit' },
    });
    await i18n.locales.create({ projectId, code: 'de', name: 'German' });
    const read = async () => (await i18n.glossary.list({ projectId, archived: true })).data;
    // Chromium keeps using its own loader for a moment after interception starts.
    let gate = Promise.resolve();
    await page.route(/\/v1\/.*\/glossary\/[^/]+$/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByText('No terms yet').waitFor();
    await page.getByRole('button', { name: 'New term' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Term in the source language').fill('file');
    await dialog.getByLabel('Note for translators').fill('On a disk');
    await dialog.getByLabel('Match only this exact case').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await read()).toMatchObject([
        { term: 'file', note: 'On a disk', caseSensitive: true, translations: {} },
      ]),
    );

    const cell = page.getByLabel('file in German');
    await cell.fill('Datei');
    await cell.press('Escape');
    await expect.poll(() => cell.inputValue()).toBe('');
    await cell.fill('Datei');
    await cell.press('Enter');
    await eventually(async () => expect((await read())[0]!.translations).toEqual({ de: 'Datei' }));
    await cell.fill('');
    await cell.blur();
    await eventually(async () => expect((await read())[0]!.translations).toEqual({}));
    // A text that is typed while an earlier text is being saved stays, and is saved next.
    const { promise, resolve: openGate } = Promise.withResolvers<void>();
    gate = promise;
    await cell.fill('Akte');
    await cell.press('Enter');
    await cell.fill('Ordner');
    await cell.press('Enter');
    openGate();
    await eventually(async () => expect((await read())[0]!.translations).toEqual({ de: 'Ordner' }));
    await expect.poll(() => cell.inputValue()).toBe('Ordner');

    await page.getByLabel('Note on file').fill('In a folder');
    await page.getByLabel('Note on file').press('Enter');
    await eventually(async () => expect((await read())[0]!.note).toBe('In a folder'));
    await page.getByRole('link', { name: 'Uses of file in the editor' }).click();
    await page.getByText('Open the file').waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Edit file' }).click();
    await dialog.getByText('Used in 1 source string.').waitFor();
    await dialog.getByRole('link', { name: 'Show them in the editor' }).click();
    await page.getByText('Open the file').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('source:"file" case:');
    await page.goBack();

    await page.getByRole('button', { name: 'Archive file' }).click();
    await page.getByText('No terms yet').waitFor();
    await page.getByLabel('Show archived terms').check();
    await page.getByRole('button', { name: 'Restore file' }).click();
    await eventually(async () => expect((await read())[0]!.archivedAt).toBeNull());
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can be imported from CSV after its counts are shown, and downloaded', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId, code: 'de' });
    await i18n.glossary.create({ projectId, term: 'file', translations: { de: 'Akte' } });
    await page.goto(`${base}/p/${projectId}/glossary`);
    const pick = async (csv: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import terms' }).click();
      const file = { name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await (await chooser).setFiles(file);
    };
    await pick('term,de\nfile,Datei\n,leer\n');
    await page.getByText('line 3').waitFor();
    await pick('term,de,do_not_translate\nfile,Datei,\nAcme,,true\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 new term, 1 changed, 0 the same').waitFor();
    expect((await i18n.glossary.list({ projectId })).data).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Import terms' }).click();
    await page.getByText('2 terms were imported').waitFor();
    expect((await i18n.glossary.list({ projectId })).data).toMatchObject([
      { term: 'file', translations: { de: 'Datei' } },
      { term: 'Acme', doNotTranslate: true },
    ]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download terms' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toBe(
      'term,note,do_not_translate,case_sensitive,de\r\nfile,,false,false,Datei\r\nAcme,,true,false,\r\n',
    );
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await page.context().close();
  });

  it('imports and exports a translation memory as TMX', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId, code: 'de' });
    await page.goto(`${base}/p/${projectId}/glossary`);
    const pick = async (tmx: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import TMX' }).click();
      const file = { name: 'm.tmx', mimeType: '', buffer: Buffer.from(tmx) };
      await (await chooser).setFiles(file);
    };
    await pick('<xliff/>');
    await page.getByText('the root element must be <tmx>').waitFor();
    const seg = (locale: string, text: string) =>
      `<tuv xml:lang="${locale}"><seg>${text}</seg></tuv>`;
    const units = [
      seg('en', 'Save') + seg('de', 'Sichern'),
      seg('en', 'Open') + seg('fr', 'Ouvrir'),
    ];
    await pick(`<tmx version="1.4"><body><tu>${units.join('</tu><tu>')}</tu></body></tmx>`);
    await page.getByText('1 translation was added.').waitFor();
    await page.getByText('Other languages in the file: fr.').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download TMX' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('<seg>Sichern</seg>');
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await page.context().close();
  });

  it('shows inherited terms, and allows a viewer no changes', async () => {
    const { user, page, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const parent = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId: parent.id, code: 'de', name: 'German' });
    await i18n.glossary.create({
      projectId: parent.id,
      term: 'cart',
      translations: { de: 'Korb' },
    });
    const { data: child } = await i18n.children.create({ projectId: parent.id, name: 'Campaign' });
    await page.goto(`${base}/p/${child.id}/glossary`);
    const inherited = page.getByRole('row').filter({ hasText: 'cart' });
    await inherited.getByRole('link', { name: 'Shop', exact: true }).waitFor();
    await inherited.getByText('Korb').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Edit cart' }).count()).toBe(0);

    const viewer = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'viewer', viewer.user);
    await viewer.page.goto(`${base}/p/${parent.id}/glossary`);
    await viewer.page.getByText('Korb').waitFor();
    const main = viewer.page.locator('main');
    await expect
      .poll(() => main.getByRole('button').allTextContents())
      .toEqual(['Download terms', 'Download TMX']);
    await page.context().close();
    await viewer.page.context().close();
  });
});
