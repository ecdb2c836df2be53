import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Names the rules that the page breaks as it stands, and says if it scrolls sideways. Messages of React Aria to
 * screen readers are left out: some refer to elements that are gone.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const found = (await page.evaluate(`${axe.source};
    axe.run({ exclude: ['[data-live-announcer]'] }, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)) as string[];
  const isTooWide = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  return isTooWide ? [...found, 'the page scrolls sideways'] : found;
}
