import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../api/test/app.ts';
import { createProject } from '../../api/test/build.ts';
import {
  BROWSER_SITE,
  hasChromium,
  startBrowser,
  type TestBrowser,
} from '../../api/test/chromium.ts';
import { seedUser, type TestUser } from '../../api/test/seed.ts';
import { buildCellPage, type CellPage } from './cell-page.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const TEXTS = {
  greeting: 'Hello {name}',
  save: 'Save the file',
  tags: 'Open <b>{file}</b> now',
  title: 'A long title',
} as const;

describe.skipIf(!hasChromium)('the open cell, in a browser', () => {
  let app: TestApp;
  let browser: TestBrowser;
  let cellPage: CellPage;
  beforeAll(async () => {
    [app, cellPage] = await Promise.all([
      startTestApp({ env: { PUBLIC_URL: BROWSER_SITE } }),
      buildCellPage(),
    ]);
    browser = await startBrowser(app);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    cellPage?.remove();
  });

  interface Opened {
    user: TestUser;
    context: BrowserContext;
    page: Page;
    problems: string[];
    address: string;
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
    const user = await seedUser(app);
    const { client, organizationId } = user;
    const { id: projectId } = await createProject(client);
    await client.i18n.locales.create({ projectId, code: locale });
    await client.i18n.projects.import({ projectId, locale: 'en', content: { ...texts } });
    if (Object.keys(values).length > 0) {
      await client.i18n.projects.import({ projectId, locale, content: { ...values } });
    }
    const { page, problems } = await browser.open(`${BROWSER_SITE}/health`);
    const context = page.context();
    await cellPage.mount(context);
    const [name, value] = user.jar.header()!.split('=') as [string, string];
    const session = { name, value, url: BROWSER_SITE };
    await context.addCookies([session]);
    await page.setViewportSize({ width: 800, height: 800 });
    const address = cellPage.address({
      organization: organizationId,
      project: projectId,
      user: user.id,
      email: user.email,
      locale,
    });
    const writes: string[] = [];
    page.on('request', (request) => {
      if (!['GET', 'OPTIONS'].includes(request.method())) writes.push(request.method());
    });
    await page.goto(address);
    await page.locator('[data-key]').first().waitFor();
    const values_ = async (key: string) =>
      (await client.i18n.values.list({ projectId, locale })).data.find(
        (value) => value.key === key,
      );
    return {
      ...{ user, context, page, problems, address, writes },
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

  const cell = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);
  const open = async (page: Page, key: string) => {
    await cell(page, key).click();
    await field(page).waitFor();
  };
  const field = (page: Page) => page.locator('.cm-content');
  /** Waits until a cell is in a state. */
  const inState = (page: Page, key: string, state: string) =>
    page.locator(`[data-key="${key}"][data-state="${state}"]`).waitFor();
  const text = (page: Page) => field(page).evaluate((element) => element.innerText);

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
    await page.getByRole('button', { name: 'Undo' }).click();
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
    await page.locator('[data-key="greeting"][data-value-state="reviewed"]').waitFor();
    expect(await stored('greeting')).toBe('Hallo {name}');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
