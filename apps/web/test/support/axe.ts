import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SLOWNESS } from '../../../../scripts/slowness.ts';

/** Rules that depend on colors and layout. All other rules have the same result for an element in each theme. */
const LOOK_RULES = ['color-contrast', 'scrollable-region-focusable'];

/** Returns the first elements that extend beyond a page with horizontal scrolling. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const stands = (box) => box.width > 0 && (box.right > clientWidth + 1 || box.left < -1);
  const found = [...document.querySelectorAll('body *')]
    .filter((element) => stands(element.getBoundingClientRect()))
    .map((element) => element.cloneNode().outerHTML);
  return found.length === 0 ? ['?'] : found.slice(0, 5);
})()`;

/**
 * Returns the accessibility rules that the page violates, and whether it scrolls horizontally. Leaves out React Aria's
 * messages to screen readers, because some refer to removed elements.
 */
async function faultsOf(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
  const found = (await page.evaluate(`axe.run({ exclude: ['[data-live-announcer]'] }, ${options})
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)) as string[];
  const wide = (await page.evaluate(TOO_WIDE)) as string[];
  return wide.length > 0 ? [...found, `the page scrolls sideways: ${wide.join(' ')}`] : found;
}

const SETTLES_WITHIN_MS = 30_000 * SLOWNESS;

/** Returns the faults that remain: after a change of width, a page may still load the parts for this width. */
export async function lastingFaultsOf(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  const endsAt = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const faults = await faultsOf(page, runOnly);
    if (faults.length === 0 || Date.now() > endsAt) return faults;
    await page.waitForTimeout(50);
  }
}

const NARROW = 320;
const DESKTOP = 1280;

/** Variants of a page: theme, text direction and window width. */
export const LOOKS = [
  ['light', 'ltr', NARROW],
  ['dark', 'rtl', NARROW],
] as const;

/** Expects a page to be accessible in light and dark, in both directions, on the narrowest phone. */
export async function expectNoFaults(
  page: Page,
  looks: readonly (readonly ['light' | 'dark', 'ltr' | 'rtl', number])[] = LOOKS,
): Promise<void> {
  const size = page.viewportSize();
  const widths = new Set<number>();
  for (const [theme, dir, width] of looks) {
    const runOnly = widths.has(width) ? LOOK_RULES : undefined;
    widths.add(width);
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(
      `document.documentElement.dataset.theme = '${theme}'; document.documentElement.dir = '${dir}'`,
    );
    expect(await lastingFaultsOf(page, runOnly), `${page.url()} ${theme} ${dir} ${width}`).toEqual(
      [],
    );
  }
  await page.evaluate(
    `delete document.documentElement.dataset.theme; document.documentElement.dir = 'ltr'`,
  );
  if (size) await page.setViewportSize(size);
}

/** Expects the same on a desktop, including at 200 % zoom and in forced colors. */
export async function expectNoFaultsAnywhere(page: Page): Promise<void> {
  await expectNoFaults(page, [...LOOKS, ['dark', 'ltr', DESKTOP / 2], ['light', 'rtl', DESKTOP]]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await lastingFaultsOf(page, LOOK_RULES), `${page.url()} in forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}
