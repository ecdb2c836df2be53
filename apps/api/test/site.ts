import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { ensureBuilt } from '../../../scripts/run/web.mjs';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { BROWSER_SITE, startBrowser, type TestBrowser } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The service with its web app, and a browser that finds it under `BROWSER_SITE`. */
export interface Site {
  readonly app: TestApp;
  readonly browser: TestBrowser;
}

/** Starts a site before the tests of a `describe` and ends it after them. */
export function openSite(optionsOf: () => TestAppOptions = () => ({})): Site {
  let app: TestApp;
  let browser: TestBrowser;
  beforeAll(async () => {
    expect(await ensureBuilt(ROOT, process.execPath)).toBe(true);
    const { env, ...options } = optionsOf();
    app = await startTestApp({ ...options, env: { PUBLIC_URL: BROWSER_SITE, ...env } });
    browser = await startBrowser(app);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  return {
    get app() {
      return app;
    },
    get browser() {
      return browser;
    },
  };
}
