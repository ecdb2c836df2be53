import type { BrowserContext, Page, Route } from 'playwright-core';

/** Adds a latency to every request of a page. */
export async function slowDown(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/**
 * Types a text key by key, including letters that the keyboard layout of the test lacks: `keyboard.type` would insert
 * them without a key press. A line break is Enter.
 */
export async function typeAt(page: Page, text: string, msPerKey: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const key of text) {
    if (key === '\n') await page.keyboard.press('Enter', { delay: 1 });
    else if (/[ -~]/.test(key)) await page.keyboard.press(key === ' ' ? 'Space' : key);
    else {
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    }
    if (key !== '\n') await page.waitForTimeout(msPerKey);
  }
  await session.detach();
}

/** Delays the loading of files in a browser until the returned function is called. */
export async function holdBack(
  context: BrowserContext,
  late: RegExp,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await context.route(
    ({ pathname }) => late.test(pathname),
    async (route) => {
      if (isHeld && route.request().method() === 'GET') held.push(route);
      else await route.continue();
    },
  );
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}
