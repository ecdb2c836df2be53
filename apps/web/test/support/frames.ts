/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Waits until the callbacks of a frame have run, and the timers that they have set. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** Draws frames late, as a slow machine does. Returns a function that ends this. */
export async function slowFrames(page: Page, delayMs: number): Promise<() => Promise<void>> {
  await page.evaluate((ms) => {
    const request = window.requestAnimationFrame;
    Object.assign(window, {
      requestAnimationFrame: (run: FrameRequestCallback) => setTimeout(() => request(run), ms),
      restoreFrames: () => Object.assign(window, { requestAnimationFrame: request }),
    });
  }, delayMs);
  return async () => {
    await page.evaluate('void restoreFrames()');
  };
}
