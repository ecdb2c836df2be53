import type { GrantRole, Project, Role } from '@parlance/contracts';
import { LIMITS } from '@parlance/contracts';
import { type Client, readEvents } from '@parlance/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import {
  actFor,
  codeOf,
  createProject,
  joinOrganization,
  type Tenant,
  tokenOf,
  waitForMail,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { seedUser, type TestUser } from '../../../test/app/seed.ts';
import { newId } from '../../db/ids/uuid.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, project, projectId } = given);
  },
  { hasOwnTenant: true, env: { MT_ENGINES: 'pseudo' } },
);

/** Returns the end of a project's id, which distinguishes its texts from the texts of other projects. */
const markOf = (id: string): string => id.slice(-6);

let other: Project;
beforeEach(async () => {
  other = await createProject(tenant.client, { name: 'Other' });
  for (const { id } of [project, other]) {
    for (const [locale, text] of [
      ['en', `Save the document ${markOf(id)}`],
      ['de', `Dokument sichern ${markOf(id)}`],
    ] as const) {
      await tenant.client.i18n.projects.import({
        projectId: id,
        locale,
        content: { save: text },
      });
    }
  }
});

interface Granted {
  user: TestUser;
  client: Client;
}

const joinAs = async (role: Role): Promise<Granted> => {
  const user = await joinOrganization(tenant.user, tenant.organizationId, role);
  return { user, client: actFor(user, tenant.organizationId) };
};

async function joinWith(
  role: Role,
  granted: GrantRole,
  localeCodes: string[] | null = null,
): Promise<Granted> {
  const joined = await joinAs(role);
  await tenant.client.i18n.members.put({
    projectId,
    userId: joined.user.id,
    role: granted,
    localeCodes,
  });
  return joined;
}

const keyIn = async (id: string): Promise<string> =>
  (await tenant.client.i18n.keys.list({ projectId: id })).data[0]!.id;

describe('a guest', () => {
  it('sees the granted projects in lists and searches, and sees nothing of other projects', async () => {
    const { client } = await joinWith('guest', 'translator');
    for (const id of [projectId, other.id]) {
      await tenant.client.i18n.releases.create({ projectId: id, environment: 'production' });
      await tenant.client.translate.jobs.create({ projectId: id });
    }
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    expect(ids((await client.i18n.projects.list()).data)).toEqual([projectId]);
    expect((await client.i18n.projects.list()).data[0]!.slug).toBe(project.slug);
    const { data: shown } = await client.dashboard.projects();
    expect(shown.map((row) => row.id)).toEqual([projectId]);
    const { data: activity } = await client.dashboard.activity();
    expect(activity.length).toBeGreaterThan(0);
    expect(new Set(activity.map((row) => row.projectId))).toEqual(new Set([projectId]));
    const { data: jobs } = await client.translate.jobs.list();
    expect(jobs.map((job) => job.projectId)).toEqual([projectId]);
    const search = async (by: Client, id: string) => {
      const text = `Save the document ${markOf(id)}`;
      const { data } = await by.translate.memory.search({
        text,
        sourceLocale: 'en',
        targetLocale: 'de',
      });
      return data.map((hit) => hit.target);
    };
    const targetOf = (id: string) => `Dokument sichern ${markOf(id)}`;
    await eventually(async () => {
      expect(await search(tenant.client, other.id)).toContain(targetOf(other.id));
      expect(await search(client, projectId)).toContain(targetOf(projectId));
    });
    expect(await search(client, other.id)).not.toContain(targetOf(other.id));
    const { data: suggestions } = await client.i18n.keys.suggestions({
      projectId,
      keyId: await keyIn(projectId),
      locale: 'de',
    });
    expect(JSON.stringify(suggestions)).not.toContain(markOf(other.id));
  });

  it('gets the same response for a project without a grant as for a missing project', async () => {
    const { client } = await joinWith('guest', 'developer');
    const answers = (id: string) => [
      () => client.i18n.projects.get({ projectId: id }),
      () => client.i18n.rows.list({ projectId: id, locales: ['de'] }),
      () => client.i18n.projects.import({ projectId: id, locale: 'en', content: { a: 'b' } }),
      () => client.i18n.changes.list({ projectId: id }),
      () => client.translate.jobs.create({ projectId: id }),
      () => client.users.me.access({ projectId: id }),
      () => client.events.stream({ projectId: id }, { raw: 'text/event-stream' }),
      () => client.i18n.proposals.list({ projectId: id }),
      () => client.i18n.counts.get({ projectId: id, locales: ['de'] }),
    ];
    for (const id of [other.id, other.slug, newId(), 'no-such-project']) {
      for (const call of answers(id)) {
        await expect(call()).rejects.toMatchObject({
          status: 404,
          code: 'not_found',
          detail: 'The project does not exist.',
        });
      }
    }
    const { data: job } = await tenant.client.translate.jobs.create({ projectId: other.id });
    for (const jobId of [job.id, newId()]) {
      expect(await codeOf(client.translate.jobs.get({ jobId }))).toBe('not_found');
      expect(await codeOf(client.translate.jobs.cancel({ jobId }))).toBe('not_found');
    }
  });

  it('sees no members, usage, audit log or invitations, and cannot spend credits outside its projects', async () => {
    const { client } = await joinWith('guest', 'developer');
    const { organizationId } = tenant;
    for (const call of [
      () => client.organizations.members.list({ organizationId }),
      () => client.organizations.invitations.list({ organizationId }),
      () => client.usage.get(),
      () => client.dashboard.summary(),
      () => client.dashboard.usage(),
      () => client.billing.get(),
      () => client.auditLog.list(),
      () => client.apiKeys.list(),
      () => client.i18n.members.list({ projectId }),
      () => client.i18n.projects.create({ name: 'New', sourceLocale: 'en' }),
      () => client.translate.text({ text: 'Hello', sourceLocale: 'en', targetLocale: 'de' }),
    ]) {
      expect(await codeOf(call())).toBe('insufficient_scope');
    }
    const { data } = await client.organizations.get({ organizationId });
    expect(data.role).toBe('guest');
  });

  it('cancels a job of a project in which it may translate', async () => {
    const { client } = await joinWith('guest', 'translator');
    const { data: job } = await tenant.client.translate.jobs.create({ projectId });
    expect(['no error', 'job_not_cancellable']).toContain(
      await codeOf(client.translate.jobs.cancel({ jobId: job.id })),
    );
    const viewer = await joinWith('guest', 'viewer');
    expect(await codeOf(viewer.client.translate.jobs.cancel({ jobId: job.id }))).toBe(
      'insufficient_scope',
    );
  });

  it('has the same limits with a personal key, even if the key names other projects', async () => {
    const { user } = await joinWith('guest', 'translator', ['de']);
    const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const acting = actFor(user, tenant.organizationId);
    const scopes = ['i18n:read', 'i18n:write'] as const;
    const key = { name: 'Own', scopes: [...scopes], expiresAt };
    expect(await codeOf(acting.users.apiKeys.create({ ...key, projectIds: [other.id] }))).toBe(
      'not_found',
    );
    const { data } = await acting.users.apiKeys.create(key);
    const client = app.client(data.token);
    expect((await client.i18n.projects.list()).data.map(({ id }) => id)).toEqual([projectId]);
    const keyId = await keyIn(projectId);
    const put = (localeCode: string) =>
      codeOf(client.i18n.values.put({ projectId, keyId, localeCode, text: 'Text' }));
    expect(await put('de')).toBe('no error');
    expect(await put('en')).toBe('role_forbidden');
  });
});

describe('the grant of a project', () => {
  it('replaces the role and the locales of the membership, with more rights or with fewer rights', async () => {
    const keyId = await keyIn(projectId);
    const otherKeyId = await keyIn(other.id);
    const up = await joinWith('viewer', 'translator', ['de']);
    const down = await joinWith('developer', 'viewer');
    const put = ({ client }: Granted, id: string, key: string, localeCode: string) =>
      codeOf(client.i18n.values.put({ projectId: id, keyId: key, localeCode, text: 'Text' }));
    expect(await put(up, projectId, keyId, 'de')).toBe('no error');
    expect(await put(up, projectId, keyId, 'en')).toBe('role_forbidden');
    expect(await put(up, other.id, otherKeyId, 'de')).toBe('insufficient_scope');
    expect(await put(down, projectId, keyId, 'de')).toBe('insufficient_scope');
    expect(await put(down, other.id, otherKeyId, 'de')).toBe('no error');
    const access = async ({ client }: Granted, id?: string) =>
      (await client.users.me.access(id === undefined ? {} : { projectId: id })).data;
    expect(await access(up, projectId)).toMatchObject({ role: 'translator', localeCodes: ['de'] });
    expect(await access(up, other.id)).toMatchObject({ role: 'viewer', rights: ['read'] });
    expect(await access(down)).toMatchObject({ role: 'developer', localeCodes: null });
    const { data: shown } = await tenant.user.client.organizations.members.list({
      organizationId: tenant.organizationId,
    });
    expect(shown.find(({ userId }) => userId === up.user.id)!.grants).toEqual([
      { projectId, role: 'translator', localeCodes: ['de'] },
    ]);
  });

  it('can be changed by owners and admins only, and every change is audited', async () => {
    const { user } = await joinAs('guest');
    const admin = await joinAs('admin');
    const developer = await joinAs('developer');
    const member = { projectId, userId: user.id };
    const { i18n } = admin.client;
    const { data } = await i18n.members.put({ ...member, role: 'viewer' });
    expect(data).toMatchObject({ userId: user.id, role: 'viewer', localeCodes: null });
    await i18n.members.put({ ...member, role: 'reviewer', localeCodes: ['fr'] });
    expect((await i18n.members.list({ projectId })).data).toMatchObject([
      { userId: user.id, role: 'reviewer', localeCodes: ['fr'] },
    ]);
    for (const call of [
      () => developer.client.i18n.members.put({ ...member, role: 'viewer' }),
      () => developer.client.i18n.members.list({ projectId }),
      () => developer.client.i18n.members.delete(member),
    ]) {
      expect(await codeOf(call())).toBe('insufficient_scope');
    }
    await i18n.members.delete(member);
    expect(await codeOf(i18n.members.delete(member))).toBe('not_found');
    const { data: entries } = await tenant.user.client.auditLog.list({ action: 'grant' });
    expect(entries.map(({ action, details }) => [action, details.role])).toEqual([
      ['grant.delete', 'reviewer'],
      ['grant.update', 'reviewer'],
      ['grant.update', 'viewer'],
    ]);
  });

  it('refuses invalid combinations', async () => {
    const admin = await joinAs('admin');
    const stranger = await seedUser(app);
    const { user } = await joinAs('guest');
    const put = (userId: string, role: string, more: object = {}) =>
      codeOf(
        tenant.client.i18n.members.put({ projectId, userId, role: role as GrantRole, ...more }),
      );
    expect(await put(admin.user.id, 'viewer')).toBe('conflict');
    expect(await put(stranger.id, 'viewer')).toBe('not_found');
    expect(await put(newId(), 'viewer')).toBe('not_found');
    expect(await put(user.id, 'owner')).toBe('validation_failed');
    expect(await put(user.id, 'guest')).toBe('validation_failed');
    expect(await put(user.id, 'developer', { localeCodes: ['de'] })).toBe('validation_failed');
    expect(await put(user.id, 'translator', { localeCodes: ['nonsense!'] })).toBe(
      'validation_failed',
    );
    const grants = Array.from({ length: LIMITS.grantsPerMember }, () => ({
      organization_id: tenant.organizationId,
      user_id: user.id,
      granted_project_id: newId(),
      role: 'viewer' as const,
      granted_at: app.clock.now(),
    }));
    await app.db.insertInto('project_grant').values(grants).execute();
    expect(await put(user.id, 'viewer')).toBe('limit_exceeded');
  });

  it('ends with a promotion to admin, and with the membership', async () => {
    const { user } = await joinWith('guest', 'viewer');
    const { organizationId } = tenant;
    const { members } = tenant.user.client.organizations;
    const { data } = await members.update({ organizationId, userId: user.id, role: 'admin' });
    expect(data.grants).toEqual([]);
    await members.update({ organizationId, userId: user.id, role: 'guest' });
    await tenant.client.i18n.members.put({ projectId, userId: user.id, role: 'viewer' });
    await members.delete({ organizationId, userId: user.id });
    expect((await tenant.client.i18n.members.list({ projectId })).data).toEqual([]);
  });

  it('ends the event streams of the member when it changes', async () => {
    for (const role of ['guest', 'translator'] as const) {
      const { user, client } = await joinWith(role, 'viewer');
      const response = await client.events.stream({ projectId }, { raw: 'text/event-stream' });
      const ended = (async () => {
        for await (const _ of readEvents(response));
      })();
      await tenant.client.i18n.members.delete({ projectId, userId: user.id });
      await ended;
    }
  });
});

describe('an invitation to projects', () => {
  const invite = (more: object) => ({
    organizationId: tenant.organizationId,
    email: 'guest@example.test',
    role: 'translator' as const,
    localeCodes: ['de'],
    projectIds: [projectId],
    ...more,
  });

  it('makes the person a guest with a grant for each project', async () => {
    const { invitations } = tenant.user.client.organizations;
    const person = await seedUser(app);
    const after = app.outbox.length;
    const { data } = await invitations.create(invite({ email: person.email }));
    expect(data).toMatchObject({ role: 'translator', projectIds: [projectId] });
    const mail = await waitForMail(app, { to: person.email, subject: /^Invitation/, after });
    await person.client.organizations.invitations.accept({ token: tokenOf(mail) });
    const client = actFor(person, tenant.organizationId);
    expect((await client.i18n.projects.list()).data.map(({ id }) => id)).toEqual([projectId]);
    expect((await client.users.me.access({ projectId })).data).toMatchObject({
      role: 'translator',
      localeCodes: ['de'],
      rights: ['read', 'propose', 'translate'],
    });
    expect((await client.users.me.access()).data).toMatchObject({ role: 'guest' });
  });

  it('cannot name projects of other organizations or roles that apply to a whole organization', async () => {
    const { invitations } = tenant.user.client.organizations;
    const code = (more: object) => codeOf(invitations.create(invite(more)));
    expect(await code({ projectIds: [newId()] })).toBe('not_found');
    expect(await code({ projectIds: [] })).toBe('validation_failed');
    expect(await code({ role: 'admin', localeCodes: null })).toBe('validation_failed');
    expect(await code({ role: 'guest', localeCodes: null })).toBe('validation_failed');
  });
});
