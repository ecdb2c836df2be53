import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../../scripts/tests/test-breadth.ts';
import { createProject } from '../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import {
  fillAccount,
  fillMemberships,
  fillOrganization,
  fillProject,
} from '../../api/test/measure/large-organization.ts';
import { type PaypalServer, startPaypalServer } from '../../api/test/servers/paypal-server.ts';
import { openSignedIn } from './support/page.ts';

/** A few pages of rows show that a list is paged. The full number shows that the cost depends only on the page. */
const ROWS = isWhole ? 10_000 : 600;
const LAST = ROWS - 1;
const MAX_NODES = 4_000;
/** The largest page makes 16 requests. The frame may request the inbox count or the data of an event once more. */
const MAX_CALLS = 18;

describe.skipIf(!hasChromium)(`a list of ${ROWS} rows`, () => {
  let paypal: PaypalServer;
  beforeAll(async () => {
    paypal = await startPaypalServer();
  });
  // A server that sells credits has a ledger.
  const site = openSite(() => ({ env: paypal.env }));
  afterAll(() => paypal.close());

  it('draws a limited number of rows, sends few requests, and loads more on demand', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Large' });
    const content = Object.fromEntries(
      Array.from({ length: ROWS }, (_, index) => [`key.${index}`, `Text number ${index}`]),
    );
    await i18n.locales.create({ projectId, code: 'de' });
    const { data: brought } = await i18n.projects.import({ projectId, locale: 'en', content });
    const { data: environments } = await i18n.environments.list({ projectId });
    const place = { organizationId: user.organizationId, environmentId: environments[0]!.id };
    const failedJob = await fillProject(site.app.db, { ...place, projectId, rows: ROWS });
    const changed = Object.fromEntries(
      Object.keys(content).map((key, index) => [key, `Text ${index}`]),
    );
    const { data: staged } = await i18n.imports.create({
      projectId,
      locale: 'en',
      content: changed,
      mode: 'overwrite',
    });
    // A live event repeats a call, and a slow machine gets the events of the fill while it opens a page.
    const calls = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) calls.add(request.url());
    });
    const nodes = () => page.evaluate("document.querySelectorAll('*').length") as Promise<number>;
    const own = `/p/${projectId}`;
    for (const [path, rows, list] of [
      ['', 'main ol > li', '/dashboard/activity'],
      [`${own}/changes/${brought.changeId}`, 'main li', `/changes/${brought.changeId}/values`],
      [`${own}/environments/production/publish?locale=en`, 'main details li', '/pending'],
      [`${own}/glossary`, 'main tbody tr', '/glossary'],
      [`${own}/changes`, 'main ol > li', '/changes'],
      [`${own}/jobs`, 'main li', '/jobs'],
      [`${own}/jobs/${failedJob}`, 'main li', '/result'],
      [`${own}/releases`, 'main ol > li', '/releases'],
      [`${own}/imports/${staged.importId}`, 'main li', `/imports/${staged.importId}/changes`],
    ] as const) {
      // A page may be loaded again after a change by another person.
      const pages = () => {
        const urls = [...calls].map((url) => new URL(url));
        const cursors = urls
          .filter(({ pathname }) => pathname.endsWith(list))
          .flatMap(({ searchParams }) => searchParams.get('cursor') ?? []);
        return [...new Set(cursors)];
      };
      calls.clear();
      await page.goto(base + path);
      await untilCalm(page);
      await page.locator(rows).nth(2).waitFor();
      expect(calls.size, [...calls].join('\n')).toBeLessThanOrEqual(MAX_CALLS);
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
      const more = page.getByRole('button', { name: 'Show more' });
      await more.first().waitFor();
      const shown = await page.locator(rows).count();
      calls.clear();
      await more.first().click();
      await expect.poll(() => page.locator(rows).count(), { message: path }).toBeGreaterThan(shown);
      // The frame can send its own requests at any time: for the event stream, and for the data of an event.
      expect(pages(), path).toHaveLength(1);
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
    }
    await page.getByLabel('Key or text').fill(`key.${LAST}`);
    await page.getByRole('button', { name: 'Find' }).click();
    await expect.poll(() => page.locator('main li').count()).toBe(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows its first rows, can be searched, and loads more on demand: people, keys, projects, sessions, usage, credits', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { organizationId, id: userId } = user;
    const { id: projectId } = await createProject(user.client, { name: 'Large' });
    await fillOrganization(site.app.db, { organizationId, projectId, userId, rows: ROWS });
    await fillMemberships(site.app.db, { userId, rows: ROWS });
    // The first request for the credits creates their account.
    await user.client.billing.get();
    await fillAccount(site.app.db, { organizationId, userId, rows: ROWS });
    // A live event repeats a call, and a slow machine gets the events of the fill while it opens a page.
    const calls = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) calls.add(request.url());
    });
    const nodes = () => page.evaluate("document.querySelectorAll('*').length") as Promise<number>;
    const section = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    const open = async (path: string) => {
      calls.clear();
      await page.goto(base + path);
      await untilCalm(page);
      expect(calls.size, [...calls].join('\n')).toBeLessThanOrEqual(MAX_CALLS);
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
    };

    for (const [path, name, typed, found] of [
      ['/members', 'People', `member-${LAST}@`, `Member ${LAST}`],
      ['/members', 'Invitations', `guest-${LAST}@`, `guest-${LAST}@example.test`],
      ['/keys', 'Keys of the organization', `key ${LAST}`, `Key ${LAST}`],
      ['/keys', 'Your personal keys', `key ${LAST}`, `Own key ${LAST}`],
      ['/settings', 'Archived projects', `project ${LAST}`, `Archived project ${LAST}`],
      [`/p/${projectId}/settings`, 'Child projects', `child ${LAST}`, `Archived child ${LAST}`],
    ] as const) {
      await open(path);
      const rows = section(name).locator('li');
      await rows.nth(2).waitFor();
      const shown = await rows.count();
      await section(name).getByRole('button', { name: 'Show more' }).first().click();
      await expect.poll(() => rows.count()).toBe(shown + 50);
      await section(name).getByLabel('Search').fill(typed);
      await expect.poll(() => rows.count(), { message: name }).toBeLessThanOrEqual(2);
      await rows.filter({ hasText: found }).first().waitFor();
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
    }
    for (const [path, name, rows] of [
      ['/account', 'Sessions', 'li'],
      ['/usage', 'Ledger', 'tbody tr'],
    ] as const) {
      await open(path);
      const own = section(name).locator(rows);
      await expect.poll(() => own.count()).toBe(50);
      await section(name).getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => own.count()).toBe(100);
      expect(await nodes(), path).toBeLessThan(MAX_NODES);
    }
    await open(`/p/${projectId}/settings`);
    const environments = section('Archived environments');
    await environments.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => environments.locator('li').count()).toBe(100);

    const environment = page.getByRole('link', { name: /^Publish to / });
    await page.goto(`${base}/p/${projectId}/releases`);
    await environment.nth(9).waitFor();
    await expect.poll(() => environment.count()).toBe(10);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => environment.count()).toBe(20);
    await page.getByLabel('Find an environment').fill(`environment-${LAST}`);
    await expect.poll(() => environment.count()).toBe(1);
    await environment.filter({ hasText: 'Publish' }).click();
    await page.getByRole('heading', { name: `Publish to Environment ${LAST}` }).waitFor();
    await page.goto(`${base}/p/${projectId}`);
    await page
      .getByRole('link', { name: /^Publish to / })
      .nth(9)
      .waitFor();
    expect(await nodes()).toBeLessThan(MAX_NODES);

    await open('/members');
    await section('People').getByLabel('Role', { exact: true }).selectOption('owner');
    await expect.poll(() => section('People').locator('li').count()).toBe(2);

    await open('/audit');
    await page.getByRole('combobox', { name: 'Person' }).fill('member-77@');
    await page.getByRole('option', { name: /Member 77\b/ }).click();
    await page.getByText('No entry matches').waitFor();
    await page.getByRole('button', { name: 'Remove Member 77' }).click();
    await page.getByRole('combobox', { name: 'Person' }).waitFor();

    await open('/keys');
    await page.getByRole('button', { name: 'New personal key' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'New personal key' });
    await dialog.getByLabel('Only some projects').check();
    const add = dialog.getByLabel('Add a project');
    await add.click();
    await page.getByRole('option').nth(49).waitFor();
    expect(await nodes()).toBeLessThan(MAX_NODES);
    await add.fill(`project-${LAST - 1}`);
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await page.getByRole('option', { name: `Project ${LAST - 1}` }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Bound');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('The key Bound').waitFor();
    const { data: bound } = await user.client.users.apiKeys.list({ q: 'Bound' });
    const { data: picked } = await user.client.i18n.projects.list({ q: `project-${LAST - 1}` });
    expect(bound.map(({ projectIds }) => projectIds)).toEqual([[picked[0]!.id]]);

    await open('/usage');
    await page.getByLabel('By', { exact: true }).selectOption('project');
    const usage = page.locator('tbody tr');
    await expect.poll(() => usage.filter({ hasText: /Project|Child|Large/ }).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).first().click();
    await expect.poll(() => usage.filter({ hasText: /Project|Child|Large/ }).count()).toBe(100);
    expect(await nodes()).toBeLessThan(MAX_NODES);

    await page.goto(base);
    await page.getByLabel('Find a project').fill(`project-${LAST - 2}`);
    await page.getByRole('option', { name: `Project ${LAST - 2}` }).click();
    await page.getByRole('heading', { name: `Project ${LAST - 2}` }).waitFor();

    await open('');
    const cards = page
      .getByRole('main')
      .getByRole('link', { name: /^(?:Large|Project \d+|Child \d+)$/ });
    await expect.poll(() => cards.count()).toBe(50);
    // The list of the queue is above the list of projects.
    await page.getByRole('button', { name: 'Show more' }).last().click();
    await expect.poll(() => cards.count()).toBe(100);
    expect(await nodes()).toBeLessThan(MAX_NODES);

    await page.getByRole('button', { name: /^Organization / }).click();
    // The menu has one page of organizations, and the link to create one.
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(51);
    await page.getByLabel('Find an organization').fill(`team-${LAST - 3}`);
    await page.getByRole('menuitem', { name: `Team ${LAST - 3}` }).click();
    await page.getByRole('button', { name: `Organization Team ${LAST - 3}` }).waitFor();
    // The browser remembers the organization although it is not in the first page.
    await page.goto(BROWSER_SITE);
    await page.waitForURL(new RegExp(`/o/team-${LAST - 3}$`));
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
