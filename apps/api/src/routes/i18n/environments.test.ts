import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ app, tenant, projectId } = given);
});

type Fields = { name: string; slug?: string; fallback?: 'source' | 'none' };
const create = async (fields: Fields) =>
  (await tenant.client.i18n.environments.create({ projectId, ...fields })).data;
const update = async (environmentId: string, patch: Partial<Fields> & { archived?: boolean }) =>
  (await tenant.client.i18n.environments.update({ projectId, environmentId, ...patch })).data;
const remove = async (environmentId: string) =>
  (await tenant.client.i18n.environments.delete({ projectId, environmentId })).data;
const list = async (archived = false) =>
  (await tenant.client.i18n.environments.list({ projectId, archived })).data;

describe('i18n.environments.list', () => {
  it('lists environments, oldest first, with their latest releases', async () => {
    await create({ name: 'Staging' });
    const { releases } = tenant.client.i18n;
    await releases.create({ projectId, environment: 'production' });
    const { data: latest } = await releases.create({ projectId, environment: 'production' });
    const rows = await list();
    expect(rows.map(({ slug, latestRelease }) => [slug, latestRelease])).toEqual([
      ['production', { id: latest.id, version: 2, createdAt: latest.createdAt }],
      ['staging', null],
    ]);
  });

  it('returns pages, and omits archived environments by default', async () => {
    const { id } = await create({ name: 'Staging' });
    await create({ name: 'Test' });
    await remove(id);
    expect((await list()).map(({ slug }) => slug)).toEqual(['production', 'test']);
    expect((await list(true)).map(({ slug }) => slug)).toEqual(['production', 'staging', 'test']);
    const slugs: string[] = [];
    for await (const { slug } of tenant.client.i18n.environments.listAll({ projectId, limit: 1 })) {
      slugs.push(slug);
    }
    expect(slugs).toEqual(['production', 'test']);
  });
});

describe('i18n.environments.create', () => {
  it('derives the slug from the name if none is given', async () => {
    expect(await create({ name: 'Île de Prod 2' })).toMatchObject({
      slug: 'ile-de-prod-2',
      fallback: 'source',
      latestRelease: null,
      archivedAt: null,
    });
    expect(await create({ name: '東京', fallback: 'none' })).toMatchObject({
      slug: 'environment',
      fallback: 'none',
    });
    expect(await create({ name: 'Any', slug: 'chosen' })).toMatchObject({ slug: 'chosen' });
  });

  it('refuses a slug that is taken, even by an archived environment, and names the environment', async () => {
    const { id } = await create({ name: 'Staging' });
    expect(await codeOf(create({ name: 'staging!' }))).toBe('conflict');
    await remove(id);
    await expect(create({ name: 'Staging' })).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(id),
    });
    expect(await codeOf(create({ name: 'X', slug: 'Not A Slug' }))).toBe('validation_failed');
  });

  it('refuses a slug that looks like an id', async () => {
    const { id } = (await list())[0]!;
    expect(await codeOf(create({ name: 'Other', slug: id }))).toBe('validation_failed');
    expect(await codeOf(create({ name: id }))).toBe('validation_failed');
    const other = await create({ name: 'Other' });
    expect(await codeOf(update(other.id, { slug: id }))).toBe('validation_failed');
    const { data } = await tenant.client.i18n.releases.create({ projectId, environment: id });
    expect(data.environment).toBe('production');
  });

  it('generates distinct slugs for names that have no Latin letters', async () => {
    expect((await create({ name: '日本' })).slug).toBe('environment');
    expect((await create({ name: '中国' })).slug).toMatch(/^environment-[0-9a-f]{8}$/);
    expect(await codeOf(create({ name: 'x', slug: 'environment' }))).toBe('conflict');
  });

  it('requires the scope releases:write', async () => {
    const writer = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write']);
    const call = writer.client.i18n.environments.create({ projectId, name: 'Staging' });
    expect(await codeOf(call)).toBe('insufficient_scope');
  });
});

describe('i18n.environments.update', () => {
  it('changes only the given fields', async () => {
    const { id } = await create({ name: 'Staging' });
    expect(await update(id, { name: 'Stage', fallback: 'none' })).toMatchObject({
      name: 'Stage',
      slug: 'staging',
      fallback: 'none',
    });
    expect(await update(id, { slug: 'stage' })).toMatchObject({ name: 'Stage', slug: 'stage' });
  });

  it('refuses the slug of another environment', async () => {
    const { id } = await create({ name: 'Staging' });
    expect(await codeOf(update(id, { slug: 'production' }))).toBe('conflict');
    expect(await update(id, { slug: 'staging' })).toMatchObject({ slug: 'staging' });
  });

  it('restores an archived environment, and rejects other changes to it', async () => {
    const { id } = await create({ name: 'Staging' });
    await remove(id);
    expect(await codeOf(update(id, { name: 'New' }))).toBe('archived');
    expect(await update(id, { archived: false, name: 'New' })).toMatchObject({
      name: 'New',
      archivedAt: null,
    });
    expect(await auditActions(app, id)).toEqual(['environment.archive', 'environment.restore']);
  });

  it('changes the address of the bundles with the slug', async () => {
    const { i18n } = tenant.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    const [{ id } = { id: '' }] = await list();
    await i18n.releases.create({ projectId, environment: id });
    const statusOf = async (slug: string) =>
      (await fetch(`${app.url}/v1/i18n/bundles/${projectId}/${slug}/en`)).status;
    expect(await statusOf('production')).toBe(200);
    await update(id, { slug: 'live' });
    await expect.poll(() => statusOf('production')).toBe(404);
    expect(await statusOf('live')).toBe(200);
  });
});

describe('i18n.environments.delete', () => {
  it('archives an environment once, and apps still get the last release', async () => {
    await tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    const [{ id } = { id: '' }] = await list();
    const archived = await remove(id);
    expect(archived.archivedAt).not.toBeNull();
    expect(archived.latestRelease?.version).toBe(1);
    expect(await remove(id)).toEqual(archived);
    expect(await auditActions(app, id)).toEqual(['environment.archive']);
    const response = await fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/en`);
    expect(response.status).toBe(200);
    const publish = tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    expect(await codeOf(publish)).toBe('archived');
  });

  it('answers 404 for environments of other owners and of other projects', async () => {
    const [{ id: environmentId } = { id: '' }] = await list();
    const { environments } = (await createTenant(app)).client.i18n;
    const other = (await createProject(tenant.client)).id;
    const calls = [
      environments.list({ projectId }),
      environments.create({ projectId, name: 'X' }),
      environments.update({ projectId, environmentId, name: 'X' }),
      environments.delete({ projectId, environmentId }),
      tenant.client.i18n.environments.delete({ projectId: other, environmentId }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'not_found'));
  });
});
