import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../api/test/app/app.ts';
import { createProject, tokenOf, waitForMail } from '../../api/test/app/build.ts';
import { seedUser, uniqueEmail } from '../../api/test/app/seed.ts';
import { BROWSER_SITE, hasChromium, startBrowser } from '../../api/test/browser/chromium.ts';
import { startPaypalServer } from '../../api/test/servers/paypal-server.ts';
import { expectNoFaults } from './support/axe.ts';
import { runCommand } from './support/keyboard.ts';
import { openSignedIn } from './support/page.ts';
import { openTranslatingSite } from './support/translating-site.ts';

const PASSWORD = 'correct horse battery';

describe.skipIf(!hasChromium)('the web app, in a browser', () => {
  const site = openTranslatingSite();

  const open = (path: string) => site.browser.open(BROWSER_SITE + path);

  it('leads a new person from the start page to the first translation of a file in six clicks', async () => {
    const { page, problems } = await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();

    const email = uniqueEmail();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.getByText('the newest file in the folder data/mail').waitFor();
    const mail = await waitForMail(site.app, { to: email });

    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Mail the link again' }).waitFor();
    await site.app.client().auth.verifyEmail({ token: tokenOf(mail) });
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    // A person without a project is redirected to the page that creates the first project.
    await page.getByRole('heading', { name: 'Welcome to Parlance' }).waitFor();
    await page.evaluate(
      "addEventListener('click', (event) => { if (event.isTrusted) window.clicks = (window.clicks ?? 0) + 1; }, true)",
    );
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({
      name: 'en.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"menu":{"save":"Save the file"},"greeting":"Hello {{name}}"}'),
    });
    await expect.poll(() => page.getByLabel('Message format').inputValue()).toBe('i18next');
    await expect.poll(() => page.getByLabel('Source locale').inputValue()).toBe('en');
    const shown = page.getByRole('group', { name: 'Where are these texts shown?' });
    await shown.getByRole('button', { name: 'i18next' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('strings to import').waitFor();
    const sample = page.getByRole('table', { name: 'The first strings of the file' });
    await sample.getByRole('row', { name: 'menu.save Save the file' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Import the strings' }).click();
    await page
      .getByRole('button', { name: 'German de By machine on this server (libretranslate)' })
      .waitFor();
    await page.getByRole('button', { name: /^Arabic ar .* · by hand$/ }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'German' }).click();
    await page.getByRole('button', { name: 'Arabic' }).click();
    await page.getByRole('button', { name: 'Add 2 languages, 1 by machine' }).click();
    await page.getByRole('main').getByText('Save~de the~de file~de').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('l')).toBe('en,de,ar');
    await expect.poll(() => new URL(page.url()).searchParams.get('key')).not.toBeNull();
    expect(await page.evaluate('window.clicks')).toBeLessThanOrEqual(6);

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: '2 need review' }).waitFor();
    await page.getByRole('link', { name: '2 missing' }).waitFor();
    await page.getByRole('link', { name: 'Locales' }).click();
    await page.getByRole('button', { name: 'Disable Arabic' }).click();
    await page.getByLabel('Type the name: Arabic').fill('Arabic');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable Arabic' }).click();
    await page.getByRole('button', { name: 'Disable Arabic' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Project name').fill('Shop front');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').waitFor();

    await runCommand(page, 'Projects');
    await page.getByRole('link', { name: 'Shop front', exact: true }).first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the position of an error in a file, and continues in the same project with a corrected file or a new start', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.goto(`${base}/projects/new`);
    const choose = (text: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'strings.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
    await choose('{\n  "a": "A",\n  "b"\n}');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Line 4, column 1:').waitFor();
    await expectNoFaults(page);
    await choose('{"a": "A"}');
    await page.getByLabel('Source locale').fill('de');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('string to import').waitFor();
    const { projects } = user.client.i18n;
    // Exceeds the number of staged files that a project can have.
    for (let left = 0; left < 4; left++) {
      await page.goto(`${base}/projects/new`);
      await choose('{"a": "A"}');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await page.getByText('string to import').waitFor();
    }
    expect((await projects.list()).data).toMatchObject([{ name: 'strings', sourceLocale: 'en' }]);
    await page.getByRole('button', { name: 'Change the file' }).click();
    await page.getByLabel('Source locale').fill('de');
    await page.getByLabel('Project name').fill('Shop');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Import the strings' }).click();
    await page.getByLabel('Another language').fill('no language');
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByText('No language has this name.').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Add the languages' }).isDisabled())
      .toBe(true);
    await page.getByLabel('Another language').fill('Russian');
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByRole('button', { name: 'Russian', pressed: true }).waitFor();
    const { data } = await projects.list();
    expect(data).toMatchObject([{ name: 'Shop', sourceLocale: 'de' }]);
    // The locale already exists, as after an attempt that failed halfway.
    await user.client.i18n.locales.create({ projectId: data[0]!.id, code: 'ru' });
    await page.getByRole('button', { name: 'Add the languages' }).click();
    await page.getByRole('region', { name: 'One translation' }).waitFor();
    const { data: locales } = await user.client.i18n.locales.list({ projectId: data[0]!.id });
    expect(locales.map(({ code }) => code)).toEqual(['de', 'ru']);

    // The page does not mistake the existing project for an abandoned project, because it has strings.
    await page.goto(`${base}/projects/new`);
    await choose('{"a": "A"}');
    await page.getByLabel('Project name').fill('Shop');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('string to import').waitFor();
    expect((await projects.list()).data.map(({ name }) => name)).toEqual(['Shop', 'Shop']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/projects/new'));
    expect((await projects.list()).data).toMatchObject([{ id: data[0]!.id }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('creates the demo project, translates it, and removes it', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    await page.goto(`${BROWSER_SITE}/welcome`);
    await page.getByRole('button', { name: 'Try the demo project' }).click();
    await page
      .getByRole('button', { name: 'German de By machine on this server (libretranslate)' })
      .click();
    await page.getByRole('button', { name: 'Translate into 1 language' }).click();
    await page.getByRole('region', { name: 'One translation' }).getByText('Home~de').waitFor();
    const { data: projects } = await user.client.i18n.projects.list();
    const { data: locales } = await user.client.i18n.locales.list({ projectId: projects[0]!.id });
    expect(locales.map(({ code }) => code)).toEqual(['en', 'ar', 'de']);
    expect(locales[2]!.counts).toMatchObject({ missing: 0 });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('complementary', { name: 'Demo project' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Remove the demo project' }).click();
    await page.waitForURL(base);
    expect((await user.client.i18n.projects.list()).data).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows, on a server with credits, the cost of a translation and whether the credits suffice before it translates', async () => {
    const paypal = await startPaypalServer();
    const paid = await startTestApp({
      env: {
        PUBLIC_URL: BROWSER_SITE,
        MT_ENGINES: 'libretranslate',
        LIBRETRANSLATE_URL: site.engineUrl,
        ...paypal.env,
        FREE_MONTHLY_CREDITS: '30',
      },
    });
    const other = await startBrowser(paid);
    const { user, page, problems, base } = await openSignedIn({ app: paid, browser: other });
    const { id: projectId } = await createProject(user.client);
    const content = { save: 'Save the file', open: 'Open' };
    await user.client.i18n.projects.import({ projectId, locale: 'en', content });
    await page.goto(`${base}/projects/new?project=${projectId}`);
    await page
      .getByRole('button', { name: 'German de By machine on this server (libretranslate)' })
      .click();
    await page.getByRole('button', { name: 'Portuguese (Brazil)' }).click();
    await page.getByRole('button', { name: 'See the cost' }).click();
    await page.getByText('The translation costs 34 credits at most.').waitFor();
    await page.getByRole('alert').getByText('more than this organization has').waitFor();
    const translate = page.getByRole('button', { name: /^Translate into/ });
    await expect.poll(() => translate.isDisabled()).toBe(true);
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Portuguese (Brazil)' }).click();
    await page.getByRole('button', { name: 'See the cost' }).click();
    await page.getByText('The translation costs 17 credits at most.').waitFor();
    await translate.click();
    await page.getByRole('main').getByText('Save~de the~de file~de').waitFor();
    // The language that was only previewed is not in the project.
    const { data: locales } = await user.client.i18n.locales.list({ projectId });
    expect(locales.map(({ code }) => code)).toEqual(['en', 'de']);
    expect(problems).toEqual([]);
    await other.close();
    await paid.close();
    await paypal.close();
  });

  it('redirects to the sign-in with the requested address, and confirms a request for a new password', async () => {
    const { page } = await open('/o/somewhere');
    await page.waitForURL(/\/sign-in\?next=/);
    expect(new URL(page.url()).searchParams.get('next')).toBe('/o/somewhere');
    await page.getByLabel('Email address').waitFor();
    await page.goto(`${BROWSER_SITE}/forgot-password`);
    await page.getByLabel('Email address').fill(uniqueEmail());
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText(/a link is on its way/).waitFor();
    await page.context().close();
  });

  it('reports at an unknown address that the page does not exist', async () => {
    const { page } = await open('/nowhere');
    await page.getByRole('heading', { name: 'Not there, or not yours' }).waitFor();
    await page.context().close();
  });

  it('never leads to another site after a sign-in', async () => {
    const user = await seedUser(site.app);
    const foreign = [
      'https://evil.example/',
      '//evil.example/',
      '/\\\\evil.example',
      'javascript:document.title="evil"',
      '["https://evil.example/"]',
    ];
    for (const next of foreign) {
      const { page } = await open(`/sign-in?next=${encodeURIComponent(next)}`);
      const left: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(BROWSER_SITE)) left.push(request.url());
      });
      await page.getByLabel('Email address').fill(user.email);
      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Welcome to Parlance' }).waitFor();
      expect([new URL(page.url()).origin, left], next).toEqual([BROWSER_SITE, []]);
      await page.context().close();
    }
  });

  it('shows an alert in the form after a rejected sign-in', async () => {
    const { page } = await open('/sign-in');
    await page.getByLabel('Email address').fill(uniqueEmail());
    await page.getByLabel('Password').fill('not my password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await expectNoFaults(page);
    await page.context().close();
  });

  it('asks before a sign-out deletes drafts of the editor', async () => {
    const user = await seedUser(site.app);
    const { page, problems } = await open('/sign-in');
    await page.getByLabel('Email address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Welcome to Parlance' }).waitFor();
    const { id: projectId } = await createProject(user.client);
    const draft = {
      userId: user.id,
      organizationId: user.organizationId,
      projectId,
      keyId: 'k',
      key: 'k',
      locale: 'de',
      text: 'Hallo',
      stage: 'typing',
      at: 0,
      base: { id: null, text: '', state: null, version: 0 },
    };
    await page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('parlance', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('drafts', {
        keyPath: ['userId', 'projectId', 'keyId', 'locale'] });
      request.onsuccess = () => {
        const transaction = request.result.transaction('drafts', 'readwrite');
        transaction.objectStore('drafts').put(${JSON.stringify(draft)});
        transaction.oncomplete = () => { request.result.close(); resolve(); };
      };
    })`);
    const signOut = async () => {
      await page.getByRole('button', { name: `Account of ${user.name}` }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await page.getByRole('dialog', { name: '1 text is not saved' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await signOut();
    await page.getByRole('button', { name: 'Sign out and delete the drafts' }).click();
    await page.waitForURL(/\/sign-in/);
    await page.getByLabel('Email address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: `Account of ${user.name}` }).waitFor();
    await signOut();
    await page.waitForURL(/\/sign-in/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
