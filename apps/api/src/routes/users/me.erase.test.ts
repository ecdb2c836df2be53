import type { Client } from '@parlance/sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import {
  actFor,
  codeOf,
  createProject,
  joinByInvitation,
  signUpAndVerify,
  tokenOf,
  waitForMail,
} from '../../../test/app/build.ts';
import { createBusyPerson } from '../../../test/app/busy-person.ts';
import { type TestUser, uniqueEmail } from '../../../test/app/seed.ts';
import { endAccount } from '../../domain/people/user/end-account.ts';
import { NAMES_OF_ACTORS } from '../../domain/people/user/erasure.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Returns the columns that contain one of these texts, as `table.column`. */
async function columnsWith(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; table: string; columns: string[] }>`
    select table_schema as schema, table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
    group by 1, 2`.execute(app.db);
  const has = async (schema: string, table: string, place: string): Promise<boolean> => {
    const cell = sql`${sql.ref(place)}::text`;
    const isNamed = sql.join(
      texts.map((text) => sql`${cell} ilike ${`%${text}%`}`),
      sql` or `,
    );
    const from = sql`${sql.table(`${schema}.${table}`)} as found`;
    const { rows } = await sql`select from ${from} where ${isNamed} limit 1`.execute(app.db);
    return rows.length > 0;
  };
  const found: string[] = [];
  for (const { schema, table, columns } of tables) {
    if (!(await has(schema, table, 'found'))) continue;
    for (const column of columns) {
      if (await has(schema, table, `found.${column}`)) found.push(`${table}.${column}`);
    }
  }
  return found.toSorted();
}

describe('users.me.delete', () => {
  it('erases the name and the addresses from every column of the database', async () => {
    const { person, email, name, formerName, client, owner, team, projectId } =
      await createBusyPerson(app);
    expect(await columnsWith(email)).not.toEqual([]);
    expect((await columnsWith(name)).length).toBeGreaterThan(5);
    await eventually(async () => {
      expect(await columnsWith(name)).toContain('webhook_delivery.body');
    });
    await client.users.me.delete({ force: true });
    await eventually(async () => {
      expect(await columnsWith(email, name, formerName)).toEqual([]);
    });
    const stays = (await columnsWith(person.id)).filter((column) => !/^job/.test(column));
    expect(stays).toEqual([
      'api_key.created_by_id',
      'api_key.user_id',
      'app_user.id',
      'audit_log.actor_id',
      'audit_log.target_id',
      'change.actor_id',
      'comment.author_id',
      'comment.last_actor_id',
      'comment.mentioned_ids',
      'comment.resolved_by_id',
      'comment.text',
      'comment_mute.user_id',
      'former_membership.user_id',
      'invitation.invited_by_id',
      'membership.user_id',
      'organization.personal_user_id',
      'proposal.author_id',
      'proposal.decided_by_id',
      'proposal.person_id',
      'proposal_vote.user_id',
      'release.actor_id',
      'webhook_delivery.body',
    ]);
    const seen = actFor(owner, team.id);
    const { data: changes } = await seen.i18n.changes.list({ projectId });
    expect(new Set(changes.map(({ by }) => by.name))).toEqual(new Set([null]));
    const { data: log } = await seen.auditLog.list({});
    const own = log.filter(({ actor }) => actor.id === person.id);
    expect(own.length).toBeGreaterThan(3);
    expect(own.every(({ actor, address }) => actor.name === null && address === null)).toBe(true);
    const { data: environments } = await seen.i18n.environments.list({ projectId });
    const { data: releases } = await seen.i18n.releases.list({
      projectId,
      environment: environments[0]!.slug,
    });
    expect(releases[0]!.createdBy).toEqual({ type: 'user', id: person.id, name: null });
    const { data: members } = await seen.organizations.members.list({ organizationId: team.id });
    expect(members.map(({ userId }) => userId)).toEqual([owner.id]);
  });

  it('covers each column that contains the name of an actor', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns c
      where table_schema = 'public' and column_name like '%\\_name' and exists (
        select from information_schema.columns t
        where (t.table_schema, t.table_name) = (c.table_schema, c.table_name)
          and (t.column_name = replace(c.column_name, '_name', '_type') and t.udt_name = 'actor_type'
            -- Only people write comments.
            or c.table_name = 'comment' and t.column_name = replace(c.column_name, '_name', '_id'))
      )`.execute(app.db);
    expect([...NAMES_OF_ACTORS].toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
  });

  it('erases the name in later writes of a concurrent request, after an hour', async () => {
    const { person, name, client, projectId } = await createBusyPerson(app);
    await client.users.me.delete({ force: true });
    const eraseAt = () =>
      app.db
        .selectFrom('app_user')
        .where('id', '=', person.id)
        .select('erase_at')
        .executeTakeFirstOrThrow();
    const now = app.clock.now().getTime();
    await eventually(async () => {
      expect((await eraseAt()).erase_at!.getTime()).toBeGreaterThan(now + 30 * 60_000);
    });
    await sql`
      insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
      values (${projectId}::uuid, gen_random_uuid(), 'edit', 'user', ${person.id}::uuid, ${name}, now())
    `.execute(app.db);
    await sql`
      insert into notification
        (user_id, id, kind, organization_id, project_id, thread_id, comment_id, created_at, awaits_mail)
      select ${person.id}::uuid, gen_random_uuid(), 'mention', p.organization_id, p.id, c.id, c.id, now(), false
      from project p join comment c on c.project_id = p.id
      where p.id = ${projectId}::uuid limit 1`.execute(app.db);
    await sql`
      insert into inbox (user_id, event_id) values (${person.id}::uuid, gen_random_uuid())
    `.execute(app.db);
    app.clock.advance(61 * 60_000);
    await eventually(async () => {
      expect((await eraseAt()).erase_at).toBeNull();
    });
    expect(await columnsWith(name)).toEqual([]);
    const stays = await columnsWith(person.id);
    expect(stays.filter((column) => /^(inbox|notification)/.test(column))).toEqual([]);
  });

  it('erases nothing of another person with the same name', async () => {
    const { person, name, client } = await createBusyPerson(app);
    const other = await signUpAndVerify(app, { name });
    const project = await createProject(other.client);
    await other.client.i18n.projects.import({
      projectId: project.id,
      locale: 'en',
      format: 'json',
      content: { a: 'A' },
    });
    await client.users.me.delete({ force: true });
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

  it('erases the inviter in entries about invited members, and erases nobody with the same name', async () => {
    const { owner, team, name, client, program } = await createBusyPerson(app);
    const namesake = await signUpAndVerify(app, { name });
    await joinByInvitation(owner, team.id, 'admin', namesake);
    const invite = (by: Client) => joinByInvitation({ ...owner, client: by }, team.id, 'viewer');
    const byPerson = await invite(client);
    const byKey = await invite(program);
    const byNamesake = await invite(actFor(namesake, team.id));
    await client.users.me.delete({ force: true });
    const invitersOf = async (...members: TestUser[]) => {
      const { data } = await actFor(owner, team.id).auditLog.list({ action: 'member.create' });
      return members.map(
        ({ id }) => data.find(({ target }) => target.id === id)!.details.invitedBy ?? null,
      );
    };
    await eventually(async () => {
      expect(await invitersOf(byPerson, byKey)).toEqual([null, null]);
    });
    expect(await invitersOf(byNamesake)).toEqual([name]);
  });

  it('erases the name in entries about grants that another person changed', async () => {
    const owner = await signUpAndVerify(app);
    const { data: team } = await owner.client.organizations.create({ name: 'Team' });
    const name = 'Granted (Person)';
    const person = await signUpAndVerify(app, { name });
    await joinByInvitation(owner, team.id, 'translator', person);
    const client = actFor(owner, team.id);
    const { id: projectId } = await createProject(client);
    const member = { projectId, userId: person.id };
    await client.i18n.members.put({ ...member, role: 'reviewer' });
    await client.i18n.members.delete(member);
    const entries = async () =>
      (await client.auditLog.list({})).data
        .filter(({ action }) => action.startsWith('grant.'))
        .map(({ action, target }) => [action, target.name]);
    expect(await entries()).toEqual([
      ['grant.delete', name],
      ['grant.update', name],
    ]);
    const { data: exported } = await person.client.users.me.export();
    expect(exported.auditEntries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['grant.delete', 'grant.update']),
    );
    await person.client.users.me.delete({ force: true });
    expect(await entries()).toEqual([
      ['grant.delete', null],
      ['grant.update', null],
    ]);
    await eventually(async () => {
      expect(await columnsWith(name)).toEqual([]);
    });
  });

  it('erases the name in an organization that the person left, even without entries in the audit log', async () => {
    const { owner, team, person, name, client } = await createBusyPerson(app);
    const members = actFor(owner, team.id).organizations.members;
    await members.delete({ organizationId: team.id, userId: person.id, force: true });
    await sql`delete from audit_log where organization_id = ${team.id}::uuid`.execute(app.db);
    expect(await columnsWith(name)).toContain('comment.author_name');
    const { data: exported } = await person.client.users.me.export();
    expect(exported.formerMemberships.map(({ organizationId }) => organizationId)).toEqual([
      team.id,
    ]);
    expect(exported.actions.map(({ type }) => type)).toContain('comment');
    await person.client.users.me.delete({ force: true });
    await eventually(async () => {
      expect(await columnsWith(name)).toEqual([]);
    });
    expect(await codeOf(client.users.me.get())).toBe('unauthenticated');
  });

  it('erases the earlier addresses of the account', async () => {
    const { person, email, client } = await createBusyPerson(app);
    const next = `next-${email}`;
    const token = tokenOf(await waitForMail(app, { to: next }));
    await client.auth.verifyEmail({ token });
    expect(await columnsWith(email)).toContain('audit_log.details');
    await client.users.me.delete({ force: true });
    await eventually(async () => {
      expect(await columnsWith(email)).toEqual([]);
    });
    const stays = await columnsWith(person.id);
    expect(stays).toContain('audit_log.target_id');
  });

  it('erases an earlier address, and keeps the address of another account that has it now', async () => {
    const { owner, team, person, email, client } = await createBusyPerson(app);
    const token = tokenOf(await waitForMail(app, { to: `next-${email}` }));
    await client.auth.verifyEmail({ token });
    const heir = await signUpAndVerify(app, { email });
    const { data: other } = await owner.client.organizations.create({ name: 'Other team' });
    await joinByInvitation(owner, other.id, 'viewer', heir);
    await client.users.me.delete({ force: true });
    const entriesOf = async (organizationId: string) => {
      const { data } = await actFor(owner, organizationId).auditLog.list({});
      return data.filter(({ action }) => /^(invitation|member).create$/.test(action));
    };
    const inOther = await entriesOf(other.id);
    expect(inOther.map(({ target, details }) => [target.name, details.email])).toEqual([
      [heir.name, email],
      [email, undefined],
    ]);
    const inTeam = (await entriesOf(team.id)).filter(
      ({ target }) => target.id === person.id || target.name === email,
    );
    expect(inTeam.map(({ target, details }) => [target.name, details.email])).toEqual([
      [null, undefined],
    ]);
  });

  it('revokes open invitations that a personal API key of the person sent', async () => {
    const { owner, team, client, program } = await createBusyPerson(app);
    const invited = uniqueEmail();
    await program.organizations.invitations.create({
      organizationId: team.id,
      email: invited,
      role: 'viewer',
    });
    const token = tokenOf(await waitForMail(app, { to: invited }));
    expect((await app.client().organizations.invitations.preview({ token })).data.email).toBe(
      invited,
    );
    await client.users.me.delete({ force: true });
    expect(await codeOf(app.client().organizations.invitations.preview({ token }))).toBe(
      'invalid_token',
    );
    const { data } = await actFor(owner, team.id).auditLog.list({ action: 'invitation.revoke' });
    expect(data.map(({ target }) => target.name)).toContain(invited);
  });

  it('erases stored responses to repeated calls that contain the person’s name, and keeps other responses', async () => {
    const { owner, team, person, client, projectId } = await createBusyPerson(app);
    const colleague = actFor(owner, team.id);
    const { data: environments } = await client.i18n.environments.list({ projectId });
    const release = { projectId, environment: environments[0]!.slug, skipUnchanged: true };
    await client.i18n.releases.create(release);
    const { data: live } = await colleague.i18n.releases.create(release);
    expect(live.createdBy.id).toBe(person.id);
    await colleague.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    const answers = async () => {
      const { rows } = await sql<{ operation: string }>`
        select operation from idempotency_record
        where principal_id in (${owner.id}::uuid, ${person.id}::uuid) order by 1`.execute(app.db);
      return rows.map(({ operation }) => operation);
    };
    expect(await answers()).toContain('i18n.releases.create');
    await client.users.me.delete({ force: true });
    await eventually(async () => {
      expect(await answers()).toEqual(['i18n.projects.import']);
    });
  });
});

describe('users.me.delete', () => {
  it('answers 401 to a call whose session ended after its admission, before the password check', async () => {
    const user = await signUpAndVerify(app);
    const { data: sessions } = await user.client.users.sessions.list();
    const call = { userId: user.id, sessionId: sessions[0]!.id, address: '::1', force: false };
    await user.client.users.sessions.delete({ sessionId: call.sessionId });
    for (const password of [undefined, user.password, 'not my password']) {
      await expect(endAccount(app.deps, { ...call, password })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
    const other = createBrowser(app);
    await other.client.auth.signIn({ email: user.email, password: user.password });
    await other.client.users.me.delete({ force: true });
    for (const password of [undefined, user.password]) {
      await expect(endAccount(app.deps, { ...call, password })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
  });
});
