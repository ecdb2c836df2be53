import type { BrowserContext, Page, Route } from 'playwright-core';
import { createProject } from '../../../api/test/app/build.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import type { Site } from '../../../api/test/browser/site.ts';
import { openSignedIn } from '../support/page.ts';

export const DESKTOP = { width: 1280, height: 900 };

export const TEXTS = {
  greeting: 'Hello {name}',
  save: 'Save the file',
  tags: 'Open <b>{file}</b> now',
  title: 'A long title',
} as const;

/** The editor of a new project with two target locales. */
export interface OpenedEditor {
  user: TestUser;
  context: BrowserContext;
  page: Page;
  problems: string[];
  address: string;
  projectId: string;
  /** Returns the text of a key in the locale as the service stores it. */
  stored(key: string): Promise<string | null>;
  /** Writes a text as another person would. */
  write(key: string, text: string): Promise<void>;
  /** Write requests of the page, in order. */
  writes: string[];
}

interface EditorOptions {
  locale?: string;
  texts?: Record<string, string>;
  values?: Record<string, string>;
  /** Name of the engine that the project uses. */
  engine?: string;
  /**
   * Handles requests of the page that save a value, or that read values. Chromium keeps using its own loader for a
   * moment after interception starts, so it starts before the page is loaded.
   */
  onWrite?(route: Route): Promise<void>;
  onRead?(route: Route): Promise<void>;
}

const isWrite = ({ pathname }: URL) => /\/values\/[^/]+$/.test(pathname);
const isRead = ({ pathname, search }: URL) => pathname.endsWith('/values') && search !== '';

export async function openEditor(site: Site, options: EditorOptions = {}): Promise<OpenedEditor> {
  const { locale = 'de', texts = TEXTS, values = { save: 'Die Datei speichern' } } = options;
  const { user, page, problems, base } = await openSignedIn(site);
  const { i18n } = user.client;
  const { id: projectId } = await createProject(user.client, {
    ...(options.engine && { settings: { engine: options.engine } }),
  });
  const shown = [locale, 'fr'];
  for (const code of shown) await i18n.locales.create({ projectId, code });
  await i18n.projects.import({ projectId, locale: 'en', content: { ...texts } });
  if (Object.keys(values).length > 0) {
    await i18n.projects.import({ projectId, locale, content: { ...values } });
  }
  const context = page.context();
  if (options.onWrite) await context.route(isWrite, options.onWrite);
  if (options.onRead) await context.route(isRead, options.onRead);
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
  const findValue = async (key: string) =>
    (await i18n.values.list({ projectId, locale })).data.find((value) => value.key === key);
  return {
    user,
    context,
    page,
    problems,
    address,
    projectId,
    writes,
    stored: async (key) => (await findValue(key))?.text ?? null,
    async write(key, text) {
      const value = await findValue(key);
      if (value?.id) await i18n.values.update({ projectId, valueId: value.id, text });
      else {
        const { data } = await i18n.keys.list({ projectId });
        const { id: keyId } = data.find((row) => row.name === key)!;
        await i18n.values.put({ projectId, keyId, localeCode: locale, text });
      }
    },
  };
}

/** Waits until the rows are loaded. */
export const ready = (page: Page): Promise<void> =>
  page.locator('[role=rowheader] bdi').first().waitFor();

/** Opens an editor in another tab of the browser. */
export async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(DESKTOP);
  await page.goto(address);
  await ready(page);
  return page;
}

export const cell = (page: Page, key: string, column = 2) =>
  page
    .locator('[role=row]', { has: page.locator(`bdi[title="${key}"]`) })
    .locator(`[data-column="${column}"]`);

/** Clicks a cell, and waits until the grid handles its keys. */
export async function selectCell(page: Page, key: string, column = 2): Promise<void> {
  const selected = cell(page, key, column);
  await selected.click();
  await selected.and(page.locator('[data-active]:focus')).waitFor();
}

/** Returns the text field of the open cell. */
export const field = (page: Page) => page.locator('.cm-content');

/** Waits until the text field of the open cell has the focus. `name` can select one of several fields. */
export const inField = (page: Page, name: string | RegExp = /./): Promise<void> =>
  page.getByLabel(name, { exact: true }).and(page.locator('.cm-content:focus')).waitFor();

/** Waits until the grid handles the keys of a cell, or with `detached`, until it no longer does. */
export const inRows = (page: Page, state: 'visible' | 'detached' = 'visible'): Promise<void> =>
  page.locator('[data-active]:not([data-open]):focus').waitFor({ state });

/** Closes the open cell with Escape, and waits until the focus is in the rows. */
export async function leaveCell(page: Page): Promise<void> {
  await page.locator('[data-open]:focus-within').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-open]').waitFor({ state: 'detached' });
  await inRows(page);
}

/** Presses Enter in a cell. Closes an open cell first because it may cover this one. */
export async function enter(page: Page, key: string): Promise<void> {
  if ((await page.locator('[data-open]').count()) > 0) await leaveCell(page);
  await cell(page, key).click();
  await cell(page, key).and(page.locator('[data-active]:focus')).press('Enter');
}

export async function openCell(page: Page, key: string): Promise<void> {
  await enter(page, key);
  await inField(page);
}

const SAVED = ['missing', 'translated', 'needs_review', 'reviewed'];

/** Waits until a cell is in a state. `clean` means that all its changes are saved. */
export const inState = (page: Page, key: string, state: string): Promise<void> =>
  cell(page, key)
    .locator((state === 'clean' ? SAVED : [state]).map((name) => `[data-state="${name}"]`).join())
    .waitFor();

/** Returns the text of the open cell as in the document, without the glyphs of line breaks. */
export const textOf = async (page: Page): Promise<string> =>
  (await field(page).locator('.cm-line').allTextContents())
    .map((line) => line.replace('↵', ''))
    .join('\n');

/** Returns the texts of the drafts in the browser's database. */
export const draftTexts = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('parlance').onsuccess = ({ target: { result: db } }) => {
      const request = db.transaction('drafts').objectStore('drafts').getAll();
      request.onsuccess = () => {
        db.close();
        resolve(request.result.map(({ text }) => text));
      };
    };
  })`);
