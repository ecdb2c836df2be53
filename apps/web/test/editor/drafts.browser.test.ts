import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { lockContent, lockRules } from '../../../api/src/domain/kernel/project-lock.store.ts';
import { trustedProject } from '../../../api/src/domain/kernel/tenant.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { hasChromium } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import {
  cell,
  draftTexts,
  enter,
  field,
  inField,
  inRows,
  inState,
  leaveCell,
  openCell,
  openEditor,
  openTab,
  ready,
  textOf,
} from './editor.ts';

describe.skipIf(!hasChromium)('a text that is not saved yet, in a browser', () => {
  const site = openSite();

  /** Changes only the state of a value, as another person would. */
  async function setState(user: TestUser, projectId: string, key: string, state: 'reviewed') {
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de' });
    const { id } = data.find((value) => value.key === key)!;
    await user.client.i18n.values.update({ projectId, valueId: id!, state });
  }

  const problemAnswer = (status: number, code: string) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status, title: code, detail: code, requestId: 'r', errors: [] }),
  });
  const reload = async (page: Page) => {
    await page.reload();
    await ready(page);
  };

  it('reappears after the page was killed', async () => {
    const { page, context, address, stored } = await openEditor(site);
    await openCell(page, 'save');
    await page.keyboard.type(' sofort');
    await inState(page, 'save', 'draft');
    await eventually(async () =>
      expect(await draftTexts(page)).toContain('Die Datei speichern sofort'),
    );
    await page.close({ runBeforeUnload: false });
    const again = await openTab(context, address);
    await inState(again, 'save', 'draft');
    await openCell(again, 'save');
    await expect.poll(() => textOf(again)).toBe('Die Datei speichern sofort');
    await again.getByText(/^Unsaved since/).waitFor();
    expect(await stored('save')).toBe('Die Datei speichern');
    await context.close();
  });

  it('reaches the service when the connection is restored, even if the page was reloaded', async () => {
    let isOffline = false;
    const { page, context, stored } = await openEditor(site, {
      onWrite: (route) => (isOffline ? route.abort('internetdisconnected') : route.continue()),
    });
    await openCell(page, 'save');
    await page.keyboard.type(' offline');
    isOffline = true;
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'waiting');
    await reload(page);
    await inState(page, 'save', 'waiting');
    isOffline = false;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Die Datei speichern offline');
    await context.close();
  });

  it('can get a state while it is still being sent', async () => {
    const released = Promise.withResolvers<void>();
    const { page, context, projectId, user, problems } = await openEditor(site, {
      onWrite: async (route) => {
        await released.promise;
        await route.continue();
      },
    });
    await openCell(page, 'title');
    await page.keyboard.type('Ein langer Titel');
    await page.keyboard.press('Enter');
    await inState(page, 'title', 'saving');
    await inRows(page);
    await page.keyboard.press('r');
    released.resolve();
    await inState(page, 'title', 'reviewed');
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de' });
    expect(data.find(({ key }) => key === 'title')).toMatchObject({ state: 'reviewed' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('reaches the service after a new sign-in if the session has ended', async () => {
    const { page, context, user, stored, problems } = await openEditor(site);
    await openCell(page, 'save');
    await page.keyboard.type(' danach');
    await context.clearCookies();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Die Datei speichern danach');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('reaches the service after two failed attempts', async () => {
    let left = 2;
    const { page, context, stored } = await openEditor(site, {
      onWrite: (route) =>
        left-- > 0 ? route.fulfill(problemAnswer(500, 'internal')) : route.continue(),
    });
    await openCell(page, 'save');
    await page.keyboard.type(' trotzdem');
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'clean');
    expect(left).toBeLessThan(0);
    expect(await stored('save')).toBe('Die Datei speichern trotzdem');
    await context.close();
  });

  /** Acquires locks of a project, and holds them until the returned function is called. */
  const hold = async (take: (tx: Parameters<typeof lockContent>[0]) => Promise<void>) => {
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = site.app.db.transaction().execute(async (tx) => {
      await take(tx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return async () => {
      released.resolve();
      await holding;
    };
  };

  it('reaches the service while an import or a change of settings has locks on the project', async () => {
    const { page, context, projectId, stored, problems } = await openEditor(site);
    const project = trustedProject(projectId);
    const save = async (key: string, typed: string) => {
      await openCell(page, key);
      await page.keyboard.type(typed);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    // An import takes a lock against other writers of keys. It does not block a translation.
    const endImport = await hold((tx) => lockContent(tx, project, 'exclusive'));
    await save('greeting', 'Hallo {name}');
    await inState(page, 'greeting', 'clean');
    expect(await stored('greeting')).toBe('Hallo {name}');
    await endImport();

    const endSettings = await hold((tx) => lockRules(tx, project, 'exclusive'));
    await save('title', 'Ein langer Titel');
    await inState(page, 'title', 'saving');
    expect(await stored('title')).toBeNull();
    await endSettings();
    await inState(page, 'title', 'clean');
    expect(await stored('title')).toBe('Ein langer Titel');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('stays in each of two tabs', async () => {
    const { page, context, address, stored } = await openEditor(site);
    const other = await openTab(context, address);
    await page.bringToFront();
    await openCell(page, 'save');
    await page.keyboard.type(' A');
    await other.bringToFront();
    await openCell(other, 'save');
    await other.getByText('You are editing this text in another tab.').waitFor();
    await other.keyboard.type(' B');
    await leaveCell(other);
    await page.bringToFront();
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Die Datei speichern A');
    await other.bringToFront();
    await openCell(other, 'save');
    await other.keyboard.press('Enter');
    await inState(other, 'save', 'conflict');
    await cell(other, 'save').getByText('Die Datei speichern B').waitFor();
    await context.close();
  });

  it('stays a draft while the person is in another window', async () => {
    const { page, context, writes } = await openEditor(site);
    await openCell(page, 'save');
    await page.keyboard.type(' halb');
    await inState(page, 'save', 'draft');
    const other = await context.newPage();
    await other.bringToFront();
    await page.evaluate("dispatchEvent(new Event('blur'))");
    await page.bringToFront();
    await page.getByRole('button', { name: 'Details' }).focus();
    await field(page).focus();
    await leaveCell(page);
    await inState(page, 'save', 'draft');
    expect(writes).toEqual([]);
    await context.close();
  });

  it('can be kept or discarded by a digit key if another person changed the same words', async () => {
    const { page, stored, write, problems } = await openEditor(site);
    for (const [digit, expected] of [
      ['1', 'Meine1'],
      ['2', 'Ihre2'],
      ['3', 'Meine3 und mehr'],
    ] as const) {
      await openCell(page, 'title');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(`Meine${digit}`);
      await write('title', `Ihre${digit}`);
      await page.keyboard.press('Enter');
      await inState(page, 'title', 'conflict');
      await enter(page, 'title');
      await page.getByText(/changed this text while you edited it/).waitFor();
      await page.locator('[data-open]:focus-within').waitFor();
      await page.keyboard.press(digit);
      if (digit === '3') {
        await inField(page);
        await page.keyboard.type(' und mehr');
        await page.keyboard.press('Enter');
      }
      await inState(page, 'title', 'clean');
      expect(await stored('title')).toBe(expected);
      await cell(page, 'title').getByText(expected).waitFor();
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('merges changes that another person made to other parts of the text', async () => {
    const { user, projectId, page, stored, write, problems } = await openEditor(site, {
      values: { save: 'Die Datei speichern', title: 'Ein langer Titel', tags: 'X <b>{file}</b>' },
    });
    const cases = [
      { key: 'title', base: 'Ein langer Titel', theirs: 'Mein Titel', mine: 'Mein Titel' },
      { key: 'save', base: 'Die Datei speichern', mine: 'Die Datei speichern jetzt' },
    ];
    for (const { key, base, theirs, mine } of cases) {
      await openCell(page, key);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(mine);
      if (theirs !== undefined) await write(key, theirs);
      else await setState(user, projectId, key, 'reviewed');
      await page.keyboard.press('Enter');
      await inState(page, key, 'clean');
      expect(await stored(key), base).toBe(mine);
    }
    await openCell(page, 'tags');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('X <b>{file}</b> heute');
    await write('tags', 'Jetzt <b>{file}</b>');
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'clean');
    expect(await stored('tags')).toBe('Jetzt <b>{file}</b> heute');
    await cell(page, 'tags').getByText('heute').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is dropped if another person has added the same text, and conflicts with another text', async () => {
    const { page, stored, write, problems } = await openEditor(site, { values: {} });
    for (const { key, mine, theirs, state } of [
      { key: 'title', mine: 'Ein Titel', theirs: 'Ein Titel', state: 'clean' },
      { key: 'save', mine: 'Speichern', theirs: 'Sichern', state: 'conflict' },
    ]) {
      await openCell(page, key);
      await page.keyboard.type(mine);
      await write(key, theirs);
      await page.keyboard.press('Enter');
      await inState(page, key, state);
      expect(await stored(key)).toBe(theirs);
    }
    await enter(page, 'save');
    await page.getByText(/changed this text while you edited it/).waitFor();
    await page.locator('[data-open]:focus-within').waitFor();
    await page.keyboard.press('1');
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Speichern');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
