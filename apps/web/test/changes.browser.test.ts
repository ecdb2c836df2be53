import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { forgetChanges } from '../../api/src/domain/content/writer/forget/forget-changes.ts';
import { trustedProject } from '../../api/src/domain/kernel/tenant.ts';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { openEditor, ready, selectCell } from './editor/editor.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('the changes of a project, in a browser', () => {
  const site = openSite();

  it('are listed and filtered, show their texts, and can be undone unless newer changes exist', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    await page.goto(`${base}/p/${projectId}/changes`);
    await page.getByText('Nothing was written in the project yet').waitFor();
    // The navigation shows the current page, including on a phone.
    await expect
      .poll(async () => {
        const { x, width } = (await page.getByRole('link', { name: 'Changes' }).boundingBox())!;
        return x + width;
      })
      .toBeLessThanOrEqual(page.viewportSize()!.width);
    await page.goto(`${base}/p/${projectId}/review`);
    await page.locator('main').getByRole('link', { name: 'Locales' }).waitFor();
    const bring = (content: Record<string, string>, locale = 'en') =>
      i18n.projects.import({ projectId, locale, content });
    await bring({ open: 'Open', save: 'Save' });
    await bring({ open: 'Öffnen', save: 'Sichern' }, 'de');
    await bring({ open: 'Aufmachen', save: 'Speichern' }, 'de');
    const { data: values } = await i18n.values.list({ projectId, locale: 'de' });
    const texts = async () =>
      (await i18n.values.list({ projectId, locale: 'de' })).data.map(({ text }) => text);
    const open = values.find(({ key }) => key === 'open')!;
    await i18n.values.update({ projectId, valueId: open.id!, text: 'Von Hand' });
    await i18n.keys.bulk({
      projectId,
      select: { query: '', locales: ['de'] },
      action: { setTags: { add: ['menu'] } },
    });

    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('link', { name: 'Changes' }).click();
    const entries = page.locator('main ol > li');
    await entries.first().getByText('Bulk change').waitFor();
    await entries.first().getByText('2 keys edited').waitFor();
    await expect.poll(() => entries.count()).toBe(5);
    // Each entry shows its keys and words, below the person and the hour.
    await page.getByRole('heading', { level: 3, name: user.name }).first().waitFor();
    const edit = entries.nth(1);
    await edit.getByRole('link', { name: 'open', exact: true }).waitFor();
    await expect.poll(() => edit.locator('del').allTextContents()).toEqual(['Aufmachen']);
    await expect.poll(() => edit.locator('ins').allTextContents()).toEqual(['Von Hand']);
    await entries.last().getByRole('link', { name: 'and 2 more' }).waitFor();
    await expectNoFaults(page);
    await page.getByLabel('Kind').selectOption('import');
    await eventually(async () => expect(await entries.count()).toBe(3));
    await page.getByLabel('Locale').selectOption('de');
    await eventually(async () => expect(await entries.count()).toBe(2));
    await page.waitForURL(/kind=import/);
    await page.locator('main').getByLabel('Person').fill('nobody of that name');
    await page.locator('main').getByLabel('Person').press('Enter');
    await page.getByText('No change matches').waitFor();
    await page.goBack();
    await eventually(async () => expect(await entries.count()).toBe(2));
    await page.getByLabel('To', { exact: true }).fill('2026-01-01');
    await page.getByText('No change matches').waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByLabel('From', { exact: true }).fill('2026-01-01');
    await eventually(async () => expect(await entries.count()).toBe(2));
    await page.waitForURL(/from=2026-01-01/);

    await entries.first().getByRole('link', { name: 'Import' }).click();
    await page.locator('del', { hasText: 'Sichern' }).waitFor();
    await page.locator('ins', { hasText: 'Speichern' }).waitFor();
    await page.getByRole('button', { name: 'Undo this change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 value gets its earlier text back').waitFor();
    await dialog.getByText('1 was changed since').waitFor();
    await expect.poll(() => dialog.locator('dd').allTextContents()).toEqual(['Von Hand', 'Öffnen']);
    await dialog.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByText('The change was undone').waitFor();
    expect(await texts()).toEqual(['Von Hand', 'Sichern']);

    // The forms of a family are saved one after the other. They form one entry, and each form links to its change.
    await bring({ files_one: '{n} file', files_other: '{n} files' });
    const { data: keys } = await i18n.keys.list({ projectId, q: 'files' });
    for (const { id: keyId } of keys) {
      await i18n.values.put({ projectId, keyId, localeCode: 'de', text: 'Dateien' });
    }
    await page.goto(`${base}/p/${projectId}/changes`);
    await entries.first().getByText('2 texts').waitFor();
    await entries.first().getByRole('link', { name: 'files', exact: true }).waitFor();
    await entries.nth(1).getByText('2 new keys').waitFor();
    await entries.first().getByRole('link', { name: 'one', exact: true }).click();
    await page.getByRole('button', { name: 'Undo this change' }).waitFor();
    await page.getByRole('link', { name: 'files_one' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('have a notice that older changes were deleted, on their page and in the history of a text', async () => {
    const { page, user, projectId, problems, address } = await openEditor(site);
    const { i18n } = user.client;
    const id = trustedProject(projectId);
    const put = (save: string) =>
      i18n.projects.import({ projectId, locale: 'de', content: { save } });
    for (const text of ['Eins', 'Zwei', 'Drei', 'Vier']) await put(text);
    await i18n.changes.list({ projectId });
    const { signal } = new AbortController();
    // The first call decides what to keep, and the second deletes the rest.
    for (let call = 0; call < 2; call++) {
      await forgetChanges(site.app.db, id, new Date(Date.now() + 1_000), signal);
    }
    await page.goto(address.replace(/editor.*/, 'changes'));
    await page.getByText('Older changes have been deleted.').waitFor();
    await expect.poll(() => page.locator('main ol > li').count()).toBe(1);

    await page.goto(address);
    await ready(page);
    await selectCell(page, 'save');
    await page.keyboard.press('h');
    const panel = page.getByRole('tabpanel', { name: 'History' });
    await panel.getByText('Older versions have been deleted.').waitFor();
    await expect.poll(() => panel.locator('ol > li').count()).toBe(2);
    // The text before the older version was deleted, so no difference is shown.
    await expect.poll(() => panel.locator('ol > li').nth(1).locator('ins').count()).toBe(0);
    await panel.locator('ol > li').nth(1).getByText('Drei').waitFor();
    expect(problems).toEqual([]);
  });
});
