import { createClient } from '@parlance/sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createBrowser } from '../../../test/browser.ts';
import { createProject, joinByInvitation, signUpAndVerify } from '../../../test/build.ts';
import { type TestUser, uniqueEmail } from '../../../test/seed.ts';
import { endAccount } from '../../domain/user/end-account.ts';
import { NAMES_OF_ACTORS } from '../../domain/user/erasure.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let made = 0;

/** Columns whose text contains one of these, as `table.column`. */
async function columnsWith(...texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(app.db);
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const cell = sql`${sql.ref(column)}::text`;
    const hits = await sql`
      select from ${sql.table(`${schema}.${table}`)}
      where ${sql.join(
        texts.map((text) => sql`${cell} ilike ${`%${text}%`}`),
        sql` or `,
      )} limit 1`.execute(app.db);
    if (hits.rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

/** A person who did one of everything in an organization of somebody else. */
async function createBusyPerson() {
  // Characters with a meaning in patterns.
  const name = `Erasable (Person) ${++made}.*`;
  const formerName = `Former Person ${made}.`;
  const owner = await signUpAndVerify(app);
  const { data: team } = await owner.client.organizations.create({ name: 'Team' });
  const inTeam = (user: TestUser) =>
    createBrowser(app, { jar: user.jar, headers: { 'x-organization-id': team.id } }).client;
  const email = `erasable-${uniqueEmail()}`;
  const person = await signUpAndVerify(app, { email, name: formerName });
  await joinByInvitation(owner, team.id, 'admin', person);
  const client = inTeam(person);
  await client.organizations.invitations.create({
    ...{ organizationId: team.id, email: uniqueEmail(), role: 'viewer' },
  });
  await client.users.me.update({ name, preferences: { signature: name } });
  const project = await createProject(client);
  const projectId = project.id;
  await client.i18n.locales.create({ projectId, code: 'de' });
  const content = { greeting: 'Hello  {name}', farewell: 'Bye' };
  await client.i18n.projects.import({ projectId, locale: 'en', format: 'json', content });
  await client.i18n.projects.import({
    ...{ projectId, locale: 'de', format: 'json', content: { greeting: 'Hallo' } },
  });
  const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
  const value = values[0]!;
  await client.i18n.values.update({
    ...{ projectId, valueId: value.id!, text: 'Hallo Welt', version: value.version },
  });
  await client.i18n.values.bulk({
    ...{ projectId, select: { query: '', locales: ['de'] } },
    action: { setState: { state: 'reviewed' } },
  });
  const { data: environments } = await client.i18n.environments.list({ projectId });
  await client.i18n.releases.create({ projectId, environment: environments[0]!.slug });
  await client.apiKeys.create({ name: 'Deployment', scopes: ['i18n:read'] });
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const personal = await client.users.apiKeys.create({
    ...{ name: `Laptop of ${name}`, scopes: ['i18n:read', 'i18n:write'], expiresAt },
  });
  const program = createClient({ baseUrl: app.url, apiKey: personal.data.token });
  await program.i18n.projects.import({
    ...{ projectId, locale: 'en', format: 'json', content: { other: 'Other' }, mode: 'merge' },
  });
  await client.users.me.email({ email: `next-${email}`, password: person.password });
  return { owner, team, person, email, name, formerName, client, projectId, inTeam };
}

describe('users.me.export', () => {
  it('has everything about the person, in lists of any length, and no secrets', async () => {
    const { person, name, client, team, projectId } = await createBusyPerson();
    const { data } = await client.users.me.export();
    expect(data.account).toMatchObject({
      id: person.id,
      name,
      preferences: { signature: name },
    });
    expect(data.memberships.map(({ organizationId }) => organizationId)).toContain(team.id);
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(data.mailedLinks.map(({ purpose }) => purpose)).toContain('change_email');
    expect(data.apiKeys.map((key) => key.name).toSorted()).toEqual([
      'Deployment',
      `Laptop of ${name}`,
    ]);
    expect(data.invitations).toHaveLength(2);
    expect(data.auditEntries.map(({ action }) => action)).toContain('release.publish');
    const types = new Set(data.actions.map(({ type }) => type));
    expect([...types]).toEqual(['change', 'release']);
    expect(data.actions.every((action) => action.projectId === projectId)).toBe(true);
    const stored = await app.db
      .selectFrom('app_user')
      .where('id', '=', person.id)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(data)).not.toContain(stored.password_hash);
  });

  it('reads page after page of a person who did much', async () => {
    const user = await signUpAndVerify(app);
    const project = await createProject(user.client);
    await sql`
      insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
      select ${project.id}::uuid, gen_random_uuid(), 'edit', 'user', ${user.id}::uuid, 'One', now()
      from generate_series(1, 1201)`.execute(app.db);
    const { data } = await user.client.users.me.export();
    const changes = data.actions.filter(({ type }) => type === 'change');
    expect(new Set(changes.map(({ id }) => id)).size).toBe(1201);
    expect(data.actions).toHaveLength(changes.length);
  });
});

describe('users.me.delete erases', () => {
  it('the name and the addresses from every column of the database', async () => {
    const { person, email, name, formerName, client, owner, inTeam, team, projectId } =
      await createBusyPerson();
    expect(await columnsWith(email)).not.toEqual([]);
    expect((await columnsWith(name)).length).toBeGreaterThan(5);
    await client.users.me.delete();
    await eventually(async () => {
      expect(await columnsWith(email, name, formerName)).toEqual([]);
    });
    const stays = (await columnsWith(person.id)).filter((column) => !/^job/.test(column));
    // The acts stay, with an id that leads to nobody.
    expect(stays).toEqual([
      'api_key.created_by_id',
      'api_key.user_id',
      'app_user.id',
      'audit_log.actor_id',
      'audit_log.target_id',
      'change.actor_id',
      'invitation.invited_by_id',
      'membership.user_id',
      'organization.personal_user_id',
      'release.actor_id',
    ]);
    const seen = inTeam(owner);
    const { data: changes } = await seen.i18n.changes.list({ projectId });
    expect(new Set(changes.map(({ by }) => by.name))).toEqual(new Set([null]));
    const { data: log } = await seen.auditLog.list({});
    const own = log.filter(({ actor }) => actor.id === person.id);
    expect(own.length).toBeGreaterThan(3);
    expect(own.every(({ actor, address }) => actor.name === null && address === null)).toBe(true);
    const { data: environments } = await seen.i18n.environments.list({ projectId });
    const { data: releases } = await seen.i18n.releases.list({
      ...{ projectId, environment: environments[0]!.slug },
    });
    expect(releases[0]!.createdBy).toEqual({ type: 'user', id: person.id, name: null });
    const { data: members } = await seen.organizations.members.list({ organizationId: team.id });
    expect(members.map(({ userId }) => userId)).toEqual([owner.id]);
  });

  it('the name of an actor in each table that has one', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns c
      where table_schema = 'public' and column_name like '%\\_name' and exists (
        select from information_schema.columns t
        where (t.table_schema, t.table_name) = (c.table_schema, c.table_name)
          and t.column_name = replace(c.column_name, '_name', '_type') and t.udt_name = 'actor_type'
      )`.execute(app.db);
    expect([...NAMES_OF_ACTORS].toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
  });

  it('what a request writes that ran meanwhile, an hour later', async () => {
    const { person, name, client, projectId } = await createBusyPerson();
    await client.users.me.delete();
    const eraseAt = () =>
      app.db
        .selectFrom('app_user')
        .where('id', '=', person.id)
        .select('erase_at')
        .executeTakeFirstOrThrow();
    const now = app.clock.now().getTime();
    await eventually(async () => {
      // The second look, not the time at which another process would go on with the first one.
      expect((await eraseAt()).erase_at!.getTime()).toBeGreaterThan(now + 30 * 60_000);
    });
    await sql`
      insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
      values (${projectId}::uuid, gen_random_uuid(), 'edit', 'user', ${person.id}::uuid, ${name}, now())
    `.execute(app.db);
    app.clock.advance(61 * 60_000);
    await eventually(async () => {
      expect((await eraseAt()).erase_at).toBeNull();
    });
    expect(await columnsWith(name)).toEqual([]);
  });

  it('nothing of a person of the same name', async () => {
    const { person, name, client } = await createBusyPerson();
    const other = await signUpAndVerify(app, { name });
    const project = await createProject(other.client);
    await other.client.i18n.projects.import({
      ...{ projectId: project.id, locale: 'en', format: 'json', content: { a: 'A' } },
    });
    await client.users.me.delete();
    await eventually(async () => {
      const { rows } = await sql`
        select from change where actor_id = ${person.id} and actor_name is not null`.execute(
        app.db,
      );
      expect(rows).toEqual([]);
    });
    const { data } = await other.client.i18n.changes.list({ projectId: project.id });
    expect(data.map(({ by }) => by.name)).toEqual([name]);
  });

  it('a deletion answers 401 to a call whose session ended after it was admitted, before the rule on passwords', async () => {
    const user = await signUpAndVerify(app);
    const { data: sessions } = await user.client.users.sessions.list();
    const call = { userId: user.id, sessionId: sessions[0]!.id, address: '::1' };
    await user.client.users.sessions.delete({ sessionId: call.sessionId });
    for (const password of [undefined, user.password, 'not my password']) {
      await expect(endAccount(app.deps, { ...call, password })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
    const other = createBrowser(app);
    await other.client.auth.signIn({ email: user.email, password: user.password });
    await other.client.users.me.delete();
    for (const password of [undefined, user.password]) {
      await expect(endAccount(app.deps, { ...call, password })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
  });
});
