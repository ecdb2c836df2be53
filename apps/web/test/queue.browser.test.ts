/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { actFor, createProject, joinOrganization } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { DESKTOP } from './editor/editor.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('the queue of a person, in a browser', () => {
  const site = openSite();

  /** Creates a project with work of each kind for a reviewer of German, and opens the reviewer's page. */
  async function open() {
    const owner = await openSignedIn(site);
    const { client, organizationId } = owner.user;
    const { id: projectId } = await createProject(client, { name: 'Shop' });
    const { i18n } = client;
    const english = {
      save: 'Save',
      open: 'Open',
      exit: 'Exit',
      files_one: 'File',
      files_other: 'Files',
    };
    await i18n.projects.import({ projectId, locale: 'en', content: english });
    await i18n.projects.import({
      projectId,
      locale: 'de',
      content: { save: 'Sichern', open: 'Auf' },
    });
    await i18n.locales.create({ projectId, code: 'fr' });
    await i18n.projects.import({ projectId, locale: 'en', content: { save: 'Save now' } });
    const { data: keys } = await i18n.keys.list({ projectId });
    const keyOf = (name: string) => keys.find((key) => key.name === name)!.id;
    const opened = { projectId, keyId: keyOf('open'), localeCode: 'de' };
    await i18n.values.put({ ...opened, text: 'Öffnen', state: 'needs_review' });
    const reviewer = await openSignedIn(site);
    await joinOrganization(owner.user, organizationId, 'reviewer', reviewer.user, ['de']);
    const helper = await openSignedIn(site);
    await joinOrganization(owner.user, organizationId, 'contributor', helper.user);
    const contributor = actFor(helper.user, organizationId).i18n;
    const propose = (key: string, text: string, localeCode = 'de') =>
      contributor.proposals.create({ projectId, keyId: keyOf(key), localeCode, text });
    await propose('exit', 'Ende');
    await propose('save', 'Speichern');
    await propose('exit', 'Quitter', 'fr');
    await contributor.keys.comments.create({
      projectId,
      keyId: keyOf('open'),
      localeCode: 'de',
      kind: 'question' as const,
      text: 'Verb or adjective?',
    });
    await helper.page.context().close();
    await owner.page.context().close();
    return { ...reviewer, base: owner.base, projectId, propose, keyOf, organizationId };
  }

  const section = (page: Page) =>
    page.locator('main > section').filter({
      has: page.getByRole('heading', { name: 'Your queue', level: 2 }),
    });

  it('shows the numbers of the API on the home page, in the inbox, in Review and in the navigation', async () => {
    const { page, problems, base, user, projectId, propose, organizationId } = await open();
    const { i18n } = actFor(user, organizationId);
    const numbers = async (): Promise<string[]> => {
      const { locales } = (await i18n.queue.get({ projectId })).data;
      expect(locales.map(({ localeCode }) => localeCode)).toEqual(['de']);
      const { proposals, toReview, questions, outdated, missing } = locales[0]!;
      return [proposals, toReview, questions, outdated, missing].map(String);
    };
    expect(await numbers()).toEqual(['2', '1', '1', '1', '3']);
    const inTable = () => section(page).locator('tbody tr td:not(:nth-child(2))').allTextContents();
    const badge = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

    await page.setViewportSize(DESKTOP);
    await page.goto(base);
    await expect.poll(inTable).toEqual(await numbers());
    await expectNoFaults(page);
    await page.goto(`${base}/inbox`);
    await expect.poll(inTable).toEqual(await numbers());
    await page.getByRole('link', { name: 'proposed 2 texts' }).waitFor();
    await expectNoFaults(page);
    // A phone shows each kind of pending work without scrolling.
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const entry = section(page).getByRole('listitem');
      await entry.getByRole('link', { name: 'To translate 3' }).waitFor();
      const links = entry.getByRole('link');
      expect(await links.count()).toBe(5);
      for (const link of await links.all()) {
        const { x, width: own } = (await link.boundingBox())!;
        expect(x + own).toBeLessThanOrEqual(width);
      }
    }
    await page.setViewportSize(DESKTOP);
    await section(page).getByRole('link', { name: '3 – To translate in German, Shop' }).click();
    await page.getByText('3 texts · 2 rows', { exact: true }).waitFor();

    await badge('Review').click();
    await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
    const inReview = (name: string) => page.getByRole('main').getByRole('link', { name });
    await inReview('2 texts with proposals').waitFor();
    await inReview('1 needs a review').waitFor();
    await inReview('1 outdated').waitFor();
    await inReview('1 open question').waitFor();
    await inReview('3 to translate').waitFor();
    await expect.poll(() => badge('Review').textContent()).toBe('Review4');
    await expect.poll(() => badge('Questions').textContent()).toBe('Questions1');
    await expectNoFaults(page);

    // The page is not touched while the work changes.
    const { data: proposed } = await i18n.proposals.list({ projectId, localeCode: 'de' });
    for (const { id: proposalId } of proposed)
      await i18n.proposals.decline({ projectId, proposalId });
    await expect.poll(() => badge('Review').textContent()).toBe('Review2');
    await inReview('2 texts with proposals').waitFor({ state: 'detached' });
    await propose('exit', 'Beenden');
    await inReview('Decide about 1 text in German').click();
    await page.getByText('1 row', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: 'Accept A: Beenden' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('d');
    await page.getByText('Nobody has proposed a text here.').waitFor();
    await badge('Questions').click();
    await page.getByRole('main').getByRole('listitem').getByText('Verb or adjective?').waitFor();
    expect(await page.getByLabel('People', { exact: true }).inputValue()).toBe('queue');
    await page.goto(base);
    await expect.poll(inTable).toEqual(await numbers());
    expect(await numbers()).toEqual(['0', '1', '1', '1', '3']);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
