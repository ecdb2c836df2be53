import type { Page } from 'playwright-core';

/** Gives every call of a page a latency, as a network far away would. */
export async function slowDown(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency },
    ...{ downloadThroughput: -1, uploadThroughput: -1 },
  });
}

/** Types a text key by key as a person does. A line break is Enter. */
export async function typeAt(page: Page, text: string, msPerKey: number): Promise<void> {
  for (const line of text.split(/(\n)/)) {
    if (line === '\n') await page.keyboard.press('Enter', { delay: 1 });
    else if (line !== '') await page.keyboard.type(line, { delay: msPerKey });
  }
}
