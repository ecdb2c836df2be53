import type { AuditAction, AuditEntry } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  actFor,
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  joinByInvitation,
  type Tenant,
} from '../../../test/app/build.ts';
import { seedUser, type TestUser } from '../../../test/app/seed.ts';
import { newId } from '../../db/ids/uuid.ts';
import { audit } from '../../domain/kernel/audit/audit.store.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
  other = await createTenant(app);
});
afterAll(() => app.close());

type Query = Parameters<Tenant['client']['auditLog']['list']>[0];
const list = async (query?: Query): Promise<AuditEntry[]> =>
  (await tenant.client.auditLog.list(query)).data;
const idsOf = (entries: readonly AuditEntry[]): string[] => entries.map(({ id }) => id);

async function record(
  entries: readonly { at: string; action?: string; actorId?: string }[],
): Promise<TestUser> {
  const user = await seedUser(app);
  for (const { at, action = 'member.update', actorId = user.id } of entries) {
    await audit(app.db, {
      organizationId: user.organizationId,
      at: new Date(at),
      actor: { type: 'user', id: actorId, name: 'Somebody' },
      action: action as AuditAction,
      target: { type: 'user', id: newId(), name: null },
      address: '192.0.2.1',
    });
  }
  return user;
}

describe('audit-log.list', () => {
  it('returns the actor, action, object and address of each entry, newest first', async () => {
    const { data: key } = await tenant.user.client.apiKeys.create({
      name: 'Audited',
      scopes: ['i18n:read'],
    });
    await tenant.client.apiKeys.delete({ apiKeyId: key.id });
    const [revoked, created] = await list();
    expect(created).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: { type: 'user', id: tenant.user.id, name: tenant.user.name },
      action: 'api_key.create',
      target: { type: 'api_key', id: key.id, name: 'Audited' },
      address: '127.0.0.1',
      details: { scopes: ['i18n:read'], projectIds: null, personal: false },
      projects: [],
    });
    expect(revoked).toMatchObject({
      actor: { type: 'api_key', id: tenant.apiKey.id },
      action: 'api_key.revoke',
      target: { type: 'api_key', id: key.id },
    });
  });

  it('contains entries for organizations, invitations, members and roles', async () => {
    const { user } = tenant;
    const { data } = await user.client.organizations.create({ name: 'Audited' });
    const organizationId = data.id;
    await user.client.organizations.update({ organizationId, name: 'Renamed' });
    const member = await joinByInvitation(user, organizationId, 'viewer');
    await user.client.organizations.members.update({
      organizationId,
      userId: member.id,
      role: 'admin',
    });
    await user.client.organizations.members.delete({ organizationId, userId: member.id });
    const entries = (await actFor(user, organizationId).auditLog.list()).data;
    expect(entries.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['member.delete', user.id],
      ['member.update', user.id],
      ['member.create', member.id],
      ['invitation.create', user.id],
      ['organization.update', user.id],
      ['organization.create', user.id],
    ]);
    expect(entries[1]).toMatchObject({
      target: { type: 'user', id: member.id, name: member.name },
      details: { before: { role: 'viewer' }, after: { role: 'admin' } },
    });
    expect(entries[2]).toMatchObject({
      target: { type: 'user', id: member.id, name: member.name },
      details: { role: 'viewer', email: member.email, invitedBy: user.name },
    });
  });

  it('contains entries for imports, releases and archived objects', async () => {
    const { client } = await createTenant(app);
    const project = await createProject(client);
    const projectId = project.id;
    await client.i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hello' } });
    await client.i18n.releases.create({ projectId, environment: 'production' });
    await client.i18n.projects.delete({ projectId });
    const { data: entries } = await client.auditLog.list();
    expect(entries.map(({ action }) => action)).toEqual([
      'project.archive',
      'release.publish',
      'project.import',
    ]);
    const projects = [{ id: projectId, name: project.name }];
    expect(entries[1]).toMatchObject({
      details: { projectId, environment: 'production', version: 1 },
      projects,
    });
    expect(entries[2]!.projects).toEqual([]);
  });

  it('names the projects that a key is restricted to, and names no project of another organization', async () => {
    const { client, user } = await createTenant(app);
    const { id, name } = await createProject(client, { name: 'Bound' });
    await user.client.apiKeys.create({ name: 'CI', scopes: ['i18n:read'], projectIds: [id] });
    const foreign = await createProject(other.client);
    await audit(app.db, {
      organizationId: user.organizationId,
      at: new Date(),
      actor: { type: 'user', id: user.id, name: user.name },
      action: 'translation_key.archive',
      target: { type: 'translation_key', id: newId(), name: 'menu' },
      address: null,
      details: { projectId: foreign.id },
    });
    const { data } = await client.auditLog.list({ limit: 2 });
    expect(data.map(({ projects }) => projects)).toEqual([[], [{ id, name }]]);
  });

  it('filters by time, with inclusive limits, and treats a date as the whole day', async () => {
    const user = await record([
      { at: '2026-01-30T23:59:59.999Z' },
      { at: '2026-01-31T00:00:00.000Z' },
      { at: '2026-01-31T23:59:59.999Z' },
      { at: '2026-02-01T00:00:00.000Z' },
    ]);
    const times = async (query: Query) =>
      (await user.client.auditLog.list(query)).data.map(({ at }) => at);
    const all = await times({});
    expect(all).toHaveLength(4);
    expect(await times({ from: '2026-01-31', to: '2026-01-31' })).toEqual(all.slice(1, 3));
    expect(await times({ from: '2026-01-31T23:59:59.999Z' })).toEqual(all.slice(0, 2));
    expect(await times({ to: '2026-01-31T00:00:00Z' })).toEqual(all.slice(2));
    expect(await times({ to: '2026-01-31T01:00:00+01:00' })).toEqual(all.slice(2));
    expect(await codeOf(times({ from: '2026-02-30' }))).toBe('validation_failed');
    expect(await codeOf(times({ from: '2026-02-01', to: '2026-01-31' }))).toBe('validation_failed');
    expect(await times({ from: '2026-01-31T23:59:59Z', to: '2026-01-31' })).toEqual([all[1]]);
  });

  it('filters by action, by all actions on one kind of object, and by actor', async () => {
    const actorId = newId();
    const user = await record([
      { at: '2026-01-01T00:00:00Z', action: 'member.update' },
      { at: '2026-01-02T00:00:00Z', action: 'member.delete', actorId },
      { at: '2026-01-03T00:00:00Z', action: 'members.update' },
      { at: '2026-01-04T00:00:00Z', action: 'import.create', actorId },
    ]);
    const actions = async (query: Query) =>
      (await user.client.auditLog.list(query)).data.map(({ action }) => action);
    expect(await actions({ action: 'member.update' })).toEqual(['member.update']);
    expect(await actions({ action: 'member' })).toEqual(['member.delete', 'member.update']);
    expect(await actions({ actor: actorId })).toEqual(['import.create', 'member.delete']);
    expect(await actions({ actor: actorId, action: 'member', from: '2026-01-02' })).toEqual([
      'member.delete',
    ]);
    expect(await actions({ actor: newId() })).toEqual([]);
  });

  it('pages through entries with equal times without a gap or a repeat', async () => {
    const at = '2026-03-01T12:00:00.500Z';
    const user = await record([
      { at: '2026-03-01T12:00:00.499Z' },
      ...Array.from({ length: 5 }, () => ({ at })),
      { at: '2026-03-01T12:00:00.501Z' },
    ]);
    const whole = idsOf((await user.client.auditLog.list({})).data);
    const paged: string[] = [];
    for await (const { id } of user.client.auditLog.listAll({ limit: 2 })) paged.push(id);
    expect(paged).toEqual(whole);
    expect(new Set(whole).size).toBe(7);
  });

  it('orders entries by their time, newest first', async () => {
    const user = await record([
      { at: new Date(Date.now() + DAY_MS).toISOString(), action: 'later.one' },
      { at: new Date(Date.now() - DAY_MS).toISOString(), action: 'earlier.one' },
    ]);
    const { data } = await user.client.auditLog.list({});
    expect(data.map(({ action }) => action)).toEqual(['later.one', 'earlier.one']);
  });

  it('shows only entries of the organization, and refuses non-members and keys without the scope', async () => {
    await other.client.apiKeys.create({ name: 'Foreign', scopes: ['i18n:read'] });
    expect(idsOf(await list())).not.toEqual(
      expect.arrayContaining(idsOf((await other.client.auditLog.list()).data)),
    );
    const { client } = await createApiKeyFor(tenant.user, ['i18n:read', 'usage:read']);
    expect(await codeOf(client.auditLog.list())).toBe('insufficient_scope');
    expect(await codeOf(actFor(other.user, tenant.organizationId).auditLog.list())).toBe(
      'not_found',
    );
  });
});
