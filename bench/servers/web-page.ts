/// <reference lib="dom" />
import { type Browser, chromium, type Page } from 'playwright-core';
import type { BenchServer } from './server.ts';

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** A browser with one page that is signed in to the server's account. */
export interface WebPage {
  readonly page: Page;
  /** Origin and path of the organization. */
  readonly organization: string;
  /** Opens a page without a session or cached files. */
  newVisitor(): Promise<Page>;
  /** Processor time of the main thread since it started, in ms. */
  workedMs(): Promise<number>;
  /** Memory of the page's objects in MB, after garbage collection. */
  heapMb(): Promise<number>;
  close(): Promise<void>;
}

export async function openWebPage(server: BenchServer): Promise<WebPage> {
  const origin = server.url.replace('127.0.0.1', 'localhost');
  const browser: Browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email').fill(server.account.email);
  await page.getByLabel('Password').fill(server.account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/o\//);
  const [, slug] = /\/o\/([^/]+)/.exec(page.url())!;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return {
    page,
    organization: `${origin}/o/${slug}`,
    newVisitor: async () => (await browser.newContext()).newPage(),
    async workedMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * metrics.find(({ name }) => name === 'ThreadTime')!.value;
    },
    async heapMb() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1024 / 1024;
    },
    close: () => browser.close(),
  };
}

/** The work of the main thread during an action in the page. */
export interface Frames {
  /** Longest task in ms; tasks below 50 ms count as 0. */
  longestTask: number;
  /** 95th percentile of the time between two frames, in ms. */
  gap: number;
  count: number;
}

/** Turns the wheel over an element for `ms` milliseconds, one step per frame. */
export const wheelOver = (page: Page, selector: string, ms: number): Promise<Frames> =>
  page.evaluate(
    async ([of, duration]) => {
      const element = document.querySelector(of as string)!;
      const tasks: number[] = [0];
      const observer = new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map((entry) => entry.duration)),
      );
      observer.observe({ entryTypes: ['longtask'] });
      const gaps: number[] = [];
      let last = performance.now();
      const until = last + Number(duration);
      while (last < until) {
        element.scrollTop += 120;
        const now = await new Promise<number>(requestAnimationFrame);
        gaps.push(now - last);
        last = now;
      }
      observer.disconnect();
      gaps.sort((a, b) => a - b);
      return {
        longestTask: Math.max(...tasks),
        gap: gaps[Math.floor(gaps.length * 0.95)]!,
        count: gaps.length,
      };
    },
    [selector, ms] as const,
  );

/** Shows a bare list that redraws 40 rows of 7 cells at each scroll, as any virtual grid must. */
export async function showBareList(page: Page): Promise<void> {
  // The content security policy of the app would block the script.
  await page.goto('about:blank');
  await page.setContent(`<div id=list style="height:700px;overflow:auto;position:relative">
    <div style="height:5600000px"></div></div>
    <script>
      const list = document.getElementById('list');
      const rows = Array.from({ length: 40 }, () => {
        const row = document.createElement('div');
        row.style.cssText = 'position:absolute;height:56px;display:flex;top:0';
        for (let at = 0; at < 7; at++) row.append(document.createElement('div'));
        list.append(row);
        return row;
      });
      list.addEventListener('scroll', () => requestAnimationFrame(() => {
        const first = Math.floor(list.scrollTop / 56);
        rows.forEach((row, at) => {
          row.style.transform = 'translateY(' + (first + at) * 56 + 'px)';
          for (const cell of row.children) cell.textContent = 'Text of row ' + (first + at);
        });
      }));
      list.scrollTop = 56;
    </script>`);
  await page.getByText('Text of row 40').first().waitFor();
}

/** Shows a native text field and focuses it. */
export async function showBareField(page: Page): Promise<void> {
  await page.setContent('<div id=field contenteditable></div>');
  await page.locator('#field').focus();
}

/** Fetches addresses in parallel in the page, including bodies. Returns the time in ms. */
export const fetchBare = (page: Page, addresses: readonly string[]): Promise<number> =>
  page.evaluate(async (all) => {
    const startedAt = performance.now();
    await Promise.all(all.map(async (one) => (await fetch(one, { cache: 'reload' })).text()));
    return performance.now() - startedAt;
  }, addresses);

/** Returns the largest contentful paint of a page in ms. */
export const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  );

/**
 * Returns the time in ms from a key press until an element contains a text. The page is searched after each DOM change.
 * `prepare` runs directly before the key press, and presses no key itself.
 */
export async function pressUntil(
  page: Page,
  key: string,
  shown: { selector: string; text?: string; isFromHandler?: boolean },
  prepare?: () => Promise<void>,
): Promise<number> {
  await page.evaluate(({ selector, text = '', isFromHandler = false }) => {
    const figure = new Promise<number>((resolve) => {
      const onKey = ({ timeStamp }: KeyboardEvent): void => {
        const startMs = isFromHandler ? performance.now() : timeStamp;
        let isDone = false;
        const look = (): void => {
          if (isDone) return;
          isDone = document.querySelector(selector)?.textContent?.includes(text) === true;
          if (isDone) resolve(performance.now() - startMs);
        };
        // A change of focus changes no DOM node.
        const watch = (): void => {
          look();
          if (!isDone) requestAnimationFrame(watch);
        };
        new MutationObserver(look).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        requestAnimationFrame(watch);
      };
      addEventListener('keydown', onKey, { once: true, capture: true });
    });
    Object.assign(window, { figure });
  }, shown);
  await prepare?.();
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { figure: Promise<number> }).figure);
}

/** Types a text. Returns the duration of each key press until the next paint in ms, from the Event Timing API. */
export async function typeTimed(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') durations.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (const char of text) await page.keyboard.press(char === ' ' ? 'Space' : char);
  await page.waitForTimeout(200);
  const slow = await page.evaluate(() => (window as unknown as { durations: number[] }).durations);
  // Key presses that are not reported were faster than the threshold.
  return [...Array.from({ length: text.length - slow.length }, () => 8), ...slow];
}
