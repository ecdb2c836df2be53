import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import type { TestApp } from '../app/app.ts';
import { keep } from '../app/keep.ts';

/** Debian's builds of Chromium. The headless build takes a third less time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const EXECUTABLE = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path)) ?? '';

/** True if a browser for tests of pages is installed. */
export const hasChromium = existsSync(EXECUTABLE);

/** The public host name of the service under test. Browsers trust the name like https (W3C Secure Contexts §3.1). */
export const BROWSER_SITE = 'http://parlance.localhost';

export interface TestBrowser {
  /** Opens a page in a new profile without cookies. */
  openPage(): Promise<Page>;
  /**
   * Opens an address in a new page. `problems` collects its errors and its violations of the content security policy.
   */
  open(address: string): Promise<{ page: Page; problems: string[] }>;
  /** Describes each open page: its address, its pending calls and its accessibility tree. */
  describePages(): Promise<string[]>;
  close(): Promise<void>;
}

/** Limits the processor time of a page, as on a phone or a busy machine. */
export async function slowMachine(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}

/** Delays each response, so that a test that does not wait for a response sees the earlier state of the page. */
async function slowNetwork(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Pending calls of each page. */
const openCalls = new WeakMap<Page, Set<Request>>();

function watchCalls(page: Page): void {
  const open = new Set<Request>();
  openCalls.set(page, open);
  page.on('request', (request) => {
    // The event stream stays open as long as the page.
    if (!request.url().includes('/v1/events')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

const LATENCY_MS = 100;

/** A deadline that only a hanging page reaches. */
const DEADLINE_MS = 60_000 * SLOWNESS;

/** Waits until a page shows content and has no pending calls for three frames. */
export async function untilCalm(page: Page): Promise<void> {
  await page.locator('h1, [role=row][aria-rowindex="2"]').first().waitFor();
  const endsAt = Date.now() + DEADLINE_MS;
  for (let calm = 0; calm < 3; calm++) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    if (openCalls.get(page)!.size > 0) calm = -1;
    if (Date.now() > endsAt) throw new Error(`${page.url()} does not come to rest`);
  }
}

const DESCRIBED_WITHIN_MS = 5_000;
const DESCRIBED_LINES = 200;

async function describePage(page: Page): Promise<string> {
  const calls = [...openCalls.get(page)!].map((call) => `${call.method()} ${call.url()}`);
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: DESCRIBED_WITHIN_MS })
    .catch((error: unknown) => `no answer from the page: ${error}`);
  const lines = [...calls.map((call) => `without an answer: ${call}`), ...shown.split('\n')];
  return [page.url(), ...lines.slice(0, DESCRIBED_LINES)].join('\n');
}

/** A Chromium that resolves `BROWSER_SITE` to the service that receives its requests. */
interface SharedChromium {
  browser: Browser;
  forwardTo(url: URL): void;
  close(): Promise<void>;
}

async function launchChromium(): Promise<SharedChromium> {
  let target = { hostname: '', port: '' };
  const sockets = new Set<Socket>();
  const forwarder = createServer((client) => {
    const service = connect(Number(target.port), target.hostname);
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.pipe(service).pipe(client);
  });
  await once(forwarder.listen(0, '127.0.0.1'), 'listening');
  const { port } = forwarder.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-sync',
      '--no-first-run',
      `--host-resolver-rules=MAP ${new URL(BROWSER_SITE).hostname} 127.0.0.1:${port}, MAP * ~NOTFOUND`,
    ],
  });
  return {
    browser,
    forwardTo(url) {
      // Connections that the browser keeps open lead to the previous service.
      for (const socket of sockets) socket.destroy();
      target = url;
    },
    async close() {
      await browser.close();
      for (const socket of sockets) socket.destroy();
      forwarder.close();
    },
  };
}

/** One Chromium for all files of a worker. Contexts isolate the pages from each other. */
const shared = keep(launchChromium);

/** Starts a browser that reaches `app` at `BROWSER_SITE`. The app must use `PUBLIC_URL: BROWSER_SITE`. */
export async function startBrowser(app: Pick<TestApp, 'url'>): Promise<TestBrowser> {
  const taken = shared.take();
  const { browser, forwardTo, close } = await (taken ?? launchChromium());
  forwardTo(new URL(app.url));
  const contexts: BrowserContext[] = [];
  const openPage = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    context.setDefaultTimeout(DEADLINE_MS);
    contexts.push(context);
    const page = await context.newPage();
    watchCalls(page);
    if (SLOWNESS > 1) {
      await slowMachine(page, SLOWNESS);
      await slowNetwork(page, LATENCY_MS * SLOWNESS);
    }
    return page;
  };
  return {
    openPage,
    async open(address) {
      const page = await openPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        // The browser logs a refused call. This log line is not an error of the page.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
          problems.push(message.text());
        }
      });
      await page.goto(address);
      return { page, problems };
    },
    describePages() {
      return Promise.all(contexts.flatMap((context) => context.pages()).map(describePage));
    },
    async close() {
      if (taken === null) return close();
      await Promise.all(contexts.map((context) => context.close()));
      shared.release();
    },
  };
}
