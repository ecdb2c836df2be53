import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { refusalOf } from '../../../test/app/refusal.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

const TAGS = ['und', 'und-US', 'und-Latn', 'UND_us', 'und-x-a', 'und-u-nu-latn'];

describe.each(TAGS)('the locale %s, which specifies no language', (tag) => {
  it('cannot be added to a project', async () => {
    const { i18n } = tenant.client;
    const { id: projectId } = await createProject(tenant.client);
    const content = { a: 'Some text' };
    const calls = {
      '/code': () => i18n.locales.create({ projectId, code: tag }),
      '/sourceLocale': () => i18n.projects.create({ name: 'Nowhere', sourceLocale: tag }),
      '/locale': () => i18n.projects.import({ projectId, locale: tag, content }),
      '/targetLocales/0': () =>
        i18n.projects.import({ projectId, locale: 'en', targetLocales: [tag], content }),
    };
    for (const [path, call] of Object.entries(calls)) {
      const { status, errors } = await refusalOf(call());
      expect([status, errors], path).toEqual([
        422,
        [
          {
            path,
            message: expect.stringContaining('does not say its language'),
            code: 'unknown_language',
          },
        ],
      ]);
    }
    const csv = `key,en,${tag}\na,Some text,x\n`;
    const file = i18n.projects.import({ projectId, locale: 'en', format: 'csv', content: csv });
    expect(await codeOf(file)).toBe('content_invalid');
    const { data } = await i18n.locales.list({ projectId });
    expect(data.map(({ code }) => code)).toEqual(['en']);
  });

  it('cannot be the source or the target of a translation', async () => {
    const { translate } = tenant.client;
    const pair = { sourceLocale: 'en', targetLocale: tag };
    const strings = { strings: ['a'], sourceLocale: 'en', targetLocales: [tag] };
    const calls = [
      translate.text({ text: 'a', ...pair }),
      translate.text({ text: 'a', sourceLocale: tag, targetLocale: 'en' }),
      translate.bulk({ strings: ['a'], ...pair }),
      translate.multilingual(strings),
      translate.estimate(strings),
      translate.jobs.create(strings),
      translate.engines(pair),
      translate.engines({ sourceLocale: 'en', targetLocales: [tag] }),
      translate.memory.search({ text: 'a', ...pair }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'validation_failed'));
  });
});

/**
 * Creates a project like an earlier version of the service, which accepted locales without a
 * language.
 */
async function createOldProject(): Promise<string> {
  const { id: projectId } = await createProject(tenant.client);
  const content = { a: 'Some text' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
  await tenant.client.i18n.locales.create({ projectId, code: 'fr' });
  await app.db
    .updateTable('locale')
    .set({ code: 'und', name: 'Undetermined' })
    .where('project_id', '=', projectId as never)
    .where('code', '=', 'fr')
    .execute();
  return projectId;
}

describe('a locale of an earlier version that specifies no language', () => {
  it('appears in lists, and does not prevent releases', async () => {
    const projectId = await createOldProject();
    const { data } = await tenant.client.i18n.locales.list({ projectId });
    expect(data.map(({ code }) => code).sort()).toEqual(['en', 'und']);
    const published = await tenant.client.i18n.releases.create(
      { projectId, environment: 'production' },
      { waitSeconds: 30 },
    );
    expect(published.data.status).toBe('published');
  });

  it('can be disabled and purged, but cannot be enabled again', async () => {
    const projectId = await createOldProject();
    const { locales } = tenant.client.i18n;
    const { data } = await locales.update({ projectId, localeCode: 'und', enabled: false });
    expect(data.enabled).toBe(false);
    const enable = locales.update({ projectId, localeCode: 'und', enabled: true });
    expect(await codeOf(enable)).toBe('validation_failed');
    expect(await codeOf(locales.create({ projectId, code: 'und' }))).toBe('validation_failed');
    await locales.delete({ projectId, localeCode: 'und', purge: true });
  });
});

describe('GET /v1/i18n/bundles/:projectId/:environment/:localeCode', () => {
  it.each(TAGS)('answers 404 for %s', async (tag) => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'Text' } });
    const release = { projectId, environment: 'production' };
    await tenant.client.i18n.releases.create(release, { waitSeconds: 30 });
    const response = await fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/${tag}`);
    expect([response.status, (await response.json()).code]).toEqual([404, 'not_found']);
  });
});
