import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ensureBuilt } from '../../../../scripts/run/build.mjs';
import { startTestApp, type TestApp, type TestAppOptions } from '../app/app.ts';
import { keep } from '../app/keep.ts';
import { BROWSER_SITE, startBrowser, type TestBrowser } from './chromium.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The service with its web app, and a browser that reaches it at `BROWSER_SITE`. */
export interface Site {
  readonly app: TestApp;
  readonly browser: TestBrowser;
}

async function startApp({ env, ...options }: TestAppOptions = {}): Promise<TestApp> {
  expect(await ensureBuilt(ROOT, process.execPath)).toBe(true);
  return startTestApp({ ...options, env: { PUBLIC_URL: BROWSER_SITE, ...env } });
}

/** One service for the files of a worker that need no options. Each user has a separate organization. */
const shared = keep(startApp);

/**
 * Opens a site before the tests of a `describe` and closes it after them. Without `optionsOf`, its service may have
 * served other files before.
 */
export function openSite(optionsOf?: () => TestAppOptions): Site {
  let app: TestApp;
  let browser: TestBrowser;
  let end: () => Promise<void> | void;
  beforeAll(async () => {
    const taken = optionsOf ? null : shared.take();
    app = await (taken ?? startApp(optionsOf?.()));
    end = taken ? shared.release : app.close;
    browser = await startBrowser(app);
  });
  afterEach(async ({ task }) => {
    // A failed test leaves its pages open, and their content shows why the test waited in vain.
    if (task.result?.state !== 'fail') return;
    for (const page of await browser.describePages()) console.error(`\n${task.name}\n${page}`);
  });
  afterAll(async () => {
    await browser?.close();
    await end?.();
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
