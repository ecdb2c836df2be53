/// <reference lib="dom" />
import { describe, expect, it } from 'vitest';
import { newId } from '../../api/src/db/ids/uuid.ts';
import { trustedProject } from '../../api/src/domain/kernel/tenant.ts';
import { publishRelease } from '../../api/src/domain/release/publish-release.ts';
import { markFailed } from '../../api/src/domain/release/publishing.store.ts';
import { insertRelease } from '../../api/src/domain/release/release.store.ts';
import { createProject } from '../../api/test/app/build.ts';
import { BROWSER_SITE, hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';
import { slowDown } from './support/slow-network.ts';

describe.skipIf(!hasChromium)('releases in the web app', () => {
  const site = openSite();

  it('show their changes, stop at errors, and can be published and rolled back', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    const put = (locale: string, content: Record<string, string>) =>
      i18n.projects.import({ projectId, locale, content });
    const bundle = async (): Promise<unknown> =>
      (await i18n.bundles.get({ projectId, environment: 'production', localeCode: 'de' })).data
        .messages;
    await put('en', { save: 'Save', hello: 'Hello {name}' });
    await put('de', { save: 'Speichern', hello: 'Hallo' });

    await page.goto(`${base}/p/${projectId}/releases`);
    await page.getByText('Nothing is published here yet.', { exact: false }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Publish to Production' }).click();
    await page.getByText('4 messages change for readers').waitFor();
    await page.getByRole('link', { name: '2 unreviewed texts by people go out' }).waitFor();
    // The button is visible, and the changes are collapsed.
    await expect
      .poll(async () => {
        const { y, height } = (await page.getByRole('button', { name: 'Publish' }).boundingBox())!;
        return y + height;
      })
      .toBeLessThan(page.viewportSize()!.height);
    const changesIn = (locale: string) => page.locator('summary', { hasText: `${locale} (` });
    await expect
      .poll(() => page.locator('summary').allTextContents())
      .toEqual(['English (en) 2 added · 2 messages', 'German (de) 2 added · 2 messages']);
    await expect.poll(() => page.locator('ins').count()).toBe(0);
    await page.getByRole('link', { name: 'Missing placeholder: 1' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('alert').waitFor();
    expect((await i18n.releases.list({ projectId })).data).toEqual([]);

    await put('de', { hello: 'Hallo {name}' });
    await page.reload();
    await page.getByText('The checks found nothing.').waitFor();
    await page.getByLabel('Note').fill('First words');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Version 1 in production' }).waitFor();
    await page.getByText('Live now: readers get this version').waitFor();
    expect(await bundle()).toEqual({ save: 'Speichern', hello: 'Hallo {name}' });
    const address = await page.locator('pre').first().textContent();
    const response = await fetch(address!.replace(BROWSER_SITE, site.app.url));
    expect(response.status).toBe(200);

    await page.goto(`${base}/p/${projectId}/environments/production/publish`);
    await page.getByText('Readers have all of this already.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    const asked = page.getByRole('dialog', { name: 'Readers have all of this already.' });
    await asked.getByText('Version 1 has the same content.', { exact: false }).waitFor();
    await expectNoFaults(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect((await i18n.releases.list({ projectId })).data).toHaveLength(1);

    await put('de', { save: 'Sichern' });
    await page.goto(`${base}/p/${projectId}/environments/production/publish`);
    await page.getByText('1 message changes for readers').waitFor();
    await changesIn('German').click();
    await expect.poll(() => page.locator('del').allTextContents()).toEqual(['Speichern']);
    await expect.poll(() => page.locator('ins').allTextContents()).toEqual(['Sichern']);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Version 2 in production' }).waitFor();
    await page.getByRole('link', { name: 'Changes in German' }).click();
    await page.locator('ins', { hasText: 'Sichern' }).waitFor();

    await page.getByRole('navigation', { name: 'Main' }).getByText('Releases').click();
    await page.getByText('First words').waitFor();
    await page.getByText(' · 4 messages · 2 locales', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Compare version 2 with the version before' }).click();
    await page.getByRole('navigation', { name: 'Locales' }).getByText('German').click();
    await page.locator('ins', { hasText: 'Sichern' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Version 1' }).click();
    await page.getByRole('link', { name: 'Roll Production back to this version' }).click();
    await page.getByRole('heading', { name: 'Publish version 1 to Production' }).waitFor();
    await changesIn('German').getByText('1 changed · ', { exact: false }).waitFor();
    await changesIn('German').click();
    await page.locator('ins', { hasText: 'Speichern' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Version 3 in production' }).waitFor();
    expect(await bundle()).toMatchObject({ save: 'Speichern' });
    // The page must not show what it showed before the last release, even if its data takes long to load.
    await slowDown(page, 300);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Releases').click();
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    await page.getByRole('link', { name: 'Roll Production back to this version' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByRole('heading', { name: 'Version 4 in production' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show which unreviewed texts are included, and mark texts that replace missing texts', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n, translate } = user.client;
    const { id: projectId } = await createProject(user.client);
    await i18n.projects.import({
      projectId,
      locale: 'en',
      content: { save: 'Save', open: 'Open' },
    });
    await i18n.projects.import({ projectId, locale: 'ar', content: { save: 'حفظ' } });
    await i18n.locales.create({ projectId, code: 'fr' });
    const work = { projectId, targetLocales: ['fr'], engine: 'pseudo' };
    await translate.jobs.create(work, { waitSeconds: 30 });
    await page.goto(`${base}/p/${projectId}/environments/production/publish`);
    const out = page.getByRole('link', { name: '2 unreviewed machine texts go out' });
    await out.waitFor();
    await page.getByRole('link', { name: '1 unreviewed text by people goes out' }).waitFor();
    await page.getByRole('link', { name: '1 text is missing', exact: true }).first().waitFor();
    await page.getByText('5 messages change for readers').waitFor();
    await page.getByText('1 text of another language stands in').waitFor();
    await expect
      .poll(() => page.locator('summary').allTextContents())
      .toEqual([
        'English (en) 2 added · 2 messages',
        'French (fr) 2 added · 2 messages',
        'Arabic (ar) 2 added · 1 of 2 texts of its own · English stands in for 1',
      ]);
    await page.locator('summary', { hasText: 'Arabic' }).click();
    const changes = page.locator('details[open] li');
    const readChanges = () =>
      changes.evaluateAll((items) =>
        items.map((item) => {
          const text = item.querySelector('[lang]')!;
          return [
            item.querySelector('p')!.innerText,
            text.getAttribute('lang'),
            (text as HTMLElement).dir,
          ];
        }),
      );
    await expect.poll(readChanges).toEqual([
      ['open\nIn place of a missing text: English', 'en', 'ltr'],
      ['save\nAdded', 'ar', 'rtl'],
    ]);
    await expectNoFaults(page);
    await out.click();
    await page.getByText('2 rows', { exact: true }).waitFor();
    const { data: release } = await i18n.releases.create({
      projectId,
      environment: 'production',
    });
    await page.goto(`${base}/p/${projectId}/releases/${release.id}`);
    await page.getByText('1 of 2 texts of its own').waitFor();
    expect(await page.getByLabel('Locale', { exact: true }).inputValue()).toBe('en');
    await page.getByText("lng: 'en'", { exact: false }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can be followed while the service publishes them, and show why they failed', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id } = await createProject(user.client);
    const projectId = trustedProject(id);
    await user.client.i18n.projects.import({ projectId, locale: 'en', content: { save: 'Save' } });
    const { data: environments } = await user.client.i18n.environments.list({ projectId });
    const request = async (): Promise<string> => {
      const releaseId = newId();
      await insertRelease(site.app.db, projectId, {
        id: releaseId,
        environmentId: environments[0]!.id,
        note: '',
        fromReleaseId: null,
        actor: { type: 'user', id: user.id, name: 'Deploy' },
        isWithdrawable: false,
        now: new Date(),
      });
      return releaseId;
    };
    const refused = await request();
    const failure = { code: 'checks_failed' as const, detail: 'The checks found 1 error.' };
    const finding = { code: 'placeholder_missing', value: '{name}' };
    const errors = [{ path: 'de/hello', message: 'placeholder_missing: {name}', finding }];
    await markFailed(site.app.db, projectId, refused, { ...failure, errors });
    await page.goto(`${base}/p/${projectId}/releases/${refused}`);
    const fault = page.getByRole('alert').getByRole('listitem');
    await expect.poll(() => fault.textContent()).toBe('de/hello Missing placeholder {name}');
    await expect.poll(() => page.getByText('Use it in your app').count()).toBe(0);
    await expectNoFaults(page);

    const releaseId = await request();
    await page.goto(`${base}/p/${projectId}/releases`);
    await page.getByText('Failed', { exact: true }).waitFor();
    await page.getByText('Publishing', { exact: true }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Version 1' }).first().click();
    await page.getByText('The service is publishing this release.', { exact: false }).waitFor();
    const order = {
      organizationId: user.organizationId,
      projectId,
      releaseId,
      locales: null,
      skipUnchanged: false,
      failOn: null,
      address: '127.0.0.1',
    };
    await publishRelease(site.app.deps, order, new AbortController().signal);
    await page.getByText('Use it in your app').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByText('Releases').click();
    await page.locator('#main').getByText('Live', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('belong to environments that can be created, changed and archived', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    const environments = async () =>
      (await user.client.i18n.environments.list({ projectId })).data.map(
        ({ name, slug, fallback }) => ({ name, slug, fallback }),
      );
    await page.goto(`${base}/p/${projectId}/releases`);
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.locator('input[name=name]:focus').waitFor();
    await page.keyboard.type('Staging');
    await page.getByLabel('Missing translations').selectOption('Leave the message out');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByRole('link', { name: 'Publish to Staging' }).waitFor();
    expect(await environments()).toContainEqual({
      name: 'Staging',
      slug: 'staging',
      fallback: 'none',
    });
    await page.getByRole('button', { name: 'Edit Staging' }).click();
    await page.getByLabel('Name').fill('Preview');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Preview' }).click();
    await page.getByRole('button', { name: 'Archive this environment' }).click();
    const archive = page.getByRole('dialog').getByRole('button', { name: 'Archive' });
    await page.getByRole('heading', { name: 'Archive Preview' }).waitFor();
    await expect.poll(() => archive.isDisabled()).toBe(true);
    await page.getByLabel('Type the name: Preview').fill('Preview');
    await archive.click();
    await page.getByRole('link', { name: 'Publish to Preview' }).waitFor({ state: 'detached' });
    expect(await environments()).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
