import { paginate } from '@parlance/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createTenant, type Tenant } from '../../../test/app/build.ts';
import { createShop } from '../../../test/content/shop.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const i18n = () => tenant.client.i18n;
const dashboard = (of: Tenant = tenant) => of.client.dashboard;

describe('dashboard.activity', () => {
  it('lists imports, releases and jobs with actor and result, newest first', async () => {
    const { id: projectId } = await createShop(tenant.client);
    await i18n().releases.create({ projectId, environment: 'production' });
    await tenant.client.translate.jobs.create(
      { projectId, targetLocales: ['de'] },
      { waitSeconds: 30 },
    );
    await tenant.client.translate.jobs.create(
      { strings: ['Hello'], sourceLocale: 'en', targetLocales: ['fr', 'it'] },
      { waitSeconds: 30 },
    );
    const actor = { type: 'api_key', id: tenant.apiKey.id, name: 'Test key' };
    const at = expect.any(String);
    const none = { import: null, release: null, job: null };
    const of = { projectId, projectName: 'Shop', actor, at, ...none };
    const brought = { format: 'json', keysRestored: 0, keysArchived: 0, valuesUpdated: 0 };
    const { data } = await dashboard().activity();
    expect(data).toEqual([
      {
        ...of,
        id: expect.any(String),
        type: 'translation_job',
        projectId: null,
        projectName: null,
        summary: 'Translated 2 of 2 strings',
        job: { status: 'completed', strings: 2, done: 2, failed: 0 },
      },
      {
        ...of,
        id: expect.any(String),
        type: 'translation_job',
        summary: 'Translated 3 of 3 strings',
        job: { status: 'completed', strings: 3, done: 3, failed: 0 },
      },
      {
        ...of,
        id: expect.any(String),
        type: 'release',
        summary: 'Published version 1 to Production with 2 locales',
        release: { version: 1, environment: 'Production', locales: 2 },
      },
      {
        ...of,
        id: expect.any(String),
        type: 'import',
        summary: 'Imported de as json: 3 values created',
        import: { ...brought, locale: 'de', keysCreated: 0, valuesCreated: 3 },
      },
      {
        ...of,
        id: expect.any(String),
        type: 'import',
        summary: 'Imported en as json: 6 keys created, 6 values created',
        import: { ...brought, locale: 'en', keysCreated: 6, valuesCreated: 6 },
      },
    ]);
    const paged = await Array.fromAsync(paginate(dashboard().activity, { limit: 2 }));
    expect(paged).toEqual(data);
  });

  it('omits archived projects and projects of other owners', async () => {
    const { id: projectId } = await createShop(tenant.client);
    const other = await createTenant(app);
    expect((await dashboard(other).activity()).data).toEqual([]);
    await i18n().projects.delete({ projectId });
    expect((await dashboard().activity()).data).toEqual([]);
    await i18n().projects.update({ projectId, archived: false });
    expect((await dashboard().activity()).data).toHaveLength(2);
  });
});
