import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let environmentId: string;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
  const { i18n } = tenant.client;
  projectId = (await createProject(tenant.client)).id;
  const content = {
    menu: { file: { open: 'Open', close: 'Close' }, help: 'Help' },
    menus: 'Menus',
  };
  await i18n.projects.import({ projectId, locale: 'en', content });
  const { data } = await i18n.environments.list({ projectId });
  environmentId = data[0]!.id;
  expect(data[0]!.prefixes).toEqual([]);
  await declare(['menu.', 'menu.file.', 'none.']);
  await i18n.releases.create({ projectId, environment: 'production' });
});
afterAll(() => app.close());

const declare = (prefixes: string[]) =>
  tenant.client.i18n.environments.update({ projectId, environmentId, prefixes });

const read = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/en?${query}`, { headers });

describe('a bundle with a prefix', () => {
  it.each([
    ['prefix=menu.', { file: { open: 'Open', close: 'Close' }, help: 'Help' }],
    ['prefix=menu.&shape=flat', { 'file.open': 'Open', 'file.close': 'Close', help: 'Help' }],
    ['prefix=menu.file.&shape=flat&release=1', { open: 'Open', close: 'Close' }],
    ['prefix=menu%2Efile.', { open: 'Open', close: 'Close' }],
    ['prefix=none.', {}],
  ])(
    'contains only the names under the prefix, without the prefix: %s',
    async (query, messages) => {
      const bare = await read(`${query}&envelope=false`);
      expect(bare.status).toBe(200);
      expect(await bare.json()).toEqual(messages);
      const { data } = (await (await read(query)).json()) as { data: { messages: unknown } };
      expect(data.messages).toEqual(messages);
    },
  );

  it('has a separate ETag, and a request with this ETag gets 304 from the cache', async () => {
    const query = 'prefix=menu.&envelope=false';
    const etags = await Promise.all(
      [query, 'envelope=false', 'prefix=menu.file.&envelope=false'].map(
        async (each) => (await read(each)).headers.get('etag')!,
      ),
    );
    expect(new Set(etags).size).toBe(3);
    const before = app.bundles.counts().notModified;
    expect((await read(query, { 'if-none-match': etags[0]! })).status).toBe(304);
    expect(app.bundles.counts().notModified).toBe(before + 1);
  });

  it.each(['menu', 'menu.f', 'other.'])(
    'does not exist for the prefix %s, which the environment does not declare',
    async (prefix) => {
      const response = await read(`prefix=${prefix}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    },
  );

  it('does not exist once the environment no longer declares the prefix', async () => {
    await declare(['menu.', 'menu.file.', 'none.', 'menus']);
    expect((await read('prefix=menus&envelope=false')).status).toBe(200);
    await declare(['menu.', 'menu.file.', 'none.']);
    await eventually(async () =>
      expect((await read('prefix=menus&envelope=false')).status).toBe(404),
    );
  });

  it('needs a declaration in its environment, which accepts at most 50 distinct, non-empty prefixes', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `p${index}.`);
    for (const prefixes of [many, ['a.', 'a.'], ['']]) {
      await expect(declare(prefixes)).rejects.toMatchObject({
        status: 422,
        code: 'validation_failed',
      });
    }
    await tenant.client.i18n.environments.create({
      projectId,
      name: 'Staging',
      prefixes: many.slice(0, 50),
    });
  });
});
