import { ROLES, type Role, SCOPES_OF_ROLE, type Scope } from '@parlance/contracts';
import { describe, expect, it, vi } from 'vitest';
import { actFor, createProject, joinOrganization } from '../../api/test/build.ts';
import { BROWSER_SITE, hasChromium, untilCalm } from '../../api/test/chromium.ts';
import { seedUser } from '../../api/test/seed.ts';
import { openSite } from '../../api/test/site.ts';
import { openSignedIn } from './page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Address of a page, and a button or link on it that only a scope gives. */
const GIVEN: readonly (readonly [
  page: '' | `/${string}`,
  what: { role: 'button' | 'link'; name: string },
  scope: Scope,
])[] = [
  ['', { role: 'link', name: 'New project' }, 'i18n:write'],
  ['', { role: 'link', name: 'Usage' }, 'usage:read'],
  ['', { role: 'link', name: 'Audit log' }, 'admin:api-keys'],
  ['/members', { role: 'button', name: 'Invite' }, 'admin:api-keys'],
  ['/settings', { role: 'button', name: 'Save' }, 'admin:api-keys'],
  ['/settings', { role: 'button', name: 'Restore Old shop' }, 'i18n:write'],
  ['/p/$project/glossary', { role: 'button', name: 'New term' }, 'i18n:write'],
  ['/p/$project/glossary', { role: 'button', name: 'Archive cart' }, 'i18n:write'],
  ['/p/$project/settings', { role: 'button', name: 'Archive this project' }, 'i18n:write'],
];

/** Pages that every role may open. */
const OPEN = ['', '/editor', '/locales', '/jobs', '/import', '/export', '/releases', '/changes'];

describe.skipIf(!hasChromium)('a role', () => {
  const site = openSite();

  it.each(ROLES)(
    '%s is shown what the service lets it do, and nothing else',
    async (role: Role) => {
      const owner = await seedUser(site.app);
      const { i18n } = owner.client;
      const { id: projectId } = await createProject(owner.client, { name: 'Shop' });
      await i18n.projects.import({ projectId, locale: 'en', content: { a: 'Open the cart' } });
      await i18n.locales.create({ projectId, code: 'de' });
      await i18n.glossary.create({ projectId, term: 'cart', translations: { de: 'Korb' } });
      const { id: oldId } = await createProject(owner.client, { name: 'Old shop' });
      await i18n.projects.delete({ projectId: oldId });
      const { user, page, problems } = await openSignedIn(site);
      const { organizationId } = owner;
      await joinOrganization(owner, organizationId, role, user);
      const { data } = await owner.client.organizations.list();
      const { slug } = data.find(({ id }) => id === organizationId)!;
      const scopes = SCOPES_OF_ROLE[role];

      const base = `${BROWSER_SITE}/o/${slug}`;
      for (const [path, { role: kind, name }, scope] of GIVEN) {
        const address = base + path.replace('$project', projectId);
        if (page.url() !== address) await page.goto(address);
        await untilCalm(page);
        const isShown = (await page.getByRole(kind, { name }).count()) > 0;
        expect(isShown, `${name} at ${path}`).toBe(scopes.includes(scope));
      }
      for (const path of OPEN) {
        await page.goto(`${base}/p/${projectId}${path}`);
        await untilCalm(page);
      }
      // A page that asked for what the role may not see would have failed in the browser.
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
      expect(await may(acts.i18n.glossary.create({ projectId, term: 'menu' }))).toBe(
        scopes.includes('i18n:write'),
      );
      expect(await may(acts.i18n.projects.update({ projectId: oldId, archived: false }))).toBe(
        scopes.includes('i18n:write'),
      );
      expect(await may(acts.usage.get({}))).toBe(scopes.includes('usage:read'));
      expect(await may(acts.billing.get())).toBe(scopes.includes('usage:read'));
      expect(await may(acts.organizations.update({ organizationId, name: 'Renamed' }))).toBe(
        scopes.includes('admin:api-keys'),
      );
      await page.context().close();
    },
  );

  it('that reads usage sees the figures and the activity of all projects', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client, { name: 'Shop' });
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'Open', b: 'Save' } });
    await i18n.locales.create({ projectId, code: 'de' });
    const figure = (name: string) =>
      page.locator('dl > div').filter({ hasText: name }).locator('dd').textContent();
    await page.goto(base);
    await page.getByText('Not released yet').waitFor();
    await vi.waitFor(async () => expect(await figure('Missing')).toBe('2'));
    expect(await figure('Translated texts')).toBe('2');
    const entry = page.locator('ol > li').first();
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
