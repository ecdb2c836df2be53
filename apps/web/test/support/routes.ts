import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createProject } from '../../../api/test/app/build.ts';
import type { TestUser } from '../../../api/test/app/seed.ts';
import { BROWSER_SITE, untilCalm } from '../../../api/test/browser/chromium.ts';
import type { SignedIn } from './page.ts';

const ORGANIZATION = '/o/$org';

/** Returns the paths of all pages from the router of the app, so that new pages are included. */
const pathsOf = async (page: Page): Promise<string[]> =>
  (await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as string[];

/** Returns the addresses of the pages for people without a session. `page` shows a page of the app. */
export async function publicAddresses(page: Page): Promise<string[]> {
  const paths = (await pathsOf(page)).filter((path) => !path.startsWith(ORGANIZATION));
  expect(paths).toEqual(expect.arrayContaining(['/', '/sign-in', '/sign-up']));
  return paths;
}

/** Returns the addresses of the pages of an organization, with a project that has one item of everything. */
export async function organizationAddresses({ user, page, base }: SignedIn): Promise<string[]> {
  const params = { org: base.slice(base.lastIndexOf('/') + 1), ...(await fillProject(user)) };
  await openPage(page, `/o/${params.org}`);
  const paths = (await pathsOf(page)).filter((path) => path.startsWith(ORGANIZATION));
  expect(paths.length).toBeGreaterThan(10);
  return paths.map((path) =>
    path.replace(/\$(\w+)/g, (_, name: string) => {
      const value = (params as Readonly<Record<string, string>>)[name];
      expect(value, `${path} has a parameter without a fixture`).toBeDefined();
      return value!;
    }),
  );
}

/** Loads the app at an address. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(BROWSER_SITE + address);
  await untilCalm(page);
}

/** Navigates to another page of the app like a link, which costs a fraction of a load. */
export async function followTo(page: Page, address: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
  await untilCalm(page);
}

/** Creates a project with one item of everything that has a page. Returns the parameters of the addresses. */
async function fillProject({
  client,
  organizationId,
}: TestUser): Promise<Readonly<Record<string, string>>> {
  const { id: project } = await createProject(client, { name: 'Shop' });
  const { i18n, translate } = client;
  const content = { 'menu.save': 'Save {name}', 'menu.open': '<b>Open</b>', 'menu.exit': 'Exit' };
  await i18n.projects.import({ projectId: project, locale: 'en', content });
  // One of the texts has a finding.
  const german = { 'menu.save': 'Speichern', 'menu.old': 'Alt' };
  const { data: brought } = await i18n.projects.import({
    projectId: project,
    locale: 'de',
    content: german,
  });
  await i18n.locales.create({ projectId: project, code: 'ar' });
  const { data: release } = await i18n.releases.create(
    { projectId: project, environment: 'production' },
    { waitSeconds: 30 },
  );
  const work = { projectId: project, targetLocales: ['ar'], engine: 'pseudo' };
  const { data: job } = await translate.jobs.create(work, { waitSeconds: 30 });
  const { data: staged } = await i18n.imports.create({
    projectId: project,
    locale: 'en',
    content: { 'menu.save': 'Save {name} now', 'menu.new': 'New', 'menu.old': null },
  });
  const { data: rows } = await i18n.rows.list({ projectId: project, locales: ['de'] });
  const keyId = rows[0]!.keyId;
  // These items are in lists but have no pages.
  await i18n.glossary.create({ projectId: project, term: 'file', translations: { de: 'Datei' } });
  await i18n.keys.comments.create({
    projectId: project,
    keyId,
    kind: 'question',
    localeCode: 'de',
    text: 'Shop',
  });
  await client.apiKeys.create({ name: 'Shop', scopes: ['i18n:read'] });
  await client.webhooks.create({ url: 'https://hooks.example.com/', events: ['key.created'] });
  await client.organizations.invitations.create({
    organizationId,
    email: 'new@example.com',
    role: 'translator',
  });
  return {
    project,
    releaseId: release.id,
    jobId: job.id,
    importId: staged.importId,
    changeId: brought.changeId!,
    keyId,
    env: 'production',
  };
}
