/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { cell, DESKTOP, leaveCell, ready, selectCell } from './editor/editor.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

const SOURCE = {
  close: 'Close the file',
  files_one: '{n} file',
  files_other: '{n} files',
  open: 'Open the file',
  save: 'Save the file',
};

describe.skipIf(!hasChromium)('the review, in a browser', () => {
  const site = openSite();

  /**
   * Creates a project that releases only reviewed texts: `save` is outdated, `open` needs review, an engine wrote the
   * others.
   */
  async function open() {
    const signedIn = await openSignedIn(site);
    const { client } = signedIn.user;
    const { i18n, translate } = client;
    await client.users.me.update({ preferences: { editor: { view: 'grid' } } });
    const settings = { requireReview: true };
    const { id: projectId } = await createProject(client, { name: 'Shop', settings });
    await i18n.projects.import({ projectId, locale: 'en', content: SOURCE });
    const german = { open: 'Datei auf', save: 'Datei sichern' };
    await i18n.projects.import({ projectId, locale: 'de', content: german });
    const work = { projectId, targetLocales: ['de'], engine: 'pseudo' };
    await translate.jobs.create(work, { waitSeconds: 30 });
    const values = async () =>
      Object.fromEntries(
        (await i18n.values.list({ projectId, locale: 'de' })).data.map((value) => [
          value.key,
          value,
        ]),
      );
    const { open: opened } = await values();
    await i18n.values.update({ projectId, valueId: opened!.id!, state: 'needs_review' });
    const content = { save: 'Save the file now' };
    await i18n.projects.import({ projectId, locale: 'en', content });
    await signedIn.page.setViewportSize(DESKTOP);
    const states = async () =>
      Object.fromEntries(Object.entries(await values()).map(([key, { state }]) => [key, state]));
    return { ...signedIn, projectId, states };
  }

  it('moves by keys through the queue of a locale, undoes reviews, and counts the texts reviewed today', async () => {
    const { page, problems, base, states } = await open();
    await page.goto(base);
    await page.getByRole('link', { name: 'Review Shop' }).click();
    await page.getByRole('heading', { name: 'German (de)' }).waitFor();
    await page.getByRole('link', { name: '5 not reviewed' }).waitFor();
    await page.getByRole('link', { name: '2 by people' }).waitFor();
    await page.getByRole('link', { name: '3 from machines' }).waitFor();
    const progress = page.getByRole('progressbar', { name: 'Progress' });
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toBe('100% · 0% reviewed');
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Review 5 texts in German' }).click();
    await ready(page);
    const bar = page.getByRole('region', { name: 'Review of German' });
    await bar.getByText('0 reviewed today').waitFor();
    await bar.getByRole('button', { name: 'Not reviewed 5' }).waitFor();
    await expect
      .poll(() => page.locator('[role=row] [role=rowheader] bdi').allTextContents())
      .toEqual(['close', 'files', 'open', 'save']);
    await expectNoFaults(page);
    await selectCell(page, 'close');
    await page.keyboard.press('a');
    const active = (key: string) =>
      cell(page, key).and(page.locator('[data-active]:focus')).waitFor();
    await active('files');
    await page.keyboard.press('a');
    await active('open');
    await bar.getByText('3 reviewed today').waitFor();
    await bar.getByRole('button', { name: 'Not reviewed 2' }).waitFor();
    expect(await states()).toMatchObject({
      close: 'reviewed',
      files_one: 'reviewed',
      files_other: 'reviewed',
      open: 'needs_review',
    });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await active('files');
    await bar.getByText('1 reviewed today').waitFor();
    expect(await states()).toMatchObject({
      close: 'reviewed',
      files_one: 'needs_review',
      files_other: 'needs_review',
    });
    await bar.getByRole('button', { name: 'Machine translations 2' }).click();
    await page.getByText('1 row', { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Outdated 1' }).click();
    await selectCell(page, 'save');
    await page.keyboard.press('p');
    const change = page.getByRole('tabpanel').getByText('Changed in the source since');
    await change.waitFor();
    await page.getByRole('tabpanel').locator('ins', { hasText: 'now' }).waitFor();
    await expectNoFaults(page);
    await selectCell(page, 'save');
    await page.keyboard.press('a');
    await change.waitFor({ state: 'detached' });
    await page.getByText('No later row needs review in this locale').waitFor();
    await bar.getByText('2 reviewed today').waitFor();
    expect(await states()).toMatchObject({ save: 'reviewed' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows which texts a project that releases only reviewed texts leaves out', async () => {
    const { page, problems, base, projectId } = await open();
    await page.goto(`${base}/p/${projectId}/editor?l=de`);
    await ready(page);
    await selectCell(page, 'open');
    await page.keyboard.press('Enter');
    await page.getByText('Releases leave it out until it is reviewed').waitFor();
    await leaveCell(page);
    await selectCell(page, 'files');
    await page.keyboard.press('h');
    await page.getByLabel('Plural form').selectOption('One');
    await page.getByRole('tabpanel').locator('ins', { hasText: '⟪' }).waitFor();
    await page.goto(`${base}/p/${projectId}/environments/production/publish`);
    const link = page.getByRole('link', { name: '5 texts are not reviewed' });
    await link.waitFor();
    await page.getByText('readers get the text of a parent locale or the source string').waitFor();
    await expectNoFaults(page);
    await link.click();
    await page.getByText('5 texts · 4 rows', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
