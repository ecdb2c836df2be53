import { type Role, SCOPES } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { actFor, codeOf, createApiKeyFor, joinOrganization } from '../../../test/app/build.ts';
import { seedUser, type TestUser, uniqueEmail } from '../../../test/app/seed.ts';
import { newId } from '../../db/ids/uuid.ts';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await seedUser(app, { name: 'Test Owner' });
});
afterAll(() => app.close());

async function createTeam(...roles: Role[]): Promise<{ id: string; members: TestUser[] }> {
  const { data } = await owner.client.organizations.create({ name: 'Team' });
  const members: TestUser[] = [];
  for (const role of roles) members.push(await joinOrganization(owner, data.id, role));
  return { id: data.id, members };
}

const setRole = (by: TestUser, organizationId: string, user: TestUser, role: Role) =>
  by.client.organizations.members.update({ organizationId, userId: user.id, role });
const remove = (by: TestUser, organizationId: string, user: TestUser, force = false) =>
  by.client.organizations.members.delete({ organizationId, userId: user.id, force });
const rolesIn = async (organizationId: string) => {
  const rows = await app.db
    .selectFrom('membership')
    .where('organization_id', '=', organizationId)
    .select(['user_id', 'role'])
    .orderBy('joined_at')
    .execute();
  return rows.map(({ user_id, role }) => [user_id, role]);
};

describe('organizations.members.list', () => {
  it('lists the members in pages for any member, earliest member first', async () => {
    const { id: organizationId, members } = await createTeam('admin', 'viewer');
    const [, viewer] = members;
    const { data } = await viewer!.client.organizations.members.list({ organizationId });
    expect(data).toEqual(
      [
        [owner, 'owner'] as const,
        [members[0]!, 'admin'] as const,
        [members[1]!, 'viewer'] as const,
      ].map(([user, role]) => ({
        userId: user.id,
        name: user.name,
        email: user.email,
        role,
        localeCodes: null,
        grants: [],
        joinedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })),
    );
    const paged: string[] = [];
    const query = { organizationId, limit: 1 };
    for await (const member of owner.client.organizations.members.listAll(query)) {
      paged.push(member.userId);
    }
    expect(paged).toEqual(data.map(({ userId }) => userId));
  });

  it('pages through members who joined in the same millisecond', async () => {
    const { id: organizationId } = await createTeam('admin', 'viewer', 'developer');
    await app.db
      .updateTable('membership')
      .set({ joined_at: new Date('2026-01-01T00:00:00.123Z') })
      .where('organization_id', '=', organizationId)
      .execute();
    const paged: string[] = [];
    const query = { organizationId, limit: 2 };
    for await (const member of owner.client.organizations.members.listAll(query)) {
      paged.push(member.userId);
    }
    expect(paged).toEqual([...new Set(paged)].sort());
    expect(paged).toHaveLength(4);
  });

  it('answers 404 to non-members and keys of other organizations, and answers 422 to an invalid cursor', async () => {
    const { id: organizationId } = await createTeam();
    const stranger = await seedUser(app);
    const { client } = await createApiKeyFor(owner, ['admin:api-keys']);
    const list = ({ organizations }: typeof client, cursor?: string) =>
      codeOf(
        organizations.members.list(
          cursor === undefined ? { organizationId } : { organizationId, cursor },
        ),
      );
    expect(await list(stranger.client)).toBe('not_found');
    expect(await list(client)).toBe('not_found');
    for (const cursor of [
      'x',
      Buffer.from(`9999-99-99T99:99:99.999Z ${newId()}`).toString('base64url'),
    ]) {
      expect(await list(owner.client, cursor)).toBe('validation_failed');
    }
  });
});

describe('organizations.members.update', () => {
  it('sets a role that applies from the next request of a running session', async () => {
    const { id: organizationId, members } = await createTeam('viewer');
    const acting = actFor(members[0]!, organizationId);
    const create = () => codeOf(acting.i18n.projects.create({ name: 'P', sourceLocale: 'en' }));
    expect(await create()).toBe('insufficient_scope');
    const { data } = await setRole(owner, organizationId, members[0]!, 'developer');
    expect(data).toMatchObject({ userId: members[0]!.id, role: 'developer' });
    expect(await create()).toBe('no error');
    await setRole(owner, organizationId, members[0]!, 'viewer');
    expect(await create()).toBe('insufficient_scope');
  });

  it('lets only owners grant and revoke the role owner', async () => {
    const { id, members } = await createTeam('admin', 'admin', 'owner', 'developer');
    const [admin, other, second, developer] = members as [TestUser, TestUser, TestUser, TestUser];
    const code = (by: TestUser, user: TestUser, role: Role) => codeOf(setRole(by, id, user, role));
    expect(await code(admin, admin, 'owner')).toBe('insufficient_scope');
    expect(await code(admin, other, 'owner')).toBe('insufficient_scope');
    expect(await code(admin, second, 'viewer')).toBe('insufficient_scope');
    expect(await code(developer, developer, 'admin')).toBe('insufficient_scope');
    expect(await code(admin, other, 'translator')).toBe('no error');
    expect(await code(admin, developer, 'admin')).toBe('no error');
    expect(await code(second, owner, 'admin')).toBe('no error');
    expect(await code(owner, second, 'viewer')).toBe('insufficient_scope');
    expect(await code(second, admin, 'owner')).toBe('no error');
  });

  it('keeps the last owner and the owner of a personal organization', async () => {
    const { id, members } = await createTeam('admin');
    expect(await codeOf(setRole(owner, id, owner, 'admin'))).toBe('conflict');
    const second = await joinOrganization(owner, owner.organizationId, 'owner');
    expect(await codeOf(setRole(second, owner.organizationId, owner, 'viewer'))).toBe('conflict');
    expect(await codeOf(remove(second, owner.organizationId, owner))).toBe('conflict');
    await setRole(owner, id, members[0]!, 'owner');
    expect(await codeOf(setRole(owner, id, owner, 'admin'))).toBe('no error');
  });

  it('keeps one owner if two owners step down concurrently', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, members } = await createTeam('owner');
      const codes = await Promise.all([
        codeOf(setRole(owner, id, owner, 'viewer')),
        codeOf(setRole(members[0]!, id, members[0]!, 'viewer')),
      ]);
      expect(codes.sort()).toEqual(['conflict', 'no error']);
      expect((await rolesIn(id)).filter(([, role]) => role === 'owner')).toHaveLength(1);
    }
  });

  it('revokes invitations that the member may no longer send', async () => {
    const { id: organizationId, members } = await createTeam('owner');
    const [second] = members as [TestUser];
    for (const role of ['owner', 'viewer'] as const) {
      await second.client.organizations.invitations.create({
        organizationId,
        email: uniqueEmail(),
        role,
      });
    }
    const open = async () =>
      (await owner.client.organizations.invitations.list({ organizationId })).data.map(
        ({ role }) => role,
      );
    expect(await open()).toEqual(['viewer', 'owner']);
    await setRole(owner, organizationId, second, 'admin');
    expect(await open()).toEqual(['viewer']);
    await setRole(owner, organizationId, second, 'developer');
    expect(await open()).toEqual([]);
  });

  it('revokes invitations that a personal API key of the member sent, and revokes no other invitations', async () => {
    const { id: organizationId, members } = await createTeam('admin');
    const [admin] = members as [TestUser];
    const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const scopes = [...SCOPES];
    const personal = await actFor(admin, organizationId).users.apiKeys.create({
      name: 'Laptop',
      scopes,
      expiresAt,
    });
    const shared = await actFor(owner, organizationId).apiKeys.create({ name: 'Shared', scopes });
    const invitedBy = new Map<string, string>();
    for (const { data: key } of [personal, shared]) {
      const email = uniqueEmail();
      await app.client(key.token).organizations.invitations.create({
        organizationId,
        email,
        role: 'viewer',
      });
      invitedBy.set(email, key.id);
    }
    await setRole(owner, organizationId, admin, 'developer');
    const { data } = await owner.client.organizations.invitations.list({ organizationId });
    expect(data.map(({ email }) => invitedBy.get(email))).toEqual([shared.data.id]);
  });

  it('answers 404 for members of other organizations and non-members', async () => {
    const { id, members } = await createTeam('viewer');
    const stranger = await seedUser(app);
    expect(await codeOf(setRole(owner, id, stranger, 'viewer'))).toBe('not_found');
    expect(await codeOf(setRole(stranger, id, members[0]!, 'admin'))).toBe('not_found');
    expect(await codeOf(setRole(stranger, newId(), stranger, 'admin'))).toBe('not_found');
  });
});

describe('organizations.members.delete', () => {
  it('ends the access of the member immediately: session, keys and invitations', async () => {
    const { id: organizationId, members } = await createTeam('admin');
    const [admin] = members as [TestUser];
    const acting = actFor(admin, organizationId);
    const { data: key } = await acting.apiKeys.create({ name: 'Theirs', scopes: ['i18n:read'] });
    const keyClient = app.client(key.token);
    await keyClient.i18n.projects.list();
    const kept = await actFor(owner, organizationId).apiKeys.create({
      name: 'Kept',
      scopes: ['i18n:read'],
    });
    await admin.client.organizations.invitations.create({
      organizationId,
      email: uniqueEmail(),
      role: 'viewer',
    });

    await expect(remove(owner, organizationId, admin)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('This would end the API keys "Theirs" of "'),
      losses: [{ organizationId, ends: false, projects: [], apiKeys: ['Theirs'], apiKeyCount: 1 }],
    });
    expect(await codeOf(keyClient.i18n.projects.list())).toBe('no error');
    const { data } = await remove(owner, organizationId, admin, true);
    expect(data).toMatchObject({ userId: admin.id, role: 'admin' });
    expect(await codeOf(acting.i18n.projects.list())).toBe('not_found');
    expect(await codeOf(admin.client.organizations.get({ organizationId }))).toBe('not_found');
    expect(await codeOf(keyClient.i18n.projects.list())).toBe('unauthenticated');
    expect(await codeOf(app.client(kept.data.token).i18n.projects.list())).toBe('no error');
    const open = await owner.client.organizations.invitations.list({ organizationId });
    expect(open.data).toEqual([]);
    expect(await codeOf(admin.client.i18n.projects.list())).toBe('no error');
    expect(await codeOf(remove(owner, organizationId, admin))).toBe('not_found');
  });

  it('lets every member except the last owner leave', async () => {
    const { id, members } = await createTeam('viewer', 'admin');
    for (const member of members) {
      expect((await remove(member, id, member)).data.userId).toBe(member.id);
    }
    expect(await codeOf(remove(owner, id, owner))).toBe('conflict');
    expect(await rolesIn(id)).toEqual([[owner.id, 'owner']]);
  });

  it('prevents developers from removing members, and prevents admins from removing owners', async () => {
    const { id, members } = await createTeam('admin', 'developer', 'viewer', 'owner');
    const [admin, developer, viewer, second] = members as [TestUser, TestUser, TestUser, TestUser];
    expect(await codeOf(remove(developer, id, viewer))).toBe('insufficient_scope');
    expect(await codeOf(remove(admin, id, second))).toBe('insufficient_scope');
    expect(await codeOf(remove(admin, id, viewer))).toBe('no error');
    expect(await codeOf(remove(second, id, owner))).toBe('no error');
  });

  it('keeps one owner if the last two owners remove each other, or leave, concurrently', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, members } = await createTeam('owner');
      const [second] = members as [TestUser];
      const codes = await Promise.all(
        round === 0
          ? [codeOf(remove(owner, id, owner)), codeOf(remove(second, id, second))]
          : [codeOf(remove(owner, id, second)), codeOf(remove(second, id, owner))],
      );
      expect(codes.sort()).toEqual([
        round === 0 ? 'conflict' : 'no error',
        round === 0 ? 'no error' : 'not_found',
      ]);
      expect((await rolesIn(id)).map(([, role]) => role)).toEqual(['owner']);
    }
  });

  it('lets a key with admin:api-keys remove members, but not an owner', async () => {
    const member = await joinOrganization(owner, owner.organizationId, 'viewer');
    const { client } = await createApiKeyFor(owner, ['admin:api-keys']);
    const { organizationId } = owner;
    const code = (user: TestUser) =>
      codeOf(client.organizations.members.delete({ organizationId, userId: user.id }));
    expect(await code(member)).toBe('no error');
    const second = await joinOrganization(owner, organizationId, 'owner');
    expect(await code(second)).toBe('insufficient_scope');
  });
});
