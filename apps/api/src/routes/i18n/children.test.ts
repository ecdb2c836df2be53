import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  const settings = { requireReview: true, keySeparator: '/' } as const;
  projectId = (await createProject(tenant.client, { name: 'Parent', settings })).id;
});

const createChild = (input: { name?: string; sourceLocale?: string } = {}) =>
  tenant.client.i18n.children.create({ projectId, name: 'Child', ...input });

describe('i18n.children.create', () => {
  it('starts with a copy of the parent’s locales, environments and settings', async () => {
    const { i18n } = tenant.client;
    await i18n.locales.create({ projectId, code: 'de', name: 'Deutsch' });
    await i18n.locales.create({ projectId, code: 'fr' });
    await i18n.locales.delete({ projectId, localeCode: 'fr' });
    await i18n.environments.create({ projectId, name: 'Staging', fallback: 'none' });
    const old = (await i18n.environments.create({ projectId, name: 'Old' })).data;
    await i18n.environments.delete({ projectId, environmentId: old.id });
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });

    const { data: child } = await createChild();
    expect(child).toMatchObject({
      parentId: projectId,
      name: 'Child',
      sourceLocale: 'en',
      settings: { requireReview: true, keySeparator: '/' },
    });
    const { data: locales } = await i18n.locales.list({ projectId: child.id });
    expect(locales.map(({ code, name, enabled }) => [code, name, enabled])).toEqual([
      ['en', 'English', true],
      ['de', 'Deutsch', true],
      ['fr', 'French', false],
    ]);
    expect(locales[0]!.counts).toEqual({ translated: 0, needsReview: 0, missing: 0 });
    const { data: environments } = await i18n.environments.list({ projectId: child.id });
    expect(environments.map(({ slug, fallback }) => [slug, fallback])).toEqual([
      ['production', 'source'],
      ['staging', 'none'],
    ]);
    await i18n.locales.create({ projectId, code: 'it' });
    expect((await i18n.locales.list({ projectId: child.id })).data).toHaveLength(3);
  });

  it('accepts another source locale, even a locale that the parent has disabled or lacks', async () => {
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    await tenant.client.i18n.locales.delete({ projectId, localeCode: 'de' });
    for (const [given, code] of [
      ['de', 'de'],
      ['pt_br', 'pt-BR'],
    ] as const) {
      const { data: child } = await createChild({ sourceLocale: given });
      expect(child.sourceLocale).toBe(code);
      const { data } = await tenant.client.i18n.locales.list({ projectId: child.id });
      expect(data[0]).toMatchObject({ code, enabled: true, isSource: true });
      expect(data.filter(({ isSource }) => isSource)).toHaveLength(1);
    }
    expect(await codeOf(createChild({ sourceLocale: '!!' }))).toBe('validation_failed');
  });

  it('refuses a child of a child', async () => {
    const { data: child } = await createChild();
    const deeper = tenant.client.i18n.children.create({ projectId: child.id, name: 'Deeper' });
    expect(await codeOf(deeper)).toBe('conflict');
  });

  it('answers 404 for projects of other owners', async () => {
    const stranger = await createTenant(app);
    const { children } = stranger.client.i18n;
    expect(await codeOf(children.create({ projectId, name: 'Mine' }))).toBe('not_found');
    expect(await codeOf(children.list({ projectId }))).toBe('not_found');
  });
});

describe('i18n.children.list', () => {
  it('lists the children of one project, oldest first, page by page', async () => {
    const names = ['first', 'second', 'third'];
    for (const name of names) await createChild({ name });
    await createProject(tenant.client, { name: 'Another' });
    const listed: string[] = [];
    for await (const { name } of tenant.client.i18n.children.listAll({ projectId, limit: 2 })) {
      listed.push(name);
    }
    expect(listed).toEqual(names);
  });

  it('omits archived children by default', async () => {
    const { data: child } = await createChild();
    await tenant.client.i18n.projects.delete({ projectId: child.id });
    const { children } = tenant.client.i18n;
    expect((await children.list({ projectId })).data).toEqual([]);
    expect((await children.list({ projectId, archived: true })).data).toHaveLength(1);
  });

  it('shows an API key only the children that it is bound to', async () => {
    const { data: child } = await createChild();
    await createChild({ name: 'Hidden' });
    const bound = await createApiKeyFor(tenant.user, ['i18n:read'], {
      projectIds: [projectId, child.id],
    });
    const { data } = await bound.client.i18n.children.list({ projectId });
    expect(data.map(({ id }) => id)).toEqual([child.id]);
  });
});
