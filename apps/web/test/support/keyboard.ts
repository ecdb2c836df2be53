/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { BROWSER_SITE, untilCalm } from '../../../api/test/browser/chromium.ts';
import type { Site } from '../../../api/test/browser/site.ts';

const MAX_TABS = 60;

/** Returns the accessible name of the focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // Between the last and the first control, the browser's own interface has the focus.
    if (element === document.body) return { name: '', hasRing: true };
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0];
    const named = (typeof label === 'string' ? element : (label ?? element)).cloneNode(
      true,
    ) as Element;
    for (const hidden of named.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    const name = typeof label === 'string' ? label : named.textContent;
    const hasRing = [element, element.parentElement!].some((element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return { name: name?.trim() ?? '', hasRing };
  });

const isNamed = (at: { name: string }, name: string | RegExp): boolean =>
  typeof name === 'string' ? at.name === name : name.test(at.name);

/** Moves to a named control with the Tab key, and checks at each step that the focus is visible. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let tab = 0; tab < MAX_TABS; tab++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    passed.push(at.name);
    if (!at.hasRing) throw new Error(`nobody can see that ${at.name} has the focus`);
    if (isNamed(at, name)) return;
  }
  throw new Error(`${name} is not reached by Tab: ${passed.join(', ')}`);
}

/** Waits until the focus is in the dialog. Earlier keys would go elsewhere. */
export const inDialog = (page: Page): Promise<void> =>
  page.locator('[role=dialog]:focus-within').waitFor();

/** Closes the dialog with Escape. */
export async function closeDialog(page: Page): Promise<void> {
  await inDialog(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Runs a command of the palette, or opens a search result. `typed` is the part of the name that is typed. */
export async function runCommand(page: Page, name: string, typed = name): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type(typed, { delay: 20 });
  await page.locator('[role=menuitem][data-focused]', { hasText: name }).waitFor();
  await page.keyboard.press('Enter');
}

/** Opens a page with the palette. */
export async function goTo(page: Page, name: string, typed = name): Promise<void> {
  await runCommand(page, name, typed);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Presses a key in a named control. Moves to it with Tab if it does not have the focus. */
export async function pressAt(page: Page, name: string | RegExp, key: string): Promise<void> {
  await reach(page, name);
  await page.keyboard.press(key);
}

/** Types into a labeled field, which may already have the focus. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await reach(page, label);
  await page.keyboard.type(text);
}

/** Moves to a control. A page may hide its content once more while a part of it loads: then Tab is tried again. */
async function reach(page: Page, name: string | RegExp): Promise<void> {
  await untilCalm(page);
  if (isNamed(await focused(page), name)) return;
  await tabTo(page, name).catch(async () => {
    await untilCalm(page);
    await tabTo(page, name);
  });
}

/** Records in the window whether a pointer is used, starting with its next page. */
export const watchPointer = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    addEventListener('pointerdown', () => Object.assign(window, { hasPointer: true }), true);
  });

/** Expects that no pointer was used since the page was opened. */
export async function expectNoPointer(page: Page): Promise<void> {
  expect(await page.evaluate('window.hasPointer')).toBeUndefined();
}

/** Signs in by keyboard and opens a project. Records whether a pointer is used. */
export async function signInTo(
  site: Site,
  user: TestUser,
  project: string,
): Promise<{ page: Page; problems: string[] }> {
  const opened = await site.browser.open(`${BROWSER_SITE}/sign-in`);
  const { page } = opened;
  await watchPointer(page);
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Email address').waitFor();
  await typeInto(page, 'Email address', user.email);
  await typeInto(page, 'Password', user.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: project, exact: true }).first().waitFor();
  await pressAt(page, project, 'Enter');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Releases').waitFor();
  await untilCalm(page);
  return opened;
}

/** Publishes to production if the checks find no error. */
export async function publish(page: Page): Promise<void> {
  await goTo(page, 'Releases');
  // The overview also has a link to publish, so the test first waits for the page of releases.
  await page.waitForURL(/\/releases$/);
  await page.getByRole('link', { name: 'Publish to Production' }).waitFor();
  await pressAt(page, 'Publish to Production', 'Enter');
  await page.getByRole('heading', { name: 'Checks' }).waitFor();
  await pressAt(page, 'Publish', 'Enter');
  await page.getByRole('heading', { name: 'Version 1 in production' }).waitFor();
}
