import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clone } from '../../../packages/cli/test/clone.ts';
import { inBreadth } from '../../../scripts/tests/test-breadth.ts';
import { startTestApp, type TestApp } from '../../api/test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { lastingFaultsOf } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';
import { followTo, openPage, organizationAddresses, publicAddresses } from './support/routes.ts';

const WEB = join(import.meta.dirname, '..');
const PSEUDO = 'en-XA';

/** Sets the language of the app in a browser, independent of the browser's own language. */
const remember = (page: Page, language: string) =>
  page.addInitScript(`localStorage.setItem('parlance-language', '${language}')`);

const lookOf = (page: Page): Promise<string> =>
  page.evaluate('document.documentElement.lang + " " + document.documentElement.dir');

/** Texts that are the same in every language: names, code, tags, and language names, which follow their own rules. */
const DATA = [
  /^:? ?(?:Parlance|Shop|Test Person|Production|pseudo|bergamot|apertium|Owner)$/,
  // Matches days, times and people that Intl has formatted.
  /^(?:Test Person(?:,| ·) )?(?:[A-Z][a-z]{2} \d+, \d{4}(?:, \d+(?::\d\d)? [AP]M)?|\d+\/\d+\/\d{4}|\d+:\d\d [AP]M)$/,
  /^(?:[A-Z][a-z]+ \()?(?:ar|de|en)\)?$/,
  /^(?:Arabic|English|German|Japanese)$/,
  /^:? ?(?:JSON|YAML|CSV|XLIFF|gettext PO|Android XML|Apple \.\w+|i18next|FormatJS|vue-i18n)$/,
  /^(?:Java \.properties|Flutter ARB|Chrome messages\.json|\.NET RESX, RESW)$/,
  /^(?:ICU MessageFormat|printf|Ruby)$/,
];

/** Returns the texts of the page. Translated texts are in ⟪ ⟫, including interpolated data. */
const TEXTS_OF_PAGE = `(() => {
  const DATA = 'bdi, code, pre, kbd, datalist, [lang]:not(html), [dir=auto], [data-live-announcer], [role=gridcell]';
  const isData = (element) => element.closest('script, style, noscript, ' + DATA) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!isData(parentElement)) texts.push(data);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (isData(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts;
})()`;

/** Pages that report the service's actions in the language of the app. The original messages are collapsed below. */
const SAYS_ALL =
  /^\/o\/[^/]+(?:\/audit|\/usage|\/p\/[^/]+\/(?:changes|jobs(?:\/[^/]+)?|releases\/[^/]+|imports\/[^/]+\?tab=warnings))?$/;

/** Returns the messages of the service that are visible without expanding a section. */
const serverWordsOf = (page: Page): Promise<string[]> =>
  page.locator('main [lang=en]:not(details *)').allTextContents();

/** Removes the texts in ⟪ ⟫. A translated text can contain another one. */
function withoutTranslated(text: string): string {
  const rest = text.replace(/⟪[^⟪⟫]*⟫/g, ' ');
  return rest === text ? text : withoutTranslated(rest);
}

/** Returns the words of the page that cannot be translated. */
async function plainWordsOf(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(TEXTS_OF_PAGE)) as string[];
  expect(texts.some((text) => text.includes('⟪'))).toBe(true);
  return texts
    .map((text) => withoutTranslated(text).trim())
    .filter((text) => /[A-Za-z]{2}/.test(text) && !DATA.some((known) => known.test(text)));
}

describe.skipIf(!hasChromium)('the web app in its languages', () => {
  let home: TestApp;
  let tenant: Tenant;
  let clone: Clone;
  let projectId: string;

  /** Publishes the current state of the project. */
  const publish = () =>
    tenant.client.i18n.releases.create(
      { projectId, environment: 'production' },
      { waitSeconds: 30 },
    );

  beforeAll(async () => {
    home = await startTestApp();
    tenant = await createTenant(home);
    const { i18n, translate } = tenant.client;
    ({ id: projectId } = await createProject(tenant.client, {
      name: 'Parlance',
      settings: { messageFormat: 'i18next' },
    }));
    clone = new Clone({ PARLANCE_URL: home.url, PARLANCE_KEY: tenant.apiKey.token });
    cpSync(join(WEB, 'src/i18n'), join(clone.root, 'src/i18n'), { recursive: true });
    cpSync(join(WEB, 'parlance.json'), join(clone.root, 'parlance.json'));
    expect(await clone.run('push', '--project', projectId)).toMatchObject({ exit: 0 });
    await i18n.locales.create({ projectId, code: PSEUDO });
    const work = { projectId, targetLocales: [PSEUDO], engine: 'pseudo' };
    const { data: job } = await translate.jobs.create(work, { waitSeconds: 60 });
    expect(job).toMatchObject({ status: 'completed', progress: { failed: 0 } });
    await publish();
  });
  afterAll(async () => {
    clone?.remove();
    await home?.close();
  });

  const site = openSite(() => ({
    connectionString: home.connectionString,
    env: { WEB_I18N_PROJECT: projectId },
  }));

  /**
   * Opens the pages without a session in one browser, and the pages of an organization in another. `npm test` opens
   * only the sign-in and the pages that report the service's actions.
   */
  async function visitAll(
    prepare: (page: Page) => Promise<unknown>,
    look: (page: Page, address: string) => Promise<void>,
  ): Promise<void> {
    const signedIn = await openSignedIn(site);
    const addresses = (await organizationAddresses(signedIn)).flatMap((address) =>
      address.includes('/imports/') ? [address, `${address}?tab=warnings`] : [address],
    );
    const { page, problems } = await site.browser.open(BROWSER_SITE);
    const before = inBreadth(await publicAddresses(page), (path) => path === '/sign-in');
    const visits = [
      [page, before],
      [signedIn.page, inBreadth(addresses, (path) => SAYS_ALL.test(path))],
    ] as const;
    for (const [where, paths] of visits) {
      await prepare(where);
      await openPage(where, paths[0]!);
      for (const address of paths) {
        await followTo(where, address);
        await look(where, address);
      }
    }
    expect([...problems, ...signedIn.problems]).toEqual([]);
    for (const one of [page, signedIn.page]) await one.context().close();
  }

  /** Shows the pseudo-localized texts in place of the English texts, as an app with such a release would. */
  async function showPseudo(page: Page): Promise<void> {
    const address = `/v1/i18n/bundles/${projectId}/production/${PSEUDO}?envelope=false`;
    const texts = await fetch(home.url + address);
    const json = await texts.json();
    await page.route(/\/production\/en\?/, (route) => route.fulfill({ json }));
  }

  it('has no untranslated word on any page in the pseudo-locale', async () => {
    const found: Record<string, string[]> = {};
    let visited = 0;
    await visitAll(showPseudo, async (page, address) => {
      const words = await plainWordsOf(page);
      if (SAYS_ALL.test(address)) {
        visited++;
        words.push(...(await serverWordsOf(page)));
      }
      if (words.length > 0) found[address] = words;
    });
    expect({ found, visited }).toEqual({ found: {}, visited: 8 });
  });

  it('mirrors every page in Arabic, names controls by their visible text, and never scrolls horizontally', async () => {
    await visitAll(
      (page) => remember(page, 'ar'),
      async (page, address) => {
        await expect.poll(() => lookOf(page), { message: address }).toBe('ar rtl');
        // An accessible name without the visible text would be a translation error.
        expect(await lastingFaultsOf(page, ['label-content-name-mismatch']), address).toEqual([]);
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          const overflow = () =>
            page.evaluate(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            );
          await expect.poll(overflow, { message: `${address} at ${width} px` }).toBe(0);
        }
      },
    );
  });

  it('shows a changed text on the next visit after its release', async () => {
    const { i18n } = tenant.client;
    const { page, problems } = await site.browser.open(BROWSER_SITE);
    // A language falls back to its compiled texts if its bundle cannot be loaded.
    await page.route(/\/production\/de\?/, (route) => route.abort());
    await page.getByRole('heading', { name: 'Every language your product speaks' }).waitFor();
    const { data: keys } = await i18n.keys.list({ projectId, q: 'landing.title' });
    const keyId = keys.find(({ name }) => name === 'landing.title')!.id;
    const title = 'All your languages';
    await i18n.values.put({ projectId, keyId, localeCode: 'en', text: title });
    await publish();
    await page.reload();
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Jede Sprache Ihres Produkts' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
    await page.context().close();
  });

  it('uses the language of the browser, then the choice before the sign-in, then the language of the account', async () => {
    const { user, page, base } = await openSignedIn(site);
    await page.context().clearCookies();
    await page.addInitScript(
      `Object.defineProperty(navigator, 'languages', { get: () => ['nl', 'de-AT', 'en'] })`,
    );
    await openPage(page, '/sign-in');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('日本語');
    await page.getByRole('heading', { name: 'サインイン' }).waitFor();
    await page.getByLabel('メールアドレス').fill(user.email);
    await page.getByLabel('パスワード', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'サインイン' }).click();
    await page.getByRole('heading', { name: 'Parlanceへようこそ' }).waitFor();
    const preference = async () => (await user.client.users.me.get()).data.preferences.language;
    await expect.poll(preference).toBe('ja');
    await openPage(page, `${base.slice(BROWSER_SITE.length)}/account`);
    await page.getByRole('combobox', { name: '言語' }).selectOption('العربية');
    await page.getByRole('heading', { name: 'حسابك' }).waitFor();
    await expect.poll(preference).toBe('ar');
    await expect.poll(() => lookOf(page)).toBe('ar rtl');
    // Another browser knows only the preference of the account.
    const cookies = await page.context().cookies();
    const { page: other } = await site.browser.open(BROWSER_SITE);
    await other.context().addCookies(cookies);
    await openPage(other, `${base.slice(BROWSER_SITE.length)}/account`);
    await other.getByRole('heading', { name: 'حسابك' }).waitFor();
    for (const one of [page, other]) await one.context().close();
  });

  it('explains an error in the language of the page, with the message of the server below', async () => {
    const { page } = await site.browser.open(BROWSER_SITE);
    await remember(page, 'de');
    await openPage(page, '/sign-in');
    await page.getByLabel('E-Mail-Adresse').fill('ada@example.test');
    await page.getByLabel('Passwort', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Die E-Mail-Adresse oder das Passwort').waitFor();
    await alert.getByText('Meldung des Servers').click();
    await alert.locator('[lang=en]').waitFor();
    await page.context().close();
  });

  it('has locale files in which a pull changes only the edited text', async () => {
    const { i18n } = tenant.client;
    const { data: keys } = await i18n.keys.list({ projectId, q: 'account.profile' });
    const keyId = keys.find(({ name }) => name === 'account.profile')!.id;
    await i18n.values.put({ projectId, keyId, localeCode: 'ja', text: 'あなたの情報' });
    const files = (): Map<string, string> =>
      new Map(
        globSync('src/i18n/{ar,de,es,fr,ja}/*.json', { cwd: clone.root }).map((file) => [
          file,
          clone.read(file),
        ]),
      );
    const before = files();
    const pull = ['pull', '--project', projectId];
    for (const locale of ['ar', 'de', 'es', 'fr', 'ja']) pull.push('--locale', locale);
    expect(await clone.run(...pull)).toMatchObject({ exit: 0 });
    const changed = [...files()].filter(([file, text]) => text !== before.get(file));
    expect(changed.map(([file]) => file)).toEqual(['src/i18n/ja/account.json']);
    expect(changed[0]![1]).toBe(
      before.get('src/i18n/ja/account.json')!.replace('プロフィール', 'あなたの情報'),
    );
  });
});
