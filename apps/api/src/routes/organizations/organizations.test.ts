import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  actFor,
  codeOf,
  createApiKeyFor,
  createProject,
  joinOrganization,
} from '../../../test/app/build.ts';
import { seedUser, type TestUser } from '../../../test/app/seed.ts';
import { newId } from '../../db/ids/uuid.ts';
import { slugOf } from '../../domain/kernel/slug.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await seedUser(app, { name: 'Test Owner' });
  stranger = await seedUser(app);
});
afterAll(() => app.close());

const create = async (name: string, slug?: string) =>
  (await owner.client.organizations.create(slug === undefined ? { name } : { name, slug })).data;

describe('organizations.create', () => {
  it('makes the user the owner and derives a slug that is not taken', async () => {
    const first = await create('Ünïcode & Söhne');
    expect(first).toEqual({
      id: expect.any(String),
      name: 'Ünïcode & Söhne',
      slug: 'unicode-sohne',
      personal: false,
      role: 'owner',
      localeCodes: null,
      grants: [],
      createdAt: expect.any(String),
    });
    const second = await create('Ünïcode & Söhne');
    expect(second.slug).toMatch(/^unicode-sohne-[0-9a-f]{8}$/);
    expect((await create('日本')).slug).toBe('organization');
  });

  it('refuses a given slug that is taken', async () => {
    await create('Taken', 'taken');
    expect(await codeOf(create('Other', 'taken'))).toBe('conflict');
    expect(await codeOf(stranger.client.organizations.create({ name: 'X', slug: 'taken' }))).toBe(
      'conflict',
    );
  });

  it('gives a slug to only one of several concurrent requests', async () => {
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(create('Race', 'race-for-it'))),
    );
    expect(codes.sort()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'no error']);
  });

  it('requires a session, and answers session_required to an API key', async () => {
    const { client } = await createApiKeyFor(owner);
    expect(await codeOf(client.organizations.create({ name: 'By a key' }))).toBe(
      'session_required',
    );
  });

  it('derives only valid slugs, even with a suffix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const slug = `${slugOf(name, 'organization')}-01234567`;
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(63);
      }),
      { numRuns: testRuns(100) },
    );
  });
});

describe('organizations.list and get', () => {
  it('show a session every organization of its user with the role, and show no other organizations', async () => {
    const shared = await create('Listed');
    const viewer = await joinOrganization(owner, shared.id, 'viewer');
    const { data } = await viewer.client.organizations.list();
    expect(data.map(({ id, role, personal }) => [id, role, personal])).toEqual([
      [shared.id, 'viewer', false],
      [viewer.organizationId, 'owner', true],
    ]);
    expect((await viewer.client.organizations.get({ organizationId: shared.id })).data).toEqual(
      data[0],
    );
    expect((await actFor(viewer, shared.id).organizations.list()).data).toEqual(data);
  });

  it('show an API key with admin:api-keys only its own organization', async () => {
    const shared = await create('Of a key');
    const { client } = await createApiKeyFor(owner, ['admin:api-keys']);
    const { data } = await client.organizations.list();
    expect(data.map(({ id, role }) => [id, role])).toEqual([[owner.organizationId, null]]);
    expect((await client.organizations.get({ organizationId: owner.organizationId })).data).toEqual(
      data[0],
    );
    expect(await codeOf(client.organizations.get({ organizationId: shared.id }))).toBe('not_found');
    const reader = await createApiKeyFor(owner, ['i18n:read']);
    expect(await codeOf(reader.client.organizations.list())).toBe('insufficient_scope');
  });

  it('answer not_found for an organization of other people and for a missing organization', async () => {
    const shared = await create('Private');
    for (const organizationId of [shared.id, newId(), 'no-id']) {
      await expect(stranger.client.organizations.get({ organizationId })).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  });

  it('return pages, oldest organization first', async () => {
    const user = await seedUser(app);
    for (const name of ['One', 'Two', 'Three']) await user.client.organizations.create({ name });
    const names: string[] = [];
    for await (const { name } of user.client.organizations.listAll({ limit: 2 })) names.push(name);
    expect(names).toEqual([user.name, 'One', 'Two', 'Three']);
  });

  it('answer not_found for a foreign organization in X-Organization-Id only if the path names no organization', async () => {
    const shared = await create('By path');
    for (const foreign of [stranger.organizationId, newId()]) {
      const { organizations } = actFor(owner, foreign);
      expect((await organizations.get({ organizationId: shared.id })).data.id).toBe(shared.id);
      expect(await codeOf(organizations.list())).toBe('not_found');
    }
  });
});

describe('organizations.update', () => {
  it('lets only owners and admins change the name and the slug', async () => {
    const { id: organizationId } = await create('Before');
    const admin = await joinOrganization(owner, organizationId, 'admin');
    const developer = await joinOrganization(owner, organizationId, 'developer');
    const { data } = await owner.client.organizations.update({ organizationId, name: 'After' });
    expect(data).toMatchObject({ name: 'After', slug: 'before', role: 'owner' });
    const changed = await admin.client.organizations.update({ organizationId, slug: 'after' });
    expect(changed.data).toMatchObject({ name: 'After', slug: 'after', role: 'admin' });
    await expect(
      developer.client.organizations.update({ organizationId, name: 'Mine' }),
    ).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(
      await codeOf(stranger.client.organizations.update({ organizationId, name: 'Mine' })),
    ).toBe('not_found');
    expect((await owner.client.organizations.get({ organizationId })).data.name).toBe('After');
  });

  it('refuses a slug that is taken, and accepts the current slug', async () => {
    await create('Held', 'held');
    const { id: organizationId, slug } = await create('Wanting');
    expect(await codeOf(owner.client.organizations.update({ organizationId, slug: 'held' }))).toBe(
      'conflict',
    );
    const { data } = await owner.client.organizations.update({ organizationId, slug });
    expect(data.slug).toBe(slug);
  });

  it('lets a key with admin:api-keys change its own organization', async () => {
    const { client } = await createApiKeyFor(owner, ['admin:api-keys']);
    const { organizationId } = owner;
    const { data } = await client.organizations.update({ organizationId, name: 'Renamed by key' });
    expect(data).toMatchObject({ name: 'Renamed by key', personal: true, role: null });
  });

  it('lets a key that is bound to projects neither change the organization nor read its audit log', async () => {
    const { organizationId } = owner;
    const { id } = await createProject((await createApiKeyFor(owner)).client);
    const { client } = await createApiKeyFor(owner, undefined, { projectIds: [id] });
    const { organizations, auditLog } = client;
    const userId = owner.id;
    for (const call of [
      () => organizations.update({ organizationId, name: 'Renamed' }),
      () => organizations.members.update({ organizationId, userId, role: 'viewer' }),
      () => organizations.members.delete({ organizationId, userId }),
      () =>
        organizations.invitations.create({
          organizationId,
          email: 'bound@example.test',
          role: 'viewer',
        }),
      () => organizations.invitations.list({ organizationId }),
      () => organizations.invitations.delete({ organizationId, invitationId: newId() }),
      () => auditLog.list(),
    ]) {
      expect(await codeOf(call())).toBe('insufficient_scope');
    }
    expect((await organizations.get({ organizationId })).data.id).toBe(organizationId);
  });
});
