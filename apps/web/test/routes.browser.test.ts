import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { createProject } from '../../api/test/build.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../api/test/chromium.ts';
import type { TestUser } from '../../api/test/seed.ts';
import { openSite } from '../../api/test/site.ts';
import { expectNoFaultsAnywhere } from './axe.ts';
import { openSignedIn } from './page.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const ORGANIZATION = '/o/$org';
/** Pages that the server makes itself. */
const SERVER_PAGES = ['/verify-email', '/reset-password', '/accept-invitation', '/docs/errors'];

/** The addresses of all pages as the router of the app has them. A page that is added is among them. */
const pathsOf = async (page: Page): Promise<string[]> =>
  (await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as string[];

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(BROWSER_SITE + address);
  await untilCalm(page);
}

describe.skipIf(!hasChromium)('every page of the web app', () => {
  const site = openSite();

  it('is accessible without a session: in light and dark, both directions, wide and at 320 px', async () => {
    const { page, problems } = await site.browser.open(BROWSER_SITE);
    const paths = (await pathsOf(page)).filter((path) => !path.startsWith(ORGANIZATION));
    expect(paths).toEqual(expect.arrayContaining(['/', '/sign-in', '/sign-up']));
    for (const path of [...paths, ...SERVER_PAGES]) {
      await openPage(page, path);
      await expectNoFaultsAnywhere(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is accessible in an organization: in light and dark, both directions, wide and at 320 px', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const params = { org: base.slice(base.lastIndexOf('/') + 1), ...(await fillProject(user)) };
    const paths = (await pathsOf(page)).filter((path) => path.startsWith(ORGANIZATION));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const address = path.replace(/\$(\w+)/g, (_, name: string) => {
        const value = (params as Readonly<Record<string, string>>)[name];
        expect(value, `${path} has a parameter without a fixture`).toBeDefined();
        return value!;
      });
      await openPage(page, address);
      await expectNoFaultsAnywhere(page);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Creates a project with one of everything that has a page, and returns the parameters of the addresses. */
async function fillProject({ client }: TestUser) {
  const { id: project } = await createProject(client, { name: 'Shop' });
  const { i18n, translate } = client;
  const content = { 'menu.save': 'Save {name}', 'menu.open': '<b>Open</b>', 'menu.exit': 'Exit' };
  await i18n.projects.import({ projectId: project, locale: 'en', content });
  // A text with a finding.
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
    content: { 'menu.save': 'Save {name} now', 'menu.new': 'New' },
  });
  const { data: rows } = await i18n.rows.list({ projectId: project, locales: ['de'] });
  return {
    project,
    releaseId: release.id,
    jobId: job.id,
    importId: staged.importId,
    changeId: brought.changeId!,
    keyId: rows[0]!.keyId,
    env: 'production',
  };
}
