import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { createProject } from '../../api/test/build.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../api/test/chromium.ts';
import { seedUser } from '../../api/test/seed.ts';
import { openSite } from '../../api/test/site.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MAX_TABS = 60;
const SOURCE = {
  a: 'Hello {name}',
  b: 'Save the file',
  c: 'Open',
  d: 'Close',
  e: 'Delete',
};

/** The element with the focus: its name for people, and if they can see that it has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // Between the last and the first control, the browser itself has the focus.
    if (element === document.body) return { name: '', hasRing: true };
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0];
    const name = typeof label === 'string' ? label : (label ?? element).textContent;
    const hasRing = [element, element.parentElement!].some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return { name: name?.trim() ?? '', hasRing };
  });

/** Goes with the Tab key to the control of a name, and sees at each step where the focus is. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let tab = 0; tab < MAX_TABS; tab++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    passed.push(at.name);
    if (!at.hasRing) throw new Error(`nobody can see that ${at.name} has the focus`);
    if (at.name === name) return;
  }
  throw new Error(`${name} is not reached by Tab: ${passed.join(', ')}`);
}

/** Goes to a page by the palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type(name, { delay: 20 });
  await page.locator('[role=menuitem][data-focused]', { hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Presses the button that has the focus. A loaded browser can open the dialog for the second press only. */
async function pressForFiles(page: Page): Promise<FileChooser> {
  const choosing = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => null);
  await page.keyboard.press('Enter');
  const first = await choosing;
  if (first) return first;
  const again = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  return again;
}

describe.skipIf(!hasChromium)('the main job by keyboard alone, in a browser', () => {
  const site = openSite();

  it('goes from the sign-in over an import and five translations to a release', async () => {
    const user = await seedUser(site.app);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.locales.create({ projectId, code: 'de' });
    const { page, problems } = await site.browser.open(`${BROWSER_SITE}/sign-in`);
    await page.addInitScript(() => {
      addEventListener('pointerdown', () => Object.assign(window, { hasPointer: true }), true);
    });
    await page.reload();
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByLabel('Email address').waitFor();
    if ((await focused(page)).name !== 'Email address') await tabTo(page, 'Email address');
    await page.keyboard.type(user.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Shop' }).waitFor();
    await tabTo(page, 'Shop');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Releases').waitFor();
    await untilCalm(page);

    await goTo(page, 'Import');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await untilCalm(page);
    await tabTo(page, 'Choose files');
    await page.getByRole('button', { name: 'Choose files' }).and(page.locator(':focus')).waitFor();
    const chooser = await pressForFiles(page);
    await chooser.setFiles([
      {
        name: 'en.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(SOURCE)),
      },
    ]);
    await page.getByRole('button', { name: 'Review changes of en.json' }).waitFor();
    await tabTo(page, 'Review changes of en.json');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Review the import of en' }).waitFor();
    await tabTo(page, 'Apply import');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Import applied' }).waitFor();

    await goTo(page, 'Editor');
    await page.locator('[role=row][aria-rowindex="6"] [role=rowheader] bdi').waitFor();
    await tabTo(page, 'Query');
    await page.keyboard.type('is:missing');
    await page.keyboard.press('Enter');
    await page.locator('[data-active]:focus').waitFor();
    await page.keyboard.press('Enter');
    const field = (key: string) => page.getByLabel(`German translation of ${key}`);
    await field('a').waitFor();
    await page.keyboard.type('Hallo {');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    for (const [key, text] of [
      ['b', 'Datei sichern'],
      ['c', 'Öffnen'],
      ['d', 'Schließen'],
      ['e', 'Löschen'],
    ] as const) {
      await field(key).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press(key === 'e' ? 'Tab' : 'Enter');
    }
    await vi.waitFor(async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de' });
      expect(data.map(({ text }) => text).sort()).toEqual(
        ['Datei sichern', 'Hallo {name}', 'Löschen', 'Schließen', 'Öffnen'].sort(),
      );
    });
    await page.locator('[data-active]:focus').waitFor();
    await page.keyboard.press('r');
    await vi.waitFor(async () => {
      const { data } = await i18n.values.list({ projectId, locale: 'de', state: 'reviewed' });
      expect(data.map(({ key }) => key)).toEqual(['e']);
    });

    await goTo(page, 'Releases');
    await page.getByRole('link', { name: 'Publish to Production' }).waitFor();
    await tabTo(page, 'Publish to Production');
    await page.keyboard.press('Enter');
    await page.getByText('The checks found nothing.').waitFor();
    await tabTo(page, 'Publish');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Version 1 in production' }).waitFor();
    const bundle = { projectId, environment: 'production', localeCode: 'de' };
    expect((await i18n.bundles.get(bundle)).data.messages).toMatchObject({ a: 'Hallo {name}' });
    expect(await page.evaluate('window.hasPointer')).toBeUndefined();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
