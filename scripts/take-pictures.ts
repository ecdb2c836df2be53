// Takes the screenshots of the README on a fresh service: the editor with the demo project, in light and dark themes.
// Needs Chromium.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@parlance/sdk';
import { chromium } from 'playwright-core';
import demo from '../apps/web/src/app/first-run/demo-project.json' with { type: 'json' };
import { startTestedService } from './documents/tested-service.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ACCOUNT = { email: 'ada@example.com', password: 'correct horse battery' };
const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const SIZE = { width: 1280, height: 540 };

/** Translations that the demo project lacks. */
const GERMAN = {
  home: {
    welcome: 'Willkommen zurück, {name}!',
    tagline: 'Frisches Brot aus deiner Nachbarschaft, jeden Morgen.',
    search: 'Nach einer Bäckerei suchen',
    nearby:
      '{count, plural, =0 {Keine Bäckereien in der Nähe} one {# Bäckerei in der Nähe} other {# Bäckereien in der Nähe}}',
    open: 'Geöffnet bis {time}',
    closed: 'Heute geschlossen',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'parlance-pictures-'));
const { url, dataDir, stop } = await startTestedService(ROOT, folder);
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
try {
  const cookie = await signUp();
  const address = await createDemo(cookie);
  for (const theme of ['light', 'dark'] as const) await takePicture(theme, address, cookie);
} finally {
  await browser.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Signs up as the guide does. Returns the session cookie. */
async function signUp(): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${url}/v1/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('sign-up', { ...ACCOUNT, name: 'Ada Lovelace' });
  let mail: string | undefined;
  for (; mail === undefined; await sleep(100)) [mail] = globSync('mail/*.eml', { cwd: dataDir });
  const [, token] = /token=([\w-]+)/.exec(readFileSync(join(dataDir, mail), 'utf8'))!;
  await post('verify-email', { token });
  const answer = await post('sign-in', ACCOUNT);
  return answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
}

/** Creates the demo project. Returns the address of its editor. */
async function createDemo(cookie: string): Promise<string> {
  const headers = { Cookie: cookie, Origin: url };
  const { i18n, organizations } = createClient({ baseUrl: url, headers });
  const { data: project } = await i18n.projects.create({ name: 'Crumb', sourceLocale: 'en' });
  for (const [locale, content] of Object.entries({ ...demo.content, de: GERMAN })) {
    await i18n.projects.import({ projectId: project.id, locale, content });
  }
  const { data } = await organizations.list();
  return `${url}/o/${data[0]!.slug}/p/${project.id}/editor?l=de,ar`;
}

/** Takes a screenshot of a translation whose placeholder was translated by mistake. */
async function takePicture(colorScheme: 'light' | 'dark', address: string, cookie: string) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme, locale: 'en' });
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText('Geöffnet bis').click();
  await page.keyboard.press('Enter');
  await page.getByLabel('German translation of home.open').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Geöffnet bis {uhrzeit}');
  await page.getByText('Placeholder is missing').waitFor();
  await page.screenshot({ path: join(ROOT, `docs/images/editor-${colorScheme}.png`) });
  await context.close();
}
