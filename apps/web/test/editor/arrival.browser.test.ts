/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createProject } from '../../../api/test/app/build.ts';
import { hasChromium, slowMachine, untilCalm } from '../../../api/test/browser/chromium.ts';
import { openSite } from '../../../api/test/browser/site.ts';
import { createScriptedEngine, directoryOf } from '../../../api/test/engines/scripted-engine.ts';
import { expectNoFaults } from '../support/axe.ts';
import { closeDialog } from '../support/keyboard.ts';
import { openSignedIn } from '../support/page.ts';
import { holdBack, slowDown } from '../support/slow-network.ts';
import {
  field,
  inField,
  inRows,
  inState,
  leaveCell,
  openCell,
  openEditor,
  ready,
  selectCell,
} from './editor.ts';
import { fillEditor } from './filled-editor.ts';
import { scrollTo } from './grid.ts';

/** Waits until a cell has the focus. */
const focusAt = (page: Page, row: number, column = 2): Promise<void> =>
  page.locator(`[data-row="${row}"][data-column="${column}"][data-active]:focus`).waitFor();

describe.skipIf(!hasChromium)('the editor on arrival, in a browser', () => {
  const site = openSite();

  it('puts the focus into the first cell after a link, after the navigation, and in the focus view', async () => {
    const { page, problems, context, address } = await openEditor(site);
    await focusAt(page, 0);
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Editor' }).click();
    await focusAt(page, 0);
    await page.keyboard.press('?');
    await closeDialog(page);
    await focusAt(page, 0);
    await page.goto(`${address}&view=focus`);
    await focusAt(page, 0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('puts the focus into the first cell after a return from a page that was still loading', async () => {
    const { page, problems, context } = await openEditor(site);
    await focusAt(page, 0);
    const release = await holdBack(context, /\.js$/);
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Editor' }).click();
    await focusAt(page, 0);
    await release();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps the focus on an element that accepts keys when columns disappear, dialogs close and a toast ends', async () => {
    const { page, problems, context } = await openEditor(site);
    await selectCell(page, 'save', 3);
    await page.keyboard.press('l');
    await page.getByRole('menuitemcheckbox', { name: /French/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'French' }).waitFor({ state: 'detached' });
    await inRows(page);
    // A row that is still loading cannot be selected.
    await page.locator('[data-active]:focus').getByText('Die Datei speichern').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await inRows(page);
    await page.keyboard.press('b');
    await closeDialog(page);
    await inRows(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps the focus in the query after Enter, and moves the focus to the rows after the down arrow', async () => {
    const { page, problems, context, writes } = await openEditor(site, { engine: 'pseudo' });
    const metered: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/suggestions')) metered.push(request.url());
    });
    await inRows(page);
    await page.keyboard.press('/');
    await page.locator('[type=search]:focus').waitFor();
    await page.keyboard.type('file');
    await page.keyboard.press('Enter');
    await page.getByText('2 rows', { exact: true }).waitFor();
    await page.keyboard.type(' marking');
    await expect.poll(() => page.locator('[type=search]').inputValue()).toBe('file marking');
    await page.getByText('No row matches the query.').waitFor();
    for (let key = 0; key < 8; key++) await page.keyboard.press('Backspace');
    await page.getByText('2 rows', { exact: true }).waitFor();
    expect([metered, writes]).toEqual([[], []]);
    await page.keyboard.press('ArrowDown');
    await focusAt(page, 0);
    // ArrowDown also works before the rows of the query have arrived.
    await page.keyboard.press('/');
    await page.locator('[type=search]:focus').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('is:missing');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.getByText('4 rows', { exact: true }).waitFor();
    await focusAt(page, 0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('moves the focus to the rows of the query that was typed last, even on a slow machine', async () => {
    const { page, problems, context } = await openEditor(site);
    await inRows(page);
    await slowMachine(page, 20);
    await page.keyboard.press('/');
    await page.locator('[type=search]:focus').waitFor();
    await page.keyboard.type('file');
    await page.keyboard.press('Enter');
    // Letters that are typed while a query is running become part of the next query.
    await page.keyboard.type(' save');
    await page.keyboard.press('ArrowDown');
    await focusAt(page, 0);
    await expect.poll(() => page.locator('[type=search]').inputValue()).toBe('file save');
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await inField(page);
    // A cell that is open in one result is not open in the next result.
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('4 rows', { exact: true }).waitFor();
    await field(page).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('offers the engine for interface tests in the panel only if the project has chosen this engine', async () => {
    for (const engine of [undefined, 'pseudo']) {
      const opened = await openEditor(site, engine === undefined ? {} : { engine });
      await selectCell(opened.page, 'save');
      await opened.page.keyboard.press('s');
      await opened.page.getByRole('tabpanel').getByText('Nobody has translated').waitFor();
      await untilCalm(opened.page);
      const asks = opened.page.getByRole('button', { name: 'Ask pseudo' });
      await expect.poll(() => asks.count()).toBe(engine === undefined ? 0 : 1);
      await opened.context.close();
    }
  });

  it('keeps typed text while the open text is still loading', async () => {
    const whole = `Ein langer Text ${'und noch mehr davon '.repeat(80)}`;
    const released = Promise.withResolvers<void>();
    const { page, problems, context, stored } = await openEditor(site, {
      values: { save: whole, title: 'Ein Titel' },
      onRead: async (route) => {
        await released.promise;
        await route.continue();
      },
    });
    await selectCell(page, 'save');
    await page.keyboard.press('Enter');
    await page.getByText('Loading the whole text…').waitFor();
    await page.keyboard.type('marked as U R C');
    released.resolve();
    await inField(page);
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await stored('save')).toBe(`${whole}marked as U R C`));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens in the focus view with a list of sources for a person with one language', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    await i18n.locales.create({ projectId, code: 'de' });
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'Save', b: 'Close' } });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${base}/p/${projectId}/editor`);
    const list = page.getByRole('navigation', { name: 'Rows of the query' });
    // A screen reader reads the key, the source, and the language, state and text of the translation.
    await list.getByRole('button', { name: 'b Close German Missing', exact: true }).waitFor();
    await focusAt(page, 0);
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Focus', exact: true }).click();
    await page.getByRole('grid').waitFor();
    await untilCalm(page);
    await page.goto(`${base}/p/${projectId}/editor`);
    await page.getByRole('grid').waitFor();
    await focusAt(page, 0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the rows at the scroll position, and restores them after another page', async () => {
    const filled = await fillEditor(site, 3_000);
    const { page, problems } = await filled.open(filled.editor);
    await page.getByText('Row 1 of').waitFor();
    await page.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = 2_000 * 56;
    });
    const place = page.getByText(/^Rows 2,001–2,0/);
    const row = page.getByRole('rowheader').getByTitle(await filled.nameOf(2_004));
    for (const one of [place, row]) await one.waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/editor'));
    // The editor is hidden while the next page loads, and is removed when that page is shown.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[role=grid]').waitFor({ state: 'detached' });
    // New rows arrive late.
    await slowDown(page, 300);
    await page.goBack();
    for (const one of [place, row]) await one.waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)('the editor, in a browser', () => {
  const free = createScriptedEngine({ id: 'shouter' });
  const site = openSite(() => ({ overrides: { engines: directoryOf(free) } }));

  it('offers to load rows again while offline, and loads them when the connection is restored', async () => {
    const filled = await fillEditor(site, 3_000);
    const { page, problems } = await filled.open('about:blank');
    let isOffline = false;
    await page.context().route(
      (url) => url.pathname.endsWith('/rows'),
      async (route) => {
        const isAway = isOffline && !(await page.evaluate('window.isBack'));
        await (isAway ? route.abort('internetdisconnected') : route.continue());
      },
    );
    await page.goto(`${filled.editor}?l=de,fr`);
    await ready(page);
    isOffline = true;
    await scrollTo(page, 56 * 1_500);
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    // The editor also loads rows by itself. A button that a locator has found may disappear before it is pressed.
    await expect
      .poll(() =>
        page.evaluate(() => {
          Object.assign(window, { isBack: true });
          if (document.querySelector('[role=row][aria-rowindex="1505"] bdi')) return true;
          const buttons = [...document.querySelectorAll('button')];
          buttons.find((button) => button.textContent === 'Try again')?.click();
          return false;
        }),
      )
      .toBe(true);
    await page.evaluate('window.isBack = false');
    await scrollTo(page, 56 * 2_500);
    await page.getByText('Could not be loaded').first().waitFor();
    isOffline = false;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.locator('[role=row][aria-rowindex="2505"] bdi').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lists drafts with their project, form and reason, and saves or discards all of them', async () => {
    const { page, problems, context, projectId, user, stored } = await openEditor(site, {
      texts: { tags: 'Open <b>{file}</b> now', items_one: '{n} item', items_other: '{n} items' },
      values: { items_one: '{n} Ding', items_other: '{n} Dinge' },
    });
    const { data: project } = await user.client.i18n.projects.get({ projectId });
    await openCell(page, 'tags');
    await page.keyboard.type('Ohne');
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'blocked');
    await openCell(page, 'items');
    await page.keyboard.press('ArrowDown');
    await inField(page, /plural form Other$/);
    await page.keyboard.type(' hier');
    await leaveCell(page);
    await page.getByRole('button', { name: '2 drafts' }).click();
    const list = page.getByRole('dialog');
    const items = list.getByRole('listitem');
    const tags = items.filter({ hasText: 'Ohne' });
    await tags.getByText(project.name).waitFor();
    await expect.poll(() => tags.innerText()).toMatch(/an error keeps it.*Tag is missing/);
    await items.filter({ hasText: 'hier' }).filter({ hasText: 'Other' }).waitFor();
    await expectNoFaults(page);
    await list.getByRole('button', { name: 'Save all as needs review' }).click();
    await list.getByText('Everything is saved.').waitFor();
    expect(await stored('tags')).toBe('Ohne');
    expect(await stored('items_other')).toBe('{n} Dinge hier');
    await closeDialog(page);
    await openCell(page, 'tags');
    await page.keyboard.type('x');
    await leaveCell(page);
    await page.getByRole('button', { name: '1 draft' }).click();
    await list.getByRole('button', { name: 'Discard it' }).click();
    await list.getByText('Everything is saved.').waitFor();
    expect(await stored('tags')).toBe('Ohne');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows translations from the memory, terms and the translation of a free engine next to the open text', async () => {
    const { page, problems, context, projectId, user, writes } = await openEditor(site, {
      texts: { one: 'Save the file', two: 'Save the large file' },
      values: { one: 'Datei sichern' },
    });
    const translations = { de: 'Akte' };
    await user.client.i18n.glossary.create({ projectId, term: 'file', translations });
    const { data: keys } = await user.client.i18n.keys.list({ projectId });
    const at = { projectId, keyId: keys.find(({ name }) => name === 'two')!.id, locale: 'de' };
    await eventually(async () =>
      expect((await user.client.i18n.keys.suggestions(at)).data.memory).toHaveLength(1),
    );
    await openCell(page, 'two');
    const open = page.getByRole('region', { name: 'German text of two' });
    await open.getByText('Datei sichern').waitFor();
    await open.getByText('SAVE THE LARGE Akte').waitFor();
    const term = open.getByRole('button', { name: /^Glossary: file is Akte/ });
    await term.hover();
    await open.getByText('A click inserts it').waitFor();
    await term.click();
    await inField(page);
    await page.keyboard.press('Control+i');
    await eventually(async () => expect(await field(page).textContent()).toBe('Datei sichern'));
    await page.keyboard.press('Control+i');
    await eventually(async () =>
      expect(await field(page).textContent()).toBe('SAVE THE LARGE Akte'),
    );
    expect(writes).toEqual([]);
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});
