import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createApiKeyFor, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

const projects = () => tenant.client.i18n.projects;
const create = async (given: { name?: string; slug?: string } = {}, by = tenant) =>
  (await by.client.i18n.projects.create({ name: 'Test', sourceLocale: 'en', ...given })).data;

describe('the slug of a project', () => {
  it('comes from the name, and is unique', async () => {
    const first = await create({ name: 'Ünïted Shop & Co.' });
    const second = await create({ name: 'United shop co' });
    expect(first.slug).toBe('united-shop-co');
    expect(second.slug).toMatch(/^united-shop-co-[0-9a-f]{8}$/);
    expect((await create({ name: '翻訳' })).slug).toMatch(/^project/);
    const { data: child } = await tenant.client.i18n.children.create({
      projectId: first.id,
      name: 'Child',
      slug: 'child-of-shop',
    });
    expect(child.slug).toBe('child-of-shop');
  });

  it('never has the form of an id, even if the name of the project is an id', async () => {
    const uuid = '0198c2f0-0000-7000-8000-000000000000';
    expect((await create({ name: uuid })).slug).toMatch(/^project/);
    const { id } = await create();
    for (const slug of [uuid, 'Upper', 'two--hyphens', '-a', 'a b', 'x'.repeat(64)]) {
      expect(await codeOf(projects().update({ projectId: id, slug }))).toBe('validation_failed');
    }
  });

  it('identifies the project in a path, a query and a body, and responses contain the id', async () => {
    const { id, slug } = await create({ name: 'By slug' });
    await projects().import({ projectId: slug, locale: 'en', content: { a: 'Save' } });
    await tenant.client.i18n.locales.create({ projectId: slug, code: 'de' });
    expect((await projects().get({ projectId: slug })).data).toMatchObject({ id, slug });
    const { data: job } = await tenant.client.translate.jobs.create(
      { projectId: slug },
      { waitSeconds: 30 },
    );
    expect(job).toMatchObject({ projectId: id, status: 'completed' });
    const { data: jobs } = await tenant.client.translate.jobs.list({ projectId: slug });
    expect(jobs.map((job) => job.id)).toEqual([job.id]);
  });

  it('identifies its project even after a change, and only this project can use it again', async () => {
    const { id } = await create({ slug: 'old-name' });
    const other = await create({ slug: 'other-name' });
    expect((await projects().update({ projectId: 'old-name', slug: 'new-name' })).data).toEqual(
      expect.objectContaining({ id, slug: 'new-name' }),
    );
    expect((await projects().get({ projectId: 'old-name' })).data.id).toBe(id);
    const taking = projects().update({ projectId: other.id, slug: 'old-name' });
    expect(await codeOf(taking)).toBe('conflict');
    expect(await codeOf(create({ slug: 'old-name' }))).toBe('conflict');
    await projects().delete({ projectId: id });
    expect(await codeOf(create({ slug: 'new-name' }))).toBe('conflict');
    await projects().update({ projectId: id, archived: false });
    expect((await projects().update({ projectId: id, slug: 'old-name' })).data.slug).toBe(
      'old-name',
    );
  });

  it('goes to only one of two projects that request it concurrently', async () => {
    const made = await Promise.allSettled(
      ['one', 'two'].map((name) => create({ name, slug: 'wanted' })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('identifies another project in another organization, and no project for a key of other projects', async () => {
    const { slug } = await create({ name: 'Ours', slug: 'ours' });
    const stranger = await createTenant(app);
    expect(await codeOf(stranger.client.i18n.projects.get({ projectId: slug }))).toBe('not_found');
    const { id } = await create({ slug }, stranger);
    expect((await stranger.client.i18n.projects.get({ projectId: slug })).data.id).toBe(id);
    const { id: bound } = await create();
    const key = await createApiKeyFor(tenant.user, ['i18n:read'], { projectIds: [bound] });
    const response = await fetch(`${app.url}/v1/i18n/projects/${slug}`, {
      headers: { authorization: `ApiKey ${key.token}` },
    });
    expect(response.status).toBe(404);
  });

  it('does not identify the project in the URL of a bundle', async () => {
    const { id, slug } = await create({ name: 'Bundled' });
    await projects().import({ projectId: id, locale: 'en', content: { a: 'A' } });
    await tenant.client.i18n.releases.create({ projectId: slug, environment: 'production' });
    const statuses = await Promise.all(
      [id, slug].map(
        async (one) => (await fetch(`${app.url}/v1/i18n/bundles/${one}/production/en`)).status,
      ),
    );
    expect(statuses).toEqual([200, 404]);
  });
});
