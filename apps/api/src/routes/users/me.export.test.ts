import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, signUpAndVerify } from '../../../test/app/build.ts';
import { createBusyPerson } from '../../../test/app/busy-person.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: directoryOf(createScriptedEngine()) } });
});
afterAll(() => app.close());

describe('users.me.export', () => {
  it('contains the account, memberships, keys, invitations and actions of the person, and contains no password hash', async () => {
    const { person, name, client, team, projectId } = await createBusyPerson(app);
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
    expect(data.notifications.map(({ kind }) => kind)).toContain('mention');
    expect(data.notifications.every((notification) => notification.projectId === projectId)).toBe(
      true,
    );
    const types = new Set(data.actions.map(({ type }) => type));
    expect([...types]).toEqual([
      'change',
      'comment',
      'comment_mute',
      'comment_resolution',
      'proposal',
      'proposal_decision',
      'proposal_vote',
      'release',
    ]);
    expect(data.actions.every((action) => action.projectId === projectId)).toBe(true);
    const stored = await app.db
      .selectFrom('app_user')
      .where('id', '=', person.id)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(data)).not.toContain(stored.password_hash);
  });

  it('reads page after page for a person with much data', async () => {
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

  it('contains actions of the person with personal API keys and in translation jobs', async () => {
    const { person, program, projectId, client } = await createBusyPerson(app);
    const { data: job } = await program.translate.jobs.create({ projectId }, { waitSeconds: 30 });
    expect(job.status).toBe('completed');
    const { data } = await client.users.me.export();
    const { rows } = await sql<{ id: string; type: string }>`
      select id, actor_type as type from change where project_id = ${projectId}::uuid`.execute(
      app.db,
    );
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['user', 'api_key', 'job']));
    const idsOf = (type: string) =>
      data.actions.filter((action) => action.type === type).map(({ id }) => id);
    expect(idsOf('change').toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(idsOf('translation_job')).toEqual([job.id]);
    const entries = data.auditEntries.filter(({ actor }) => actor.type === 'api_key');
    expect(entries.map(({ action }) => action)).toContain('project.import');
    expect(entries.every(({ address }) => address !== null)).toBe(true);
    const ids = data.auditEntries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(data.apiKeys.filter(({ createdBy }) => createdBy.id !== person.id)).toEqual([]);
  });

  it('contains each of many dismissals for one value once', async () => {
    const { client, projectId, person } = await createBusyPerson(app);
    const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
    await sql`
      insert into ignored_check_history
        (project_id, locale_id, key_id, id, code, ignored, version, actor_type, actor_id, actor_name, at)
      select project_id, locale_id, key_id, gen_random_uuid(), 'length', true, 1, 'user',
             ${person.id}::uuid, 'One', now()
      from translation_value, generate_series(1, 1001)
      where project_id = ${projectId}::uuid and key_id = ${values[0]!.keyId}::uuid
        and locale_id = (select id from locale where project_id = ${projectId}::uuid and code = 'de')
    `.execute(app.db);
    const { data } = await client.users.me.export();
    const dismissals = data.actions.filter(({ type }) => type === 'dismissed_check');
    expect(new Set(dismissals.map(({ id }) => id)).size).toBe(1001);
    expect(dismissals).toHaveLength(1001);
  });
});
