import { readFile } from 'node:fs/promises';
import { ROLES, type Role } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { inBreadth } from '../../../scripts/tests/test-breadth.ts';
import { noteDailyProgress } from '../../api/src/domain/editor/dashboard/note-daily-progress.ts';
import { actFor, createProject, joinOrganization } from '../../api/test/app/build.ts';
import { seedUser, uniqueEmail } from '../../api/test/app/seed.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { mayDo, type Need } from '../src/lib/person/role.ts';
import { openSignedIn } from './support/page.ts';
import { followTo, openPage } from './support/routes.ts';

/** Address of a page, a button or link on it, and the scope or right that it needs. */
const GIVEN: readonly (readonly [
  page: '' | `/${string}`,
  what: { role: 'button' | 'link' | 'textbox'; name: string },
  need: Need,
])[] = [
  ['', { role: 'link', name: 'New project' }, 'content'],
  ['', { role: 'link', name: 'Translate Shop' }, 'translate'],
  ['', { role: 'link', name: 'Usage' }, 'usage:read'],
  ['', { role: 'link', name: 'Audit log' }, 'admin:api-keys'],
  ['/projects/new', { role: 'button', name: 'Choose a file' }, 'content'],
  ['/members', { role: 'button', name: 'Invite' }, 'admin:api-keys'],
  ['/members', { role: 'button', name: 'Revoke the invitation to guest@' }, 'admin:api-keys'],
  ['/settings', { role: 'button', name: 'Restore Old shop' }, 'content'],
  ['/settings', { role: 'button', name: 'Save' }, 'admin:api-keys'],
  ['/keys', { role: 'button', name: 'New key' }, 'admin:api-keys'],
  ['/keys', { role: 'button', name: 'Revoke the key Build' }, 'admin:api-keys'],
  ['/keys', { role: 'button', name: 'New personal key' }, 'i18n:read'],
  ['/p/$project', { role: 'link', name: 'Publish to' }, 'release'],
  ['/p/$project/locales', { role: 'button', name: 'Add a locale' }, 'content'],
  ['/p/$project/locales', { role: 'button', name: 'Disable German' }, 'content'],
  ['/p/$project/import', { role: 'button', name: 'Choose files' }, 'content'],
  ['/p/$project/imports/$import', { role: 'button', name: 'Apply import' }, 'content'],
  ['/p/$project/jobs/$job', { role: 'link', name: 'Translate what is missing' }, 'translate:write'],
  ['/p/$project/jobs', { role: 'button', name: 'Start translation' }, 'translate:write'],
  ['/p/$project/releases', { role: 'button', name: 'New environment' }, 'release'],
  ['/p/$project/releases', { role: 'button', name: 'Edit Production' }, 'release'],
  ['/p/$project/releases', { role: 'link', name: 'Publish to Production' }, 'release'],
  ['/p/$project/environments/production/publish', { role: 'button', name: 'Publish' }, 'release'],
  ['/p/$project/releases/$release', { role: 'link', name: 'Promote to Production' }, 'release'],
  ['/p/$project/changes/$change', { role: 'button', name: 'Undo' }, 'content'],
  ['/p/$project/glossary', { role: 'button', name: 'New term' }, 'content'],
  ['/p/$project/glossary', { role: 'button', name: 'Archive cart' }, 'content'],
  ['/p/$project/glossary', { role: 'button', name: 'Edit cart' }, 'content'],
  ['/p/$project/glossary', { role: 'textbox', name: 'cart in ' }, 'content'],
  ['/p/$project/glossary', { role: 'button', name: 'Download terms' }, 'i18n:read'],
  ['/p/$project/glossary', { role: 'button', name: 'Download TMX' }, 'i18n:read'],
  ['/p/$project/glossary', { role: 'button', name: 'Import terms' }, 'content'],
  ['/p/$project/glossary', { role: 'button', name: 'Import TMX' }, 'content'],
  ['/p/$project/settings', { role: 'button', name: 'Create a child project' }, 'content'],
  ['/p/$project/settings', { role: 'button', name: 'Archive this project' }, 'content'],
  ['/p/$project/settings', { role: 'button', name: 'Restore Old preview' }, 'release'],
];

/** Other pages that every role may open. */
const OPEN = ['/editor', '/review', '/export', '/changes'];

describe.skipIf(!hasChromium)('a member', () => {
  const site = openSite();

  // A guest sees no pages of an organization (test/organization/project-people.browser.test.ts).
  const members = ROLES.filter((role) => role !== 'guest');
  // A translator has some of the scopes, so the test covers visible and hidden buttons.
  it.each(inBreadth(members, (role) => role === 'translator'))(
    'with the role %s sees exactly the functions that the service allows',
    async (role: Role) => {
      const owner = await seedUser(site.app);
      const { i18n, translate, organizations, apiKeys } = owner.client;
      const { id: projectId } = await createProject(owner.client, { name: 'Shop' });
      const content = { a: 'Open the cart' };
      const { data: brought } = await i18n.projects.import({ projectId, locale: 'en', content });
      const changeId = brought.changeId!;
      await i18n.locales.create({ projectId, code: 'de' });
      const cart = { projectId, term: 'cart', translations: { de: 'Korb' } };
      const { data: term } = await i18n.glossary.create(cart);
      await i18n.locales.create({ projectId, code: 'ar' });
      const { data: job } = await translate.jobs.create(
        { projectId, targetLocales: ['ar'], engine: 'pseudo' },
        { waitSeconds: 30 },
      );
      // The dashboard offers texts to translate only if no text waits for a review.
      await i18n.values.bulk({
        projectId,
        select: { query: '', locales: ['ar'] },
        action: { setState: { state: 'reviewed' } },
      });
      // Sets the state of a job that was cancelled before its last string.
      const jobs = site.app.db.updateTable('translation_job').where('id', '=', job.id);
      await jobs.set({ status: 'cancelled' }).execute();
      const { data: preview } = await i18n.environments.create({ projectId, name: 'Preview' });
      const { data: release } = await i18n.releases.create(
        { projectId, environment: preview.slug },
        { waitSeconds: 30 },
      );
      const { data: old } = await i18n.environments.create({ projectId, name: 'Old preview' });
      await i18n.environments.delete({ projectId, environmentId: old.id });
      const next = { projectId, locale: 'en', content: { a: 'Open your cart' } };
      const { importId } = (await i18n.imports.create(next)).data;
      const { data: build } = await apiKeys.create({ name: 'Build', scopes: ['i18n:read'] });
      const { data: invitation } = await organizations.invitations.create({
        organizationId: owner.organizationId,
        email: 'guest@example.test',
        role: 'viewer',
      });
      const { id: oldId } = await createProject(owner.client, { name: 'Old shop' });
      await i18n.projects.delete({ projectId: oldId });
      const { user, page, problems } = await openSignedIn(site);
      const { organizationId } = owner;
      await joinOrganization(owner, organizationId, role, user);
      const { data } = await owner.client.organizations.list();
      const { slug } = data.find(({ id }) => id === organizationId)!;
      const ids: Readonly<Record<string, string>> = {
        project: projectId,
        change: changeId,
        import: importId,
        job: job.id,
        release: release.id,
      };

      const base = `/o/${slug}`;
      await openPage(page, base);
      for (const [path, { role: kind, name }, need] of GIVEN) {
        await followTo(page, base + path.replace(/\$(\w+)/g, (_, id: string) => ids[id]!));
        await page.getByRole('heading', { level: 1 }).waitFor();
        const isShown = async () => (await page.getByRole(kind, { name }).count()) > 0;
        await expect.poll(isShown, { message: `${name} at ${path}` }).toBe(mayDo(role, need));
      }
      for (const path of OPEN) await followTo(page, `${base}/p/${projectId}${path}`);
      // A page that requested data without permission would have logged an error.
      expect(problems).toEqual([]);

      const acts = actFor(user, organizationId);
      const may = async (call: Promise<unknown>) =>
        await call.then(
          () => true,
          ({ status }) => {
            expect(status).toBe(403);
            return false;
          },
        );
      const { data: rows } = await owner.client.i18n.rows.list({ projectId, locales: ['de'] });
      const keyId = rows[0]!.keyId;
      const calls: readonly (readonly [Need, string, () => Promise<unknown>])[] = [
        ['content', 'a term', () => acts.i18n.glossary.create({ projectId, term: 'menu' })],
        ['content', 'a locale', () => acts.i18n.locales.create({ projectId, code: 'fr' })],
        [
          'content',
          'an import',
          () => acts.i18n.projects.import({ projectId, locale: 'en', content }),
        ],
        [
          'translate',
          'a text',
          () => acts.i18n.values.put({ projectId, keyId, localeCode: 'de', text: 'Korb öffnen' }),
        ],
        [
          'content',
          'an undo',
          () => acts.i18n.changes.revert({ projectId, changeId, dryRun: true }),
        ],
        [
          'content',
          'a restored project',
          () => acts.i18n.projects.update({ projectId: oldId, archived: false }),
        ],
        [
          'translate:write',
          'a job',
          () => acts.translate.jobs.create({ projectId, targetLocales: ['de'], engine: 'pseudo' }),
        ],
        [
          'release',
          'an environment',
          () => acts.i18n.environments.create({ projectId, name: 'Staging' }),
        ],
        [
          'release',
          'a release',
          () => acts.i18n.releases.create({ projectId, environment: 'production' }),
        ],
        [
          'content',
          'another term',
          () => acts.i18n.glossary.update({ projectId, termId: term.id, note: 'Of a shop' }),
        ],
        [
          'content',
          'a file of terms',
          () => acts.i18n.glossary.import({ projectId, csv: 'term\nbasket', dryRun: true }),
        ],
        ['i18n:read', 'all terms', () => acts.i18n.glossary.export({ projectId })],
        ['i18n:read', 'the memory', () => acts.i18n.memory.export({ projectId })],
        ['i18n:read', 'the progress', () => acts.i18n.progress.get({ projectId })],
        [
          'translate',
          'a change of many texts',
          () =>
            acts.i18n.values.bulk({
              projectId,
              select: { query: '', locales: ['ar'] },
              action: { setState: { state: 'reviewed' } },
              dryRun: true,
            }),
        ],
        [
          'content',
          'a checked file',
          () => acts.i18n.imports.apply({ projectId, importId, overrides: [] }),
        ],
        ['translate:write', 'an end', () => acts.translate.jobs.cancel({ jobId: job.id })],
        [
          'release',
          'another name',
          () => acts.i18n.environments.update({ projectId, environmentId: preview.id, name: 'QA' }),
        ],
        [
          'release',
          'a restored environment',
          () =>
            acts.i18n.environments.update({ projectId, environmentId: old.id, archived: false }),
        ],
        ['usage:read', 'usage', () => acts.usage.get({})],
        ['usage:read', 'the figures', () => acts.dashboard.summary()],
        ['usage:read', 'the month', () => acts.dashboard.usage()],
        ['usage:read', 'billing', () => acts.billing.get()],
        ['usage:read', 'the ledger', () => acts.billing.ledger()],
        ['admin:api-keys', 'the audit log', () => acts.auditLog.list()],
        ['content', 'a child', () => acts.i18n.children.create({ projectId, name: 'Child' })],
        [
          'content',
          'a staged file',
          () => acts.i18n.imports.create({ projectId, locale: 'en', content }),
        ],
        [
          'content',
          'a locale without work',
          () => acts.i18n.locales.update({ projectId, localeCode: 'de', enabled: true }),
        ],
        [
          'admin:api-keys',
          'a key',
          () => acts.apiKeys.create({ name: 'CI', scopes: ['i18n:read'], expiresAt: null }),
        ],
        ['admin:api-keys', 'a revoked key', () => acts.apiKeys.delete({ apiKeyId: build.id })],
        [
          'admin:api-keys',
          'a revoked invitation',
          () =>
            acts.organizations.invitations.delete({
              organizationId,
              invitationId: invitation.id,
            }),
        ],
        [
          'admin:api-keys',
          'an invitation',
          () =>
            acts.organizations.invitations.create({
              organizationId,
              email: uniqueEmail(),
              role: 'viewer',
            }),
        ],
        [
          'admin:api-keys',
          'a new name',
          () => acts.organizations.update({ organizationId, name: 'Renamed' }),
        ],
      ];
      for (const [need, what, call] of calls) {
        expect(await may(call()), what).toBe(mayDo(role, need));
      }
      await page.context().close();
    },
  );

  it('with write permission sees the progress of translations, the next work and the activity of all projects', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'Open', b: 'Save' } });
    await i18n.locales.create({ projectId, code: 'de' });
    const threeDaysAgo = new Date(site.app.clock.now().getTime() - 3 * 24 * 60 * 60_000);
    await noteDailyProgress(
      { db: site.app.db, clock: { now: () => threeDaysAgo } },
      new AbortController().signal,
    );
    await i18n.projects.import({ projectId, locale: 'de', content: { a: 'Öffnen' } });
    await page.goto(base);
    await page.getByText('Not released yet').waitFor();
    await page.getByText(/^50% translated · 0% on /).waitFor();
    await page.getByText('have translated nothing in the last 30 days', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'To translate 1' }).click();
    await page.waitForURL(/\/editor\?.*q=is(:|%3A)missing/);
    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('link', { name: 'Texts to translate: 1' }).waitFor();
    await page.getByText('Show as a table').click();
    const rows = page.locator('main details tbody tr');
    // Each row shows the numbers of translated, unreviewed and missing texts of a day, and the share of finished texts.
    await expect
      .poll(async () => (await rows.locator('td').allTextContents()).join(' '))
      .toBe('1 0 1 50% 0 0 2 0%');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^day,translated,needs_review,missing\r\n(?:\d{4}-\d\d-\d\d,\d,0,\d\r\n){4}$/,
    );
    await page.getByLabel('Period').selectOption('90 days');
    await eventually(async () => expect(await rows.count()).toBe(2));
    await page.goto(base);
    const entry = page.locator('main ol > li').first();
    await entry.getByText(/Imported/).waitFor();
    await i18n.releases.create({ projectId, environment: 'production' }, { waitSeconds: 30 });
    await page.reload();
    await page.getByText(/^2 keys · Released/).waitFor();
    await entry.getByText(/Published version 1/).waitFor();
    await entry.getByRole('link', { name: 'Shop' }).click();
    await page.waitForURL(new RegExp(`/p/${projectId}`));
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
