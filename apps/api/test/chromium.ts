import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { TestApp } from './app.ts';

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** True if this machine has a browser to test pages with. */
export const hasChromium = existsSync(EXECUTABLE);

/**
 * The public host name of the service under test: a name that browsers trust like https (W3C Secure
 * Contexts §3.1).
 */
export const BROWSER_SITE = 'http://parlance.localhost';

export interface TestBrowser {
  /** A page of a fresh profile: no cookies of others. */
  openPage(): Promise<Page>;
  /** Opens an address in such a page. `problems` collects its errors and the breaches of its own policy. */
  open(address: string): Promise<{ page: Page; problems: string[] }>;
  close(): Promise<void>;
}

/** A browser that finds `app`, started with `PUBLIC_URL: BROWSER_SITE`, under that name. */
export async function startBrowser(app: TestApp): Promise<TestBrowser> {
  const { host } = new URL(app.url);
  const browser: Browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-sync',
      '--no-first-run',
      `--host-resolver-rules=MAP ${new URL(BROWSER_SITE).hostname} ${host}, MAP * ~NOTFOUND`,
    ],
  });
  const openPage = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    return context.newPage();
  };
  return {
    openPage,
    async open(address) {
      const page = await openPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        // The browser logs a refused call. That is not an error of the page.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
          problems.push(message.text());
        }
      });
      await page.goto(address);
      return { page, problems };
    },
    close: () => browser.close(),
  };
}
