import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../../scripts/run/web.mjs';
import { startTestApp, type TestApp } from '../../api/test/app.ts';
import { createProject, tokenOf, waitForMail } from '../../api/test/build.ts';
import {
  BROWSER_SITE,
  hasChromium,
  startBrowser,
  type TestBrowser,
} from '../../api/test/chromium.ts';
import { seedUser, uniqueEmail } from '../../api/test/seed.ts';
import { expectNoFaults } from './axe.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PASSWORD = 'correct horse battery';

describe.skipIf(!hasChromium)('the web app, in a browser', () => {
  let app: TestApp;
  let browser: TestBrowser;
  beforeAll(async () => {
    expect(await ensureBuilt(ROOT, process.execPath)).toBe(true);
    app = await startTestApp({ env: { PUBLIC_URL: BROWSER_SITE } });
    browser = await startBrowser(app);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = (path: string) => browser.open(BROWSER_SITE + path);

  it('leads a new person from the start page to a project with the keys of a file', async () => {
    const { page, problems } = await open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Create an account' }).click();

    const email = uniqueEmail();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    const mail = await waitForMail(app, { to: email });

    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Mail the link again' }).waitFor();
    await app.client().auth.verifyEmail({ token: tokenOf(mail) });
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByRole('heading', { name: 'Welcome to Parlance' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'en.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"menu":{"save":"Save"},"greeting":"Hello {name}"}'),
    });
    await page.getByLabel('Project name').fill('Shop');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Create project and import' }).click();

    await page.getByLabel('Locale', { exact: true }).fill('ar');
    await page.getByRole('button', { name: 'Add a locale' }).click();
    await page.getByRole('button', { name: 'Disable Arabic' }).waitFor();
    await expectNoFaults(page);

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('2 translated · 0 need review · 0 missing').waitFor();
    await page.getByText('0 translated · 0 need review · 2 missing').waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Project name').fill('Shop front');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await expectNoFaults(page);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('projects');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Shop front' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('asks for a session, and returns to the address that was opened', async () => {
    const { page } = await open('/o/somewhere');
    await page.waitForURL(/\/sign-in\?next=/);
    expect(new URL(page.url()).searchParams.get('next')).toBe('/o/somewhere');
    await page.getByLabel('Email address').waitFor();
    await expectNoFaults(page);
    await page.goto(`${BROWSER_SITE}/forgot-password`);
    await page.getByLabel('Email address').fill(uniqueEmail());
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText(/a link is on its way/).waitFor();
    await page.context().close();
  });

  it('says at the form why a sign-in was refused', async () => {
    const { page } = await open('/sign-in');
    await page.getByLabel('Email address').fill(uniqueEmail());
    await page.getByLabel('Password').fill('not my password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await expectNoFaults(page);
    await page.context().close();
  });

  it('asks before a sign-out deletes drafts of the editor', async () => {
    const user = await seedUser(app);
    const { page, problems } = await open('/sign-in');
    await page.getByLabel('Email address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Projects' }).or(page.getByText('Welcome')).waitFor();
    const { id: projectId } = await createProject(user.client);
    const draft = {
      ...{ userId: user.id, organizationId: user.organizationId, projectId, keyId: 'k', key: 'k' },
      ...{ locale: 'de', text: 'Hallo', stage: 'typing', at: 0 },
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
