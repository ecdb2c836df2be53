import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../../scripts/run/web.mjs';
import { lockContent, lockRules } from '../../api/src/domain/project-lock.store.ts';
import { trustedProject } from '../../api/src/domain/tenant.ts';
import { startTestApp, type TestApp } from '../../api/test/app.ts';
import { createProject } from '../../api/test/build.ts';
import {
  BROWSER_SITE,
  hasChromium,
  startBrowser,
  type TestBrowser,
} from '../../api/test/chromium.ts';
import type { TestUser } from '../../api/test/seed.ts';
import { type GridCommand, SHORTCUTS } from '../src/features/editor/shortcuts.ts';
import { expectNoFaults } from './axe.ts';
import { openSignedIn } from './page.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const DESKTOP = { width: 1280, height: 900 };

const TEXTS = {
  greeting: 'Hello {name}',
  save: 'Save the file',
  tags: 'Open <b>{file}</b> now',
  title: 'A long title',
} as const;

describe.skipIf(!hasChromium)('the open cell, in a browser', () => {
  let app: TestApp;
  let browser: TestBrowser;
  beforeAll(async () => {
    expect(await ensureBuilt(ROOT, process.execPath)).toBe(true);
    app = await startTestApp({ env: { PUBLIC_URL: BROWSER_SITE } });
    browser = await startBrowser(app);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  interface Opened {
    user: TestUser;
    context: BrowserContext;
    page: Page;
    problems: string[];
    address: string;
    projectId: string;
    /** Text of a key in the locale, as the service has it. */
    stored(key: string): Promise<string | null>;
    /** Writes a text as another person would. */
    write(key: string, text: string): Promise<void>;
    /** Writing calls of the page, in order. */
    writes: string[];
  }

  async function setUp(
    options: {
      locale?: string;
      texts?: Record<string, string>;
      values?: Record<string, string>;
    } = {},
  ): Promise<Opened> {
    const { locale = 'de', texts = TEXTS, values = { save: 'Die Datei speichern' } } = options;
    const { user, page, problems, base } = await openSignedIn(app, browser);
    const { client } = user;
    const { id: projectId } = await createProject(client);
    const shown = [locale, 'fr'];
    for (const code of shown) await client.i18n.locales.create({ projectId, code });
    await client.i18n.projects.import({ projectId, locale: 'en', content: { ...texts } });
    if (Object.keys(values).length > 0) {
      await client.i18n.projects.import({ projectId, locale, content: { ...values } });
    }
    const context = page.context();
    await page.setViewportSize(DESKTOP);
    const address = `${base}/p/${projectId}/editor?l=${shown.join()}`;
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/values') && request.method() !== 'GET') {
        writes.push(request.method());
      }
    });
    await page.goto(address);
    await ready(page);
    const values_ = async (key: string) =>
      (await client.i18n.values.list({ projectId, locale })).data.find(
        (value) => value.key === key,
      );
    return {
      ...{ user, context, page, problems, address, projectId, writes },
      stored: async (key) => (await values_(key))?.text ?? null,
      async write(key, text) {
        const value = await values_(key);
        if (value?.id) await client.i18n.values.update({ projectId, valueId: value.id, text });
        else {
          const { data } = await client.i18n.keys.list({ projectId });
          const { id: keyId } = data.find((row) => row.name === key)!;
          await client.i18n.values.put({ projectId, keyId, localeCode: locale, text });
        }
      },
    };
  }

  /** Changes the state of a value and nothing else of it, as another person would. */
  async function setState(user: TestUser, projectId: string, key: string, state: 'reviewed') {
    const { data } = await user.client.i18n.values.list({ projectId, locale: 'de' });
    const { id } = data.find((value) => value.key === key)!;
    await user.client.i18n.values.update({ projectId, valueId: id!, state });
  }

  /** Waits until the rows are there. */
  const ready = (page: Page) => page.locator('[role=rowheader] bdi').first().waitFor();
  const cell = (page: Page, key: string, column = 2) =>
    page
      .locator('[role=row]', { has: page.locator(`bdi[title="${key}"]`) })
      .locator(`[data-column="${column}"]`);
  const field = (page: Page) => page.locator('.cm-content');
  /** Opens a cell. A cell that is open is left before, for its overlay may cover this one. */
  const enter = async (page: Page, key: string) => {
    if ((await field(page).count()) > 0) {
      await field(page).press('Escape');
      await field(page).waitFor({ state: 'detached' });
    }
    await cell(page, key).click();
    await cell(page, key).press('Enter');
  };
  const open = async (page: Page, key: string) => {
    await enter(page, key);
    await field(page).waitFor();
  };
  const SAVED = ['missing', 'translated', 'needs_review', 'reviewed'];
  /** Waits until a cell is in a state, `clean` if all of it is saved. */
  const inState = (page: Page, key: string, state: string) =>
    cell(page, key)
      .locator((state === 'clean' ? SAVED : [state]).map((name) => `[data-state="${name}"]`).join())
      .waitFor();
  /** The text as it is in the document: the glyphs of line breaks are left out. */
  const text = async (page: Page) =>
    (await field(page).locator('.cm-line').allTextContents())
      .map((line) => line.replace('↵', ''))
      .join('\n');

  it('saves a text with Enter, moves to the next row, and takes it back with an undo', async () => {
    const { page, problems, stored, writes } = await setUp();
    await open(page, 'save');
    expect(await field(page).getAttribute('aria-label')).toBe('German translation of save');
    await page.keyboard.type(' jetzt');
    await inState(page, 'save', 'draft');
    expect(writes).toEqual([]);
    await page.keyboard.press('Enter');
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Die Datei speichern jetzt');
    await page.getByLabel('German translation of tags').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await vi.waitFor(async () => expect(await stored('save')).toBe('Die Datei speichern'));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('fills a missing value through the menu of placeholders, with the keyboard alone', async () => {
    const { page, problems, stored } = await setUp();
    await open(page, 'greeting');
    await page.keyboard.type('Hallo {');
    await page.getByRole('option', { name: /\{name\}/ }).waitFor();
    await page.keyboard.press('1');
    expect(await text(page)).toBe('Hallo {name}');
    await page.keyboard.press('Control+Enter');
    await inState(page, 'greeting', 'reviewed');
    expect(await stored('greeting')).toBe('Hallo {name}');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  const problemAnswer = (status: number, code: string) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status, title: code, detail: code, requestId: 'r', errors: [] }),
  });
  const isWrite = ({ pathname }: URL) => /\/values\/[^/]+$/.test(pathname);
  const reload = async (page: Page) => {
    await page.reload();
    await ready(page);
  };

  describe('never loses a text', () => {
    it('that was typed before the page was killed', async () => {
      const { page, context, address, stored } = await setUp();
      await open(page, 'save');
      await page.keyboard.type(' sofort');
      await inState(page, 'save', 'draft');
      await vi.waitFor(async () =>
        expect(await draftTexts(page)).toContain('Die Datei speichern sofort'),
      );
      await page.close({ runBeforeUnload: false });
      const again = await context.newPage();
      await again.setViewportSize(DESKTOP);
      await again.goto(address);
      await ready(again);
      await inState(again, 'save', 'draft');
      await open(again, 'save');
      expect(await text(again)).toBe('Die Datei speichern sofort');
      await again.getByText(/^Unsaved since/).waitFor();
      expect(await stored('save')).toBe('Die Datei speichern');
      await context.close();
    });

    it('that was saved without a connection, also if the page is loaded again', async () => {
      const { page, context, stored } = await setUp();
      await open(page, 'save');
      await page.keyboard.type(' offline');
      await context.route(isWrite, (route) => route.abort('internetdisconnected'));
      await page.keyboard.press('Enter');
      await inState(page, 'save', 'waiting');
      await reload(page);
      await inState(page, 'save', 'waiting');
      await context.unroute(isWrite);
      await page.evaluate("dispatchEvent(new Event('online'))");
      await inState(page, 'save', 'clean');
      expect(await stored('save')).toBe('Die Datei speichern offline');
      await context.close();
    });

    it('that was saved after the session ended', async () => {
      const { page, context, user, stored, problems } = await setUp();
      await open(page, 'save');
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

    it('that was saved while the service fails twice', async () => {
      const { page, context, stored } = await setUp();
      let left = 2;
      await context.route(isWrite, (route) =>
        left-- > 0 ? route.fulfill(problemAnswer(500, 'internal')) : route.continue(),
      );
      await open(page, 'save');
      await page.keyboard.type(' trotzdem');
      await page.keyboard.press('Enter');
      await inState(page, 'save', 'clean');
      expect(left).toBeLessThan(0);
      expect(await stored('save')).toBe('Die Datei speichern trotzdem');
      await context.close();
    });

    /** Holds locks of a project until the returned function is called. */
    const hold = async (take: (tx: Parameters<typeof lockContent>[0]) => Promise<void>) => {
      const released = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const holding = app.db.transaction().execute(async (tx) => {
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

    it('that was saved while an import or a change of settings holds the project', async () => {
      const { page, context, projectId, stored, problems } = await setUp();
      const project = trustedProject(projectId);
      const save = async (key: string, typed: string) => {
        await open(page, key);
        await page.keyboard.type(typed);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
      };
      // An import orders itself among those who change keys: it does not hold up a translation.
      const endImport = await hold((tx) => lockContent(tx, project, 'exclusive'));
      await save('greeting', 'Hallo {name}');
      await inState(page, 'greeting', 'clean');
      expect(await stored('greeting')).toBe('Hallo {name}');
      await endImport();

      const endSettings = await hold((tx) => lockRules(tx, [projectId], 'exclusive'));
      await save('title', 'Ein langer Titel');
      await inState(page, 'title', 'saving');
      expect(await stored('title')).toBeNull();
      await endSettings();
      await inState(page, 'title', 'clean');
      expect(await stored('title')).toBe('Ein langer Titel');
      expect(problems).toEqual([]);
      await context.close();
    });

    it('that is edited in two tabs', async () => {
      const { page, context, address, stored } = await setUp();
      const other = await context.newPage();
      await other.setViewportSize(DESKTOP);
      await other.goto(address);
      await ready(other);
      await page.bringToFront();
      await open(page, 'save');
      await page.keyboard.type(' A');
      await other.bringToFront();
      await open(other, 'save');
      await other.getByText('You are editing this text in another tab.').waitFor();
      await other.keyboard.type(' B');
      await other.keyboard.press('Escape');
      await page.bringToFront();
      await page.keyboard.press('Enter');
      await inState(page, 'save', 'clean');
      expect(await stored('save')).toBe('Die Datei speichern A');
      await other.bringToFront();
      await open(other, 'save');
      await other.keyboard.press('Enter');
      await inState(other, 'save', 'conflict');
      expect(await cell(other, 'save').innerText()).toContain('Die Datei speichern B');
      await context.close();
    });
  });

  it('never saves a text by itself while the person is elsewhere', async () => {
    const { page, context, writes } = await setUp();
    await open(page, 'save');
    await page.keyboard.type(' halb');
    await inState(page, 'save', 'draft');
    const other = await context.newPage();
    await other.bringToFront();
    await page.evaluate("dispatchEvent(new Event('blur'))");
    await page.bringToFront();
    await page.getByRole('button', { name: 'Details' }).focus();
    await field(page).focus();
    await page.keyboard.press('Escape');
    await inState(page, 'save', 'draft');
    expect(writes).toEqual([]);
    await context.close();
  });

  it('keeps a text with an error as a draft, and saves it on purpose', async () => {
    const { page, stored, writes, problems } = await setUp({
      values: { tags: '<b>{file}</b> öffnen' },
    });
    await open(page, 'tags');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    expect(await page.evaluate('getSelection().toString()')).toBe('<b>');
    await page.keyboard.press('Delete');
    await page
      .getByText('Tags do not match')
      .or(page.getByText('Tag is missing'))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'blocked');
    expect(writes).toEqual([]);
    await open(page, 'tags');
    await page.keyboard.press('F9');
    await page.keyboard.press('Escape');
    expect(await field(page).evaluate('document.activeElement.className')).toContain('cm-content');
    await page.keyboard.press('F9');
    while ((await page.evaluate('document.activeElement.textContent')) !== 'Save as needs review') {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'needs_review');
    expect(await stored('tags')).toBe('{file}</b> öffnen');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('fixes a finding with F8 and Enter, and dismisses another one', async () => {
    const { page, stored, problems } = await setUp({
      values: { tags: '<b>{datei}</b> öffnen', title: 'Ein Titel.' },
    });
    await open(page, 'tags');
    await page.keyboard.press('F8');
    await page.keyboard.press('Enter');
    expect(await text(page)).toBe('<b>{file}</b> öffnen');
    await page.keyboard.press('Tab');
    await inState(page, 'tags', 'clean');
    expect(await stored('tags')).toBe('<b>{file}</b> öffnen');
    await open(page, 'title');
    const dismiss = page.getByRole('button', { name: 'Dismiss: Final punctuation differs' });
    await dismiss.click();
    await dismiss.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('asks which text to keep when somebody else changed the same words, and takes a digit', async () => {
    const { page, stored, write, problems } = await setUp();
    for (const [digit, expected] of [
      ['1', 'Meine1'],
      ['2', 'Ihre2'],
      ['3', 'Meine3 und mehr'],
    ] as const) {
      await open(page, 'title');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(`Meine${digit}`);
      await write('title', `Ihre${digit}`);
      await page.keyboard.press('Enter');
      await inState(page, 'title', 'conflict');
      await enter(page, 'title');
      await page.getByText(/changed this text while you edited it/).waitFor();
      await page.keyboard.press(digit);
      if (digit === '3') {
        await field(page).waitFor();
        await page.keyboard.type(' und mehr');
        await page.keyboard.press('Enter');
      }
      await inState(page, 'title', 'clean');
      expect(await stored('title')).toBe(expected);
      expect(await cell(page, 'title').innerText()).toContain(expected);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('takes what it can of a text that somebody else changed meanwhile, and asks for nothing', async () => {
    const { user, projectId, page, stored, write, problems } = await setUp({
      values: { save: 'Die Datei speichern', title: 'Ein langer Titel', tags: 'X <b>{file}</b>' },
    });
    const cases = [
      { key: 'title', base: 'Ein langer Titel', theirs: 'Mein Titel', mine: 'Mein Titel' },
      { key: 'save', base: 'Die Datei speichern', mine: 'Die Datei speichern jetzt' },
    ];
    for (const { key, base, theirs, mine } of cases) {
      await open(page, key);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(mine);
      if (theirs !== undefined) await write(key, theirs);
      else await setState(user, projectId, key, 'reviewed');
      await page.keyboard.press('Enter');
      await inState(page, key, 'clean');
      expect(await stored(key), base).toBe(mine);
    }
    await open(page, 'tags');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('X <b>{file}</b> heute');
    await write('tags', 'Jetzt <b>{file}</b>');
    await page.keyboard.press('Enter');
    await inState(page, 'tags', 'clean');
    expect(await stored('tags')).toBe('Jetzt <b>{file}</b> heute');
    expect(await cell(page, 'tags').innerText()).toContain('heute');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('takes the text of another person for a missing value if it is the same, and asks if not', async () => {
    const { page, stored, write, problems } = await setUp({ values: {} });
    for (const { key, mine, theirs, state } of [
      { key: 'title', mine: 'Ein Titel', theirs: 'Ein Titel', state: 'clean' },
      { key: 'save', mine: 'Speichern', theirs: 'Sichern', state: 'conflict' },
    ]) {
      await open(page, key);
      await page.keyboard.type(mine);
      await write(key, theirs);
      await page.keyboard.press('Enter');
      await inState(page, key, state);
      expect(await stored(key)).toBe(theirs);
    }
    await enter(page, 'save');
    await page.getByText(/changed this text while you edited it/).waitFor();
    await page.keyboard.press('1');
    await inState(page, 'save', 'clean');
    expect(await stored('save')).toBe('Speichern');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does in the grid what the sheet says of each key', async () => {
    const { page, context, problems } = await setUp();
    const leave = () => page.keyboard.press('Escape');
    const activeRow = () => page.locator('[data-active]').getAttribute('data-row');
    const isSeen = async (what: Locator, close = leave) => {
      await what.first().waitFor();
      await close();
      await what.first().waitFor({ state: 'detached' });
    };
    const effects: Readonly<Record<GridCommand, () => Promise<void>>> = {
      edit: () => isSeen(field(page)),
      nextWork: () => vi.waitFor(async () => expect(await activeRow()).toBe('2')),
      previousWork: () => vi.waitFor(async () => expect(await activeRow()).toBe('0')),
      reviewed: () => inState(page, 'save', 'reviewed'),
      needsReview: () => inState(page, 'save', 'needs_review'),
      copySource: async () => {
        await inState(page, 'save', 'draft');
        await open(page, 'save');
        expect(await text(page)).toBe(TEXTS.save);
        await page.getByRole('button', { name: 'Discard draft' }).click();
        await leave();
      },
      history: () =>
        isSeen(page.getByRole('tab', { name: 'History', selected: true }), async () => {
          await cell(page, 'save').click();
          await page.keyboard.press('p');
        }),
      query: () => page.locator('search input:focus').waitFor(),
      filter: () => isSeen(page.getByRole('menuitemcheckbox')),
      goTo: () => isSeen(page.getByLabel('Row number or name of a key')),
      columns: () => isSeen(page.getByRole('menuitemcheckbox')),
      panel: () => isSeen(page.getByRole('tablist'), () => page.keyboard.press('p')),
      tree: () =>
        isSeen(page.getByRole('navigation', { name: 'Names of keys' }), () =>
          page.keyboard.press('t'),
        ),
      invisibles: () => page.getByText('Open texts hide invisible characters').waitFor(),
      density: () => page.locator('[role=grid]:not([data-density=normal])').waitFor(),
      undo: () => page.getByText('The last save was undone').waitFor(),
      help: () => isSeen(page.getByRole('dialog')),
    };
    for (const { id, chords } of SHORTCUTS.filter(({ scope }) => scope === 'grid')) {
      await cell(page, 'save').click();
      await page.keyboard.press(chords[0]!.replace('Mod', 'Control'));
      await effects[id as GridCommand]();
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('does what each chord promises, and nothing during a composition or with AltGr', async () => {
    const { page, context, writes, problems } = await setUp();
    await open(page, 'save');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('zwei');
    expect(await text(page)).toBe('Die Datei speichern\nzwei');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await text(page)).toBe('Die Datei speichern');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+b');
    expect(await text(page)).toBe('Save the file');
    await page.keyboard.press('Control+.');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+End');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await field(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    await cdp.send('Input.insertText', { text: '日本' });
    expect(await text(page)).toBe('Die Datei speichern日本');
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', modifierAltGraph: true, bubbles: true }))`);
    await page.getByLabel('German translation of save').waitFor();
    expect(writes).toEqual([]);
    await page.keyboard.press('Escape');

    await open(page, 'save');
    await page.keyboard.press('Tab');
    await page.getByLabel('French translation of save').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.getByLabel('German translation of save').waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('German translation of tags').waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps chips real text: what is typed, deleted, copied and pasted is the message itself', async () => {
    const { page, context, stored, problems } = await setUp();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, 'tags');
    let expected = '';
    const pieces = [
      'Wort ',
      '<b>',
      '{file}',
      '</b>',
      '%s',
      ' {{n}} ',
      'ä',
      '&amp;',
      '{',
      '}',
      "''",
    ];
    const piece = fc.oneof(
      fc.constantFrom(...pieces),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }),
    );
    for (const typed of fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }), 12)) {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      for (const part of typed) await page.keyboard.insertText(part);
      expected = typed.join('');
      expect(await text(page)).toBe(expected);
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(expected);
    await page.keyboard.press('Delete');
    const pasted = 'eins\r\n<b>zwei</b>\u00a0{file}';
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await inState(page, 'tags', 'translated');
    expect(await stored('tags')).toBe('eins\n<b>zwei</b>\u00a0{file}');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('saves no byte of a text that was only opened, with its line breaks and spaces', async () => {
    const value = 'eins\r\nzwei\u00a0\u202f\u200b drei\r\n';
    const { page, stored, writes } = await setUp({ values: { title: value } });
    await open(page, 'title');
    expect(await page.locator('.cm-invisible').count()).toBe(5);
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await page.keyboard.press('i');
    await open(page, 'title');
    expect(await page.locator('.cm-invisible').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(writes).toEqual([]);
    await open(page, 'title');
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await inState(page, 'title', 'clean');
    expect(await stored('title')).toBe(`${value}x`);
    await page.context().close();
  });

  it('isolates placeholders and tags in text that runs from right to left', async () => {
    const { page, problems } = await setUp({
      locale: 'ar',
      texts: { files: 'Open {name} and <b>%1$s</b> now' },
      values: { files: 'افتح {name} و <b>%1$s</b> الآن' },
    });
    await open(page, 'files');
    const chips = (await page.evaluate(`[...document.querySelectorAll('.cm-chip')].map((chip) => {
      const { left, right } = chip.getBoundingClientRect();
      const range = document.createRange();
      const letters = Array.from(chip.textContent, (_letter, at) => {
        range.setStart(chip.firstChild, at);
        range.setEnd(chip.firstChild, at + 1);
        return range.getBoundingClientRect().left;
      });
      return { text: chip.textContent, left, right, letters };
    })`)) as { text: string; left: number; right: number; letters: number[] }[];
    expect(chips.map((chip) => chip.text)).toEqual(['{name}', '<b>', '%1$s', '</b>']);
    // Each chip is read from left to right, and the chips follow one another from right to left.
    for (const { letters } of chips) expect(letters).toEqual([...letters].sort((a, b) => a - b));
    for (let at = 1; at < chips.length; at++) {
      expect(chips[at]!.right).toBeLessThanOrEqual(chips[at - 1]!.left + 1);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('moves the caret as the eye sees it, through Arabic with placeholders', async () => {
    const { page, problems } = await setUp({
      locale: 'ar',
      texts: { files: 'Open {name} and <b>%1$s</b> now' },
      values: { files: 'افتح {name} و <b>%1$s</b> الآن' },
    });
    await open(page, 'files');
    const caretX = () =>
      page.evaluate(`(() => {
        const range = getSelection().getRangeAt(0);
        return (range.getClientRects()[0] ?? range.startContainer.getBoundingClientRect()).left;
      })()`) as Promise<number>;
    await page.keyboard.press('Control+Home');
    const there: number[] = [await caretX()];
    // Four letters of the first word, its space, and the first chip as a whole.
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('ArrowLeft');
      there.push(await caretX());
    }
    expect(there).toEqual([...there].sort((a, b) => b - a));
    expect(new Set(there).size).toBe(there.length);
    const back: number[] = [there.at(-1)!];
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('ArrowRight');
      back.push(await caretX());
    }
    expect(back).toEqual([...back].sort((a, b) => a - b));
    expect(back.at(-1)).toBeCloseTo(there[0]!, 0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says to a screen reader what a row, a save and a finding are', async () => {
    const { page, problems } = await setUp();
    const row = page.locator('[role=row][aria-rowindex="3"]');
    expect(await row.ariaSnapshot()).toMatchInlineSnapshot(`
      "- row "save Save the file Die Datei speichern Translated Missing Missing":
        - rowheader "save":
          - strong: save
        - gridcell "Save the file"
        - gridcell "Die Datei speichern Translated"
        - gridcell "Missing Missing": Missing"
    `);
    await open(page, 'tags');
    await page.keyboard.type('Ohne Datei');
    const group = page.getByRole('region', { name: 'German text of tags' });
    await group.getByRole('listitem').first().waitFor();
    expect(await group.ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "German text of tags":
        - group:
          - textbox "German translation of tags"
          - text: Missing in the translation
          - button "Insert <b>":
            - code: <b>
          - 'button "Insert {file}"':
            - code: "{file}"
          - button "Insert </b>":
            - code: </b>
          - status
          - list "Findings":
            - listitem:
              - strong: Placeholder is missing
              - code: "{file}"
            - listitem:
              - strong: Tag is missing
              - code: <b>
          - status: Draft, kept in this browser
          - text: 10 characters
          - button "Discard draft"
          - button "Copy source"
          - button "Save as needs review"
          - button "Save""
    `);
    await page.keyboard.press('Escape');
    await open(page, 'save');
    await page.keyboard.type('!');
    await page.keyboard.press('Tab');
    await inState(page, 'save', 'clean');
    expect(await row.ariaSnapshot()).toMatchInlineSnapshot(`
      "- row "save Save the file Die Datei speichern! 1 finding Translated Missing Missing":
        - rowheader "save":
          - strong: save
        - gridcell "Save the file"
        - gridcell "Die Datei speichern! 1 finding Translated"
        - gridcell "Missing Missing": Missing"
    `);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('breaks no rule of accessibility: text, menu, findings, conflict and list of drafts', async () => {
    const { page, write, problems } = await setUp({ values: { tags: 'Jetzt {datei} öffnen ' } });
    await open(page, 'tags');
    await page.keyboard.type('{');
    await page.getByRole('listbox').waitFor();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await open(page, 'title');
    await page.keyboard.type('Meiner');
    await write('title', 'Ihrer');
    await page.keyboard.press('Enter');
    await inState(page, 'title', 'conflict');
    await enter(page, 'title');
    await page.getByText(/changed this text while you edited it/).waitFor();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /drafts?$/ }).click();
    await page.getByRole('heading', { name: 'Texts that are not saved' }).waitFor();
    await expectNoFaults(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** The drafts in the browser's database. */
  const draftTexts = (page: Page) =>
    page.evaluate(`new Promise((resolve) => {
      indexedDB.open('parlance').onsuccess = ({ target: { result: db } }) => {
        const request = db.transaction('drafts').objectStore('drafts').getAll();
        request.onsuccess = () => {
          db.close();
          resolve(request.result.map(({ text }) => text));
        };
      };
    })`);
});
