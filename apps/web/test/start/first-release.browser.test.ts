import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { createBrowser } from '../../../api/test/app/browser.ts';
import { tokenOf, waitForMail } from '../../../api/test/app/build.ts';
import { uniqueEmail } from '../../../api/test/app/seed.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../../api/test/browser/chromium.ts';
import { DESKTOP } from '../editor/editor.ts';
import {
  expectNoPointer,
  pressAt,
  publish,
  runCommand,
  typeInto,
  watchPointer,
} from '../support/keyboard.ts';
import { openTranslatingSite } from '../support/translating-site.ts';

const PASSWORD = 'correct horse battery';
const KEY = 'home.offer';

describe.skipIf(!hasChromium)('the first release of a new owner, in a browser', () => {
  const site = openTranslatingSite();

  /** Goes from the landing page through a new sign-up to the first steps. */
  async function signUp(page: Page, email: string): Promise<void> {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await pressAt(page, 'Create an account', 'Enter');
    await page.getByLabel('Your name').waitFor();
    await typeInto(page, 'Your name', 'New Owner');
    await typeInto(page, 'Email address', email);
    await typeInto(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const mail = await waitForMail(site.app, { to: email });
    await site.app.client().auth.verifyEmail({ token: tokenOf(mail) });
    await pressAt(page, 'Sign in', 'Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await typeInto(page, 'Email address', email);
    await typeInto(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome to Parlance' }).waitFor();
  }

  it('is reached from the landing page by keyboard alone, with a text in three languages and without a file', async () => {
    const { page, problems } = await site.browser.open(`${BROWSER_SITE}/`);
    await page.setViewportSize(DESKTOP);
    await watchPointer(page);
    await page.reload();
    const email = uniqueEmail();
    await signUp(page, email);
    const { client } = createBrowser(site.app);
    await client.auth.signIn({ email, password: PASSWORD });

    await pressAt(page, 'Try the demo project', 'Enter');
    await page
      .getByRole('button', { name: 'German de By machine on this server (libretranslate)' })
      .waitFor();
    await pressAt(page, /^German/, 'Space');
    await page
      .getByRole('button', {
        name: 'German de By machine on this server (libretranslate)',
        pressed: true,
      })
      .waitFor();
    await pressAt(page, /^Arabic/, 'Space');
    await page.getByRole('button', { name: /^Arabic ar .* · by hand$/, pressed: true }).waitFor();
    await pressAt(page, 'Add 2 languages, 1 by machine', 'Enter');
    await page.getByRole('main').getByText('Home~de').first().waitFor();
    await pressAt(page, 'Focus', 'Enter');
    const view = page.getByRole('region', { name: 'One translation' });
    await view.waitFor();
    const projectId = (await client.i18n.projects.list()).data[0]!.id;
    const row = async () =>
      (await client.i18n.rows.list({ projectId, locales: ['de', 'ar'], query: `key:${KEY}` }))
        .data[0]!;

    await runCommand(page, 'New key');
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(KEY);
    await typeInto(page, 'Source string, English', 'Two rolls for the price of won');
    await pressAt(page, 'Create the key', 'Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await view.getByRole('heading', { name: KEY }).waitFor();

    for (const [code, name, text] of [
      ['de', 'German', 'Zwei Brötchen zum Preis von einem'],
      ['ar', 'Arabic', 'رغيفان بسعر رغيف واحد'],
    ] as const) {
      await view.locator('[data-active]:focus').waitFor();
      await untilCalm(page);
      if (code === 'ar') await page.keyboard.press('ArrowRight');
      await eventually(async () =>
        expect(await view.getByLabel('Locale', { exact: true }).inputValue()).toBe(code),
      );
      await page.keyboard.press('Enter');
      await page.getByLabel(`${name} translation of ${KEY}`).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await eventually(async () => expect((await row()).values[code]?.text).toBe(text));
      await page.keyboard.press('Escape');
    }

    await view.locator('[data-active]:focus').waitFor();
    await runCommand(page, 'Edit the key, its source string and description');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Source string, English').waitFor();
    await pressAt(page, 'Source string, English', 'Control+End');
    for (const _ of 'won') await page.keyboard.press('Backspace');
    await page.keyboard.type('one');
    await dialog.getByText('2 translations become outdated').waitFor();
    await pressAt(page, 'Save', 'Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await row()).toMatchObject({
      source: { text: 'Two rolls for the price of one' },
      values: { de: { outdated: true }, ar: { outdated: true } },
    });

    await publish(page);
    const messages = async (localeCode: string) => {
      const { data } = await client.i18n.bundles.get({
        projectId,
        environment: 'production',
        localeCode,
      });
      return JSON.stringify(data.messages);
    };
    expect(await messages('en')).toContain('Two rolls for the price of one');
    expect(await messages('de')).toContain('Zwei Brötchen zum Preis von einem');
    expect(await messages('ar')).toContain('رغيفان بسعر رغيف واحد');
    await expectNoPointer(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
