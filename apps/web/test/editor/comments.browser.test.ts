/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { actFor, joinOrganization } from '../../../api/test/app/build.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { addAnswers } from '../../../api/test/content/add-answers.ts';
import { expectNoFaults } from '../support/axe.ts';
import { expectNoPointer, watchPointer } from '../support/keyboard.ts';
import { openSignedIn } from '../support/page.ts';
import { cell, DESKTOP, inRows, inState, openEditor, ready } from './editor.ts';

const PER_PAGE = 50;

/** Reads the drafts in the browser's storage. The page writes drafts there with a delay. */
const UNSENT = `new Promise((resolve) => {
  const open = indexedDB.open('parlance-comments');
  open.onsuccess = () => {
    const texts = open.result.transaction('texts').objectStore('texts').getAll();
    texts.onsuccess = () => {
      open.result.close();
      resolve(texts.result.map(({ text }) => text).sort());
    };
  };
})`;

describe.skipIf(!hasChromium)('comments in the editor, in a browser', () => {
  const site = openSite();
  type Opened = Awaited<ReturnType<typeof openEditor>>;

  /** Opens the owner's editor as another member with a role. */
  async function openAs(role: 'translator' | 'viewer' | 'developer', { user, address }: Opened) {
    const opened = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, role, opened.user);
    await watchPointer(opened.page);
    await opened.page.setViewportSize(DESKTOP);
    await opened.page.goto(address);
    await ready(opened.page);
    return { ...opened, client: actFor(opened.user, user.organizationId) };
  }

  const keyIdOf = async ({ user, projectId }: Opened, key: string): Promise<string> => {
    const { data } = await user.client.i18n.keys.list({ projectId });
    return data.find(({ name }) => name === key)!.id;
  };

  /** Moves from the first row, which has the focus on arrival, to the text of the second row. */
  async function goToSave(page: Page): Promise<void> {
    await inRows(page);
    await page.locator('[data-active]').press('Control+Home');
    await cell(page, 'greeting').and(page.locator('[data-active]:focus')).press('ArrowDown');
    await cell(page, 'save').and(page.locator('[data-active]:focus')).waitFor();
  }

  const panel = (page: Page) => page.getByRole('tabpanel');
  const comment = (page: Page, text: string) => panel(page).locator('article', { hasText: text });
  const inComment = (page: Page, text: string) =>
    comment(page, text).and(page.locator(':focus')).waitFor();
  const inText = (page: Page, label: string) =>
    page.getByLabel(label, { exact: true }).and(page.locator('textarea:focus')).waitFor();

  it('can be written as questions, answered, edited, resolved and deleted by keyboard', async () => {
    const owner = await openEditor(site);
    // All people in a test have the same default name.
    const { name } = (await owner.user.client.users.me.update({ name: 'The Owner' })).data;
    const translator = await openAs('translator', owner);
    const { page } = translator;
    await goToSave(page);
    await page.keyboard.press('q');
    await inText(page, 'New question');
    await page.keyboard.type('Which file, @the');
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('? See https://example.com/a.');
    await page.keyboard.press('Control+Enter');
    await comment(page, 'Which file').waitFor();
    await comment(page, 'Which file').getByText('Open question').waitFor();
    const link = comment(page, 'Which file').getByRole('link');
    expect(await link.getAttribute('href')).toBe('https://example.com/a');
    expect(await link.getAttribute('rel')).toBe('nofollow noopener noreferrer');
    await comment(page, 'Which file').getByText(`@${name}`, { exact: true }).waitFor();
    const { data } = await translator.client.i18n.comments.list({ projectId: owner.projectId });
    expect(data).toMatchObject([
      { key: 'save', kind: 'question', localeCode: null, text: expect.stringContaining('@[') },
    ]);

    // The owner does not touch the page: an event announces the question.
    await goToSave(owner.page);
    await owner.page.keyboard.press('Shift+w');
    await inComment(owner.page, 'Which file');
    await owner.page.keyboard.press('a');
    await inText(owner.page, 'Answer');
    await owner.page.keyboard.type('The one in the window');
    await owner.page.keyboard.press('Control+Enter');
    await inComment(owner.page, 'Which file');
    await comment(page, 'The one in the window').waitFor();

    await page.keyboard.press('ArrowDown');
    await inComment(page, 'Which file');
    await page.keyboard.press('ArrowDown');
    await inComment(page, 'The one in the window');
    await page.keyboard.press('e');
    await page.getByText('Only the author can edit a comment').waitFor();
    await page.keyboard.press('ArrowUp');
    await inComment(page, 'Which file');
    await page.keyboard.press('e');
    await inText(page, 'Edit the comment');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Thanks');
    await page.keyboard.press('Control+Enter');
    await comment(page, 'Thanks').getByText('Edited').waitFor();
    await inComment(page, 'Which file');
    await page.keyboard.press('r');
    await comment(page, 'Which file').getByText('Resolved by').waitFor();
    await comment(owner.page, 'Which file').getByText('Resolved by').waitFor();
    await page.keyboard.press('r');
    await comment(owner.page, 'Which file').getByText('Open question').waitFor();
    await page.keyboard.press('m');
    await comment(page, 'Which file').getByText('Muted').waitFor();
    await page.keyboard.press('Escape');
    await inRows(page);

    // Owners may delete the comments of others.
    await owner.page.keyboard.press('d');
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await comment(page, 'This comment was deleted.').waitFor();
    await expectNoFaults(page);
    await expectNoPointer(page);
    for (const { problems } of [owner, translator]) expect(problems).toEqual([]);
  });

  it('keep an unsent text when the panel is closed and the page is reloaded', async () => {
    const owner = await openEditor(site);
    const { page, user, projectId, problems } = owner;
    await user.client.i18n.keys.comments.create({
      projectId,
      keyId: await keyIdOf(owner, 'save'),
      localeCode: 'de',
      text: 'First',
    });
    await goToSave(page);
    await page.keyboard.press('w');
    await inText(page, 'New comment');
    await page.keyboard.type('Half a thought');
    await page.keyboard.press('Escape');
    await inRows(page);
    await page.keyboard.press('p');
    await panel(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+w');
    await inComment(page, 'First');
    await page.keyboard.press('a');
    await inText(page, 'Answer');
    await page.keyboard.type('Half an answer');
    await page.keyboard.press('Escape');
    await inComment(page, 'First');
    await expect.poll(() => page.evaluate(UNSENT)).toEqual(['Half a thought', 'Half an answer']);
    await page.reload();
    await ready(page);
    await goToSave(page);
    await page.keyboard.press('w');
    await inText(page, 'New comment');
    await expect.poll(() => page.locator('textarea:focus').inputValue()).toBe('Half a thought');
    const answer = page.getByLabel('Answer', { exact: true });
    await expect.poll(() => answer.inputValue()).toBe('Half an answer');
    await page.keyboard.press('Escape');
    await inRows(page);
    await page.keyboard.press('Shift+w');
    await inComment(page, 'First');
    await page.keyboard.press('a');
    await answer.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await inComment(page, 'First');
    await page.keyboard.press('w');
    await inText(page, 'New comment');
    await page.keyboard.press('Control+Enter');
    await comment(page, 'Half a thought').waitFor();
    await expect.poll(() => page.locator('textarea:focus').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  it('load in pages in a thread of 500 comments', async () => {
    const owner = await openEditor(site);
    const { page, user, projectId, problems } = owner;
    const keyId = await keyIdOf(owner, 'save');
    const { data: first } = await user.client.i18n.keys.comments.create({
      projectId,
      keyId,
      localeCode: 'de',
      text: 'The first',
    });
    await addAnswers(site.app, first, 499);
    await goToSave(page);
    await page.keyboard.press('Shift+w');
    await panel(page).locator('article').first().waitFor();
    expect(await panel(page).locator('article').count()).toBe(PER_PAGE);
    await panel(page).getByRole('button', { name: 'Show older comments' }).press('Enter');
    await expect.poll(() => panel(page).locator('article').count()).toBe(2 * PER_PAGE);
    // A link opens the newest comments of the thread, and the person can answer there.
    const link = `k/${keyId}?l=de&thread=${first.id}`;
    await page.goto(owner.address.replace(/editor.*/, link));
    await inComment(page, `Number ${500 - PER_PAGE}.`);
    await page.keyboard.press('a');
    await inText(page, 'Answer');
    expect(await panel(page).locator('article').count()).toBe(PER_PAGE);
    expect(problems).toEqual([]);
  });

  it('can state the reason when a shortcut sends a text back to the translator', async () => {
    const values = { save: 'Die Datei speichern', title: 'Ein Titel' };
    const owner = await openEditor(site, { values });
    const { page, user, projectId, problems } = owner;
    await page.goto(`${owner.address}&q=is%3Atranslated`);
    await ready(page);
    await inRows(page);
    await page.locator('[data-active]').press('Control+Home');
    await cell(page, 'save').and(page.locator('[data-active]:focus')).press('Shift+u');
    await inText(page, 'Send back to the translator: why?');
    await page.keyboard.type('It is a folder');
    await page.keyboard.press('Control+Enter');
    // As after a review, the focus moves to the next text to review.
    await cell(page, 'title').and(page.locator('[data-active]:focus')).waitFor();
    await inState(page, 'save', 'needs_review');
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de' });
    expect(data.find(({ key }) => key === 'save')?.state).toBe('needs_review');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+w');
    await inComment(page, 'It is a folder');
    const review = page.getByRole('region', { name: 'Review of German' });
    await review.getByRole('button', { name: 'Send back' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('can be written by everyone who reads the project, with a note on what the role does not allow', async () => {
    const owner = await openEditor(site);
    const { projectId, user } = owner;
    const place = { projectId, keyId: await keyIdOf(owner, 'save') };
    await user.client.i18n.keys.comments.create({ ...place, kind: 'question', text: 'Why?' });
    const { page, problems } = await openAs('viewer', owner);
    await goToSave(page);
    await page.keyboard.press('Shift+u');
    await page.getByText('You can read these texts, but not change them').waitFor();
    await page.keyboard.press('Shift+w');
    await inComment(page, 'Why?');
    await page.keyboard.press('r');
    await page.getByText('Only questions are resolved', { exact: false }).waitFor();
    await page.keyboard.press('d');
    await page.getByText('Only the author, owners and admins can delete a comment').waitFor();
    expect(await comment(page, 'Why?').getByRole('button').allTextContents()).toEqual([
      'Answer A',
      'Mute M',
    ]);
    await page.keyboard.press('w');
    await inText(page, 'New comment');
    await page.keyboard.type('For the reader');
    await page.keyboard.press('Control+Enter');
    await comment(page, 'For the reader').waitFor();
    expect(problems).toEqual([]);
  });
});
