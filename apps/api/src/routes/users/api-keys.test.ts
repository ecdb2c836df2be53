import { SCOPES } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  actFor,
  auditActions,
  codeOf,
  createProject,
  joinOrganization,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import type { ApiKeyPrincipal, UserPrincipal } from '../../domain/kernel/principal.ts';
import { createApiKey } from '../../domain/people/api-key/create-api-key.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();

async function createMember(role: 'admin' | 'developer' | 'translator') {
  const user = await joinOrganization(tenant.user, tenant.organizationId, role);
  const session = actFor(user, tenant.organizationId);
  const create = async (more: object = {}) =>
    (
      await session.users.apiKeys.create({
        name: 'Laptop',
        scopes: ['i18n:read', 'i18n:write'],
        expiresAt: inDays(30),
        ...more,
      })
    ).data;
  return { user, session, create };
}

const setRole = (userId: string, role: 'viewer' | 'translator' | 'developer') =>
  actFor(tenant.user, tenant.organizationId).organizations.members.update({
    organizationId: tenant.organizationId,
    userId,
    role,
  });

describe('a personal key', () => {
  it('can be created, listed and revoked by its user, without a scope', async () => {
    const { session, create, user } = await createMember('translator');
    const { token, organization, ...shown } = await create();
    expect(shown).toMatchObject({
      personal: true,
      scopes: ['i18n:read', 'i18n:write'],
      createdBy: { type: 'user', id: user.id },
    });
    expect((await session.users.apiKeys.list()).data).toEqual([shown]);
    const { data: self } = await app.client(token).apiKeys.self();
    expect(self).toMatchObject({ id: shown.id, personal: true, organization });
    await session.users.apiKeys.delete({ apiKeyId: shown.id });
    expect(await codeOf(app.client(token).apiKeys.self())).toBe('unauthenticated');
    expect((await session.users.apiKeys.list()).data).toEqual([]);
    expect(await auditActions(app, shown.id)).toEqual(['api_key.create', 'api_key.revoke']);
  });

  it('has only the scopes that the role of its user still has', async () => {
    const { user, create } = await createMember('translator');
    const { token } = await create();
    const client = app.client(token);
    const { id: projectId } = await createProject(tenant.client);
    const term = (name: string) => client.i18n.glossary.create({ projectId, term: name });
    expect(await codeOf(term('cart'))).toBe('role_forbidden');
    await setRole(user.id, 'viewer');
    expect((await client.apiKeys.self()).data.scopes).toEqual(['i18n:read']);
    await client.i18n.projects.get({ projectId });
    expect(await codeOf(term('cart'))).toBe('insufficient_scope');
    await setRole(user.id, 'developer');
    await term('cart');
  });

  it('has no scopes from a grant of a project that the key does not include', async () => {
    const { user, create } = await createMember('translator');
    await setRole(user.id, 'viewer');
    const [own, granted] = [await createProject(tenant.client), await createProject(tenant.client)];
    const admin = actFor(tenant.user, tenant.organizationId);
    const grant = { projectId: granted.id, userId: user.id, role: 'translator' as const };
    await admin.i18n.members.put(grant);
    const scopesOf = async (more: object) =>
      (await app.client((await create(more)).token).apiKeys.self()).data.scopes;
    expect(await scopesOf({ projectIds: [own.id] })).toEqual(['i18n:read']);
    expect(await scopesOf({ projectIds: [granted.id] })).toEqual(['i18n:read', 'i18n:write']);
    expect(await scopesOf({})).toEqual(['i18n:read', 'i18n:write']);
  });

  it('ends with the membership, and a new membership does not restore the key', async () => {
    const { user, create } = await createMember('translator');
    const { token } = await create();
    const { organizationId } = tenant;
    await actFor(tenant.user, organizationId).organizations.members.delete({
      organizationId,
      userId: user.id,
    });
    expect(await codeOf(app.client(token).apiKeys.self())).toBe('unauthenticated');
    await joinOrganization(tenant.user, tenant.organizationId, 'translator', user);
    expect(await codeOf(app.client(token).apiKeys.self())).toBe('unauthenticated');
  });

  it('ends together with the keys that it created when its user leaves or deletes the account', async () => {
    const { organizationId } = tenant;
    for (const end of ['member', 'account'] as const) {
      const { user, create } = await createMember('admin');
      const { token } = await create({ scopes: ['i18n:read', 'admin:api-keys'] });
      const { data: made } = await app
        .client(token)
        .apiKeys.create({ name: 'Deployment', scopes: ['i18n:read'] });
      expect(await codeOf(app.client(made.token).apiKeys.self())).toBe('no error');
      await (end === 'account'
        ? user.client.users.me.delete({ password: user.password, force: true })
        : actFor(tenant.user, organizationId).organizations.members.delete({
            organizationId,
            userId: user.id,
            force: true,
          }));
      expect(await codeOf(app.client(made.token).apiKeys.self())).toBe('unauthenticated');
      expect(await auditActions(app, made.id)).toEqual(['api_key.create', 'api_key.revoke']);
    }
  });

  it('cannot be created by a request that ends after the removal of the member', async () => {
    const { user, create } = await createMember('admin');
    const { id } = await create({ scopes: ['i18n:read', 'admin:api-keys'] });
    const { organizationId } = tenant;
    await actFor(tenant.user, organizationId).organizations.members.delete({
      organizationId,
      userId: user.id,
    });
    const principal: UserPrincipal = {
      type: 'user',
      id: user.id,
      name: 'Former',
      organizationId,
      sessionId: user.id,
      role: 'admin',
      scopes: SCOPES,
      locales: null,
      grants: [],
      projectIds: null,
    };
    for (const isPersonal of [false, true]) {
      const key = { name: 'Late', scopes: ['i18n:read' as const], projectIds: null, isPersonal };
      const expiresAt = new Date(inDays(1));
      await expect(
        createApiKey(app.deps, principal, { ...key, expiresAt }, '::1'),
      ).rejects.toMatchObject({ code: 'not_found' });
    }
    const ofKey: ApiKeyPrincipal = {
      type: 'api_key',
      id,
      name: 'Laptop',
      organizationId,
      scopes: SCOPES,
      projectIds: null,
      membership: { role: 'admin', locales: null },
      grants: [],
    };
    const key = { name: 'Late', scopes: ['i18n:read' as const], projectIds: null, expiresAt: null };
    await expect(createApiKey(app.deps, ofKey, key, '::1')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const { data: keys } = await actFor(tenant.user, organizationId).apiKeys.list();
    expect(keys.map(({ name }) => name)).not.toContain('Late');
  });

  it('can be seen and revoked by admins, but not by other members', async () => {
    const { create } = await createMember('translator');
    const other = await createMember('translator');
    const { id: apiKeyId, token } = await create();
    expect((await other.session.users.apiKeys.list()).data).toEqual([]);
    expect(await codeOf(other.session.users.apiKeys.delete({ apiKeyId }))).toBe('not_found');
    const own = tenant.apiKey.id;
    expect(await codeOf(other.session.users.apiKeys.delete({ apiKeyId: own }))).toBe('not_found');
    const admin = await createMember('admin');
    const { data } = await admin.session.apiKeys.list();
    expect(data.find(({ id }) => id === apiKeyId)).toMatchObject({ personal: true });
    await admin.session.apiKeys.delete({ apiKeyId });
    expect(await codeOf(app.client(token).apiKeys.self())).toBe('unauthenticated');
  });

  it('lives for at most 90 days, can be bound to projects, and grants nothing that its user lacks', async () => {
    const { create, session } = await createMember('translator');
    expect(await codeOf(create({ expiresAt: inDays(91) }))).toBe('validation_failed');
    expect(await codeOf(create({ expiresAt: inDays(-1) }))).toBe('validation_failed');
    expect(await codeOf(create({ expiresAt: undefined }))).toBe('validation_failed');
    expect(await codeOf(create({ scopes: ['releases:write'] }))).toBe('insufficient_scope');
    const [one, two] = [await createProject(tenant.client), await createProject(tenant.client)];
    const { token } = await create({ projectIds: [one.id], expiresAt: inDays(89) });
    const client = app.client(token);
    await client.i18n.projects.get({ projectId: one.id });
    expect(await codeOf(client.i18n.projects.get({ projectId: two.id }))).toBe('not_found');
    expect(await codeOf(client.users.apiKeys.list())).toBe('session_required');
    expect((await session.users.apiKeys.list()).data).toHaveLength(1);
    app.clock.advance(90 * DAY_MS);
    expect(await codeOf(client.i18n.projects.get({ projectId: one.id }))).toBe('unauthenticated');
  });
});
