import type { Role } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  signUpAndVerify,
  tokenOf,
  waitForMail,
} from '../../../test/app/build.ts';
import type { TestUser } from '../../../test/app/seed.ts';
import { newId } from '../../db/ids/uuid.ts';
import {
  insertMembership,
  insertOrganization,
} from '../../domain/people/organization/organization.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates a shared organization. Its members join in the given order, one per day. */
async function createShared(...members: [TestUser, Role][]): Promise<string> {
  const organizationId = await insertOrganization(app.db, {
    name: 'Shared',
    slug: `shared-${newId()}`,
    personalUserId: null,
    now: app.clock.now(),
  });
  for (const [index, [user, role]] of members.entries()) {
    const now = new Date(app.clock.now().getTime() + index * 24 * 60 * 60_000);
    await insertMembership(app.db, { organizationId, userId: user.id, role, locales: null, now });
  }
  return organizationId;
}

const rolesIn = async (organizationId: string) => {
  const rows = await app.db
    .selectFrom('membership')
    .where('organization_id', '=', organizationId)
    .select(['user_id', 'role'])
    .orderBy('joined_at')
    .execute();
  return rows.map(({ user_id, role }) => [user_id, role]);
};

const organizationOf = (id: string) =>
  app.db.selectFrom('organization').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => signUpAndVerify(app)));

describe('users.me.delete', () => {
  it('ends sessions, keys and mailed links immediately, and archives the personal organization', async () => {
    const user = await signUpAndVerify(app);
    const apiKey = await createApiKeyFor(user);
    const project = await createProject(apiKey.client);
    const other = createBrowser(app);
    await other.client.auth.signIn({ email: user.email, password: user.password });
    const after = app.outbox.length;
    await app.client().auth.forgotPassword({ email: user.email });
    const token = tokenOf(await waitForMail(app, { to: user.email, after }));

    await expect(user.client.users.me.delete()).rejects.toMatchObject({
      code: 'conflict',
      losses: [
        {
          organizationId: user.organizationId,
          ends: true,
          projects: [project.name],
          apiKeys: [expect.any(String)],
          projectCount: 1,
          apiKeyCount: 1,
        },
      ],
    });
    expect((await apiKey.client.i18n.projects.list()).data).toHaveLength(1);

    const { data } = await user.client.users.me.delete({ force: true });
    expect(data).toMatchObject({ id: user.id, email: user.email });
    expect(data.deactivatedAt).toBe(new Date(data.deactivatedAt).toISOString());
    expect(user.jar.header()).toBeNull();

    const unauthenticated = { status: 401, code: 'unauthenticated' };
    await expect(other.client.users.me.get()).rejects.toMatchObject(unauthenticated);
    expect((await other.client.auth.session()).data.user).toBeNull();
    await expect(apiKey.client.i18n.projects.list()).rejects.toMatchObject(unauthenticated);
    await expect(
      app.client().auth.resetPassword({ token, password: 'a new password' }),
    ).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(
      createBrowser(app).client.auth.signIn({ email: user.email, password: user.password }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await organizationOf(user.organizationId)).archived_at).not.toBeNull();
  });

  it('frees the address, and a new account inherits nothing from the old account', async () => {
    const user = await signUpAndVerify(app);
    await createProject(user.client);
    await user.client.users.me.delete({ force: true });
    const again = await signUpAndVerify(app, { email: user.email, password: 'another password' });
    expect(again.id).not.toBe(user.id);
    expect((await again.client.i18n.projects.list()).data).toEqual([]);
  });

  it('refuses the only owner of an organization with other members, until another owner exists', async () => {
    const [owner, viewer, admin] = (await people(3)) as [TestUser, TestUser, TestUser];
    const organizationId = await createShared(
      [owner, 'owner'],
      [viewer, 'viewer'],
      [admin, 'admin'],
    );
    const before = await rolesIn(organizationId);
    const refusal = { status: 409, code: 'conflict', message: expect.stringContaining('Shared') };
    await expect(owner.client.users.me.delete()).rejects.toMatchObject(refusal);
    expect(await rolesIn(organizationId)).toEqual(before);
    expect((await owner.client.users.me.get()).data.id).toBe(owner.id);
    const heir = { organizationId, userId: admin.id, role: 'owner' as const };
    await owner.client.organizations.members.update(heir);
    await owner.client.users.me.delete();
    expect(await rolesIn(organizationId)).toEqual([
      [viewer.id, 'viewer'],
      [admin.id, 'owner'],
    ]);
  });

  it('changes nobody’s role if another owner remains', async () => {
    const [first, second, third] = (await people(3)) as [TestUser, TestUser, TestUser];
    const organizationId = await createShared(
      [first, 'owner'],
      [second, 'viewer'],
      [third, 'owner'],
    );
    await first.client.users.me.delete();
    expect(await rolesIn(organizationId)).toEqual([
      [second.id, 'viewer'],
      [third.id, 'owner'],
    ]);
  });

  it('keeps an owner in an organization whose two owners delete their accounts concurrently', async () => {
    const [first, second, third] = (await people(3)) as [TestUser, TestUser, TestUser];
    const organizationId = await createShared(
      [first, 'owner'],
      [second, 'owner'],
      [third, 'viewer'],
    );
    const calls = [first, second].map(({ client }) => codeOf(client.users.me.delete()));
    expect((await Promise.all(calls)).sort()).toEqual(['conflict', 'no error']);
    const roles = (await rolesIn(organizationId)).map(([, role]) => role);
    expect(roles).toEqual(['owner', 'viewer']);
  });

  it('archives a shared organization without other members', async () => {
    const user = await signUpAndVerify(app);
    const organizationId = await createShared([user, 'owner']);
    await user.client.users.me.delete();
    expect((await organizationOf(organizationId)).archived_at).not.toBeNull();
  });

  it('revokes the keys that the person created in a shared organization, and revokes no other keys', async () => {
    const [leaver, stayer] = (await people(2)) as [TestUser, TestUser];
    const organizationId = await createShared([leaver, 'admin'], [stayer, 'owner']);
    const [own, other] = await Promise.all(
      [leaver, stayer].map(async (user) => {
        const { data } = await createBrowser(app, {
          jar: user.jar,
          headers: { 'x-organization-id': organizationId },
        }).client.apiKeys.create({ name: 'Shared key', scopes: ['i18n:read'] });
        return app.client(data.token);
      }),
    );
    await expect(leaver.client.users.me.delete()).rejects.toMatchObject({
      losses: [
        { organizationId, ends: false, projects: [], apiKeys: ['Shared key'], apiKeyCount: 1 },
      ],
    });
    await leaver.client.users.me.delete({ force: true });
    await expect(own!.i18n.projects.list()).rejects.toMatchObject({ code: 'unauthenticated' });
    await other!.i18n.projects.list();
  });

  it('requires the password if the session is older than ten minutes', async () => {
    const user = await signUpAndVerify(app);
    app.clock.advance(11 * 60_000);
    const { me } = user.client.users;
    expect(await codeOf(me.delete())).toBe('validation_failed');
    expect(await codeOf(me.delete({ password: 'not my password' }))).toBe('invalid_credentials');
    expect((await me.delete({ password: user.password })).data.id).toBe(user.id);
  });

  it('succeeds once: the second of two concurrent calls finds no session', async () => {
    const user = await signUpAndVerify(app);
    const outcomes = await Promise.allSettled([
      user.client.users.me.delete(),
      user.client.users.me.delete(),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rejected = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(rejected.reason).toMatchObject({ status: 401, code: 'unauthenticated' });
  });
});
