/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { actFor, joinOrganization } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { openEditor, ready } from './editor/editor.ts';
import { expectNoFaults } from './support/axe.ts';
import { pressAt } from './support/keyboard.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('the questions of a project, in a browser', () => {
  const site = openSite();

  it('can be listed by state, language and person, update as others answer them, and link to their thread', async () => {
    const owner = await openEditor(site);
    const { page, problems, projectId, user } = owner;
    const other = await openSignedIn(site);
    await joinOrganization(user, user.organizationId, 'translator', other.user);
    const { i18n } = actFor(other.user, user.organizationId);
    const { data: keys } = await i18n.keys.list({ projectId });
    const keyId = (key: string) => keys.find(({ name }) => name === key)!.id;
    const ask = async (key: string, text: string, localeCode?: string) => {
      const about = { ...(localeCode && { localeCode }), kind: 'question' as const };
      const place = { projectId, keyId: keyId(key) };
      return (await i18n.keys.comments.create({ ...place, ...about, text })).data;
    };
    const first = await ask('save', `Which file, @[${user.id}]?`);
    await ask('title', 'Du or Sie?', 'de');
    const place = { projectId, keyId: keyId('tags') };
    await user.client.i18n.keys.comments.create({ ...place, text: 'Only a remark' });

    await page.goto(owner.address.replace(/\/editor.*/, ''));
    await page.getByRole('link', { name: 'Open questions: 2' }).waitFor();
    await pressAt(page, 'Open questions: 2', 'Enter');
    await page.getByRole('heading', { name: 'Questions', level: 1 }).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    const shown = (keysOfRows: string[]) =>
      expect.poll(() => rows.locator('a bdi').allTextContents()).toEqual(keysOfRows);
    await shown(['title', 'save']);
    await rows.nth(1).getByText('@Test Person').waitFor();
    await expectNoFaults(page);
    const choose = (label: string, option: string) =>
      page.getByLabel(label, { exact: true }).selectOption(option);
    await choose('Language', 'German (de)');
    await shown(['title']);
    await choose('Language', 'All');
    await choose('People', 'Mention you');
    await shown(['save']);
    await choose('People', 'Everyone');
    await shown(['title', 'save']);
    // The page is not touched while another person resolves a question.
    await i18n.comments.resolve({ projectId, commentId: first.id });
    await shown(['title']);
    await choose('State', 'Resolved questions');
    await shown(['save']);
    await choose('State', 'Questions and comments');
    await shown(['tags', 'title', 'save']);
    await page.reload();
    await shown(['tags', 'title', 'save']);
    await pressAt(page, 'title', 'Enter');
    await page.locator('article', { hasText: 'Du or Sie?' }).and(page.locator(':focus')).waitFor();
    expect(new URL(page.url()).searchParams.get('thread')).toBeNull();
    expect(problems).toEqual([]);
  });

  it('can be found, like other comments, by queries that the editor offers', async () => {
    const owner = await openEditor(site);
    const { page, problems, projectId, user } = owner;
    const { data: keys } = await user.client.i18n.keys.list({ projectId });
    const { comments } = user.client.i18n.keys;
    const place = (key: string) => ({
      projectId,
      keyId: keys.find(({ name }) => name === key)!.id,
      text: 'Look',
    });
    await comments.create(place('save'));
    await comments.create({ ...place('title'), kind: 'question' });
    const shown = (names: string[]) =>
      expect
        .poll(() => page.locator('[role=row] [role=rowheader] bdi').allTextContents())
        .toEqual(names);
    await page.getByRole('button', { name: 'Filter' }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'With comments' }).press('Space');
    await shown(['save', 'title']);
    await page.getByRole('menuitemcheckbox', { name: 'With an open question' }).press('Space');
    await shown(['title']);
    await page.keyboard.press('Escape');
    await ready(page);
    expect(new URL(page.url()).searchParams.get('q')).toBe('has:comment is:question');
    expect(problems).toEqual([]);
  });
});
