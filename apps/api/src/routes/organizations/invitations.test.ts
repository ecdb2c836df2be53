import type { Invitation, Role } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  joinOrganization,
  tokenOf,
  waitForMail,
} from '../../../test/app/build.ts';
import { seedUser, type TestUser, uniqueEmail } from '../../../test/app/seed.ts';
import { fileMailer } from '../../../test/servers/file-mailer.ts';
import { executeRaw } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import { sendMail } from '../../tasks/send-mail.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let owner: TestUser;
let organizationId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await seedUser(app, { name: 'Test Owner' });
  const { data } = await owner.client.organizations.create({ name: 'Team' });
  organizationId = data.id;
});
afterAll(() => app.close());

interface Sent {
  invitation: Invitation;
  token: string;
  text: string;
}

async function invite(email: string, role: Role = 'developer', by = owner): Promise<Sent> {
  const after = app.outbox.length;
  const { data } = await by.client.organizations.invitations.create({
    organizationId,
    email,
    role,
  });
  const mail = await waitForMail(app, { to: email, subject: /^Invitation/, after });
  return { invitation: data, token: tokenOf(mail), text: mail.text };
}

const accept = (user: TestUser, token: string) =>
  user.client.organizations.invitations.accept({ token });
const revoke = (invitationId: string, by = owner) =>
  by.client.organizations.invitations.delete({ organizationId, invitationId });
const openOnes = async () =>
  (await owner.client.organizations.invitations.list({ organizationId })).data.map(({ id }) => id);

describe('organizations.invitations.create without a mail server', () => {
  it('returns the link, which can be accepted once and voids the previous link', async () => {
    const filed = await startTestApp({ overrides: { mailer: fileMailer } });
    try {
      const inviter = await seedUser(filed);
      const { data: team } = await inviter.client.organizations.create({ name: 'Team' });
      const place = { organizationId: team.id, email: uniqueEmail(), role: 'translator' } as const;
      const ask = async () =>
        (await inviter.client.organizations.invitations.create(place)).data.link!;
      const [before, link] = [await ask(), await ask()];
      expect(link).toMatch(new RegExp(`^${filed.deps.site.publicUrl}/accept-invitation#token=`));
      const tokenIn = (text: string) => text.slice(text.indexOf('=') + 1);
      const join = (text: string) =>
        filed.client(null, { origin: filed.origin }).organizations.invitations.accept({
          token: tokenIn(text),
          name: 'Ada',
          password: 'correct horse battery',
        });
      expect(await codeOf(join(before))).toBe('invalid_token');
      expect((await join(link)).data.id).toBe(team.id);
      expect(await codeOf(join(link))).toBe('invalid_token');
      expect(filed.outbox).toEqual([]);
    } finally {
      await filed.close();
    }
  });
});

describe('organizations.invitations.create', () => {
  it('returns the same response and sends the same mail for an address with and without an account', async () => {
    const known = await seedUser(app);
    const shapeOf = async (email: string) => {
      const { invitation, text, token } = await invite(email);
      const { id, createdAt, expiresAt, ...rest } = invitation;
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * DAY_MS);
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      return JSON.stringify([rest, text]).replaceAll(email, 'address').replaceAll(token, 'token');
    };
    const shape = await shapeOf(known.email);
    expect(shape).toBe(await shapeOf(uniqueEmail()));
    expect(shape).toContain('"role":"developer"');
    expect(shape).toContain('/accept-invitation#token=token');
    expect(shape).not.toMatch(/sign up/i);
  });

  it('stores only the hash of the token', async () => {
    const { token } = await invite(uniqueEmail());
    const { rows } = await executeRaw(
      app.db,
      `select count(*) as times from (
         select i::text as row from invitation i union all select t::text from invitation_token t
         union all select a::text from audit_log a union all select j::text from pgboss.job j) rows
       where row like '%' || $1 || '%'`,
      [token],
    );
    expect(rows).toEqual([{ times: 0 }]);
  });

  it('does not let names add lines to the mail', async () => {
    const sly = await seedUser(app, { name: 'Bank\n\nsend us your PIN' });
    const { organizations } = sly.client;
    expect(await codeOf(organizations.create({ name: 'A\r\nSubject: B' }))).toBe(
      'validation_failed',
    );
    const email = uniqueEmail();
    await organizations.invitations.create({
      organizationId: sly.organizationId,
      email,
      role: 'viewer',
    });
    const mail = await waitForMail(app, { to: email });
    expect(mail.subject).toBe('Invitation to Bank send us your PIN');
    expect(mail.text).toContain('Bank send us your PIN invites you');
  });

  it('refuses the address of a member, in upper or lower case', async () => {
    const member = await joinOrganization(owner, organizationId, 'viewer');
    const email = member.email.toUpperCase();
    expect(
      await codeOf(
        owner.client.organizations.invitations.create({ organizationId, email, role: 'viewer' }),
      ),
    ).toBe('conflict');
  });

  it('replaces an open invitation to the address', async () => {
    const user = await seedUser(app);
    const first = await invite(user.email, 'viewer');
    const second = await invite(user.email.toUpperCase(), 'translator');
    const open = await openOnes();
    expect(open).toContain(second.invitation.id);
    expect(open).not.toContain(first.invitation.id);
    expect(await codeOf(accept(user, first.token))).toBe('invalid_token');
    expect((await accept(user, second.token)).data.role).toBe('translator');
  });

  it('leaves one open invitation if several invitations to an address are sent concurrently', async () => {
    const email = uniqueEmail();
    await Promise.all(
      Array.from({ length: 4 }, () =>
        owner.client.organizations.invitations.create({ organizationId, email, role: 'viewer' }),
      ),
    );
    const { data } = await owner.client.organizations.invitations.list({ organizationId });
    expect(data.filter((invitation) => invitation.email === email)).toHaveLength(1);
  });

  it('requires an owner or admin, and requires an owner to invite an owner', async () => {
    const admin = await joinOrganization(owner, organizationId, 'admin');
    const developer = await joinOrganization(owner, organizationId, 'developer');
    const stranger = await seedUser(app);
    const email = uniqueEmail();
    const codeFor = (by: TestUser, role: Role) =>
      codeOf(by.client.organizations.invitations.create({ organizationId, email, role }));
    expect(await codeFor(owner, 'owner')).toBe('no error');
    expect(await codeFor(admin, 'admin')).toBe('no error');
    expect(await codeFor(admin, 'owner')).toBe('insufficient_scope');
    expect(await codeFor(developer, 'viewer')).toBe('insufficient_scope');
    expect(await codeFor(stranger, 'viewer')).toBe('not_found');
  });

  it('lets an API key grant no scope and no project that it lacks', async () => {
    const { id } = await createProject(owner.client);
    const all = await createApiKeyFor(owner);
    const narrow = await createApiKeyFor(owner, ['admin:api-keys', 'i18n:read']);
    const bound = await createApiKeyFor(owner, undefined, { projectIds: [id] });
    const codeFor = ({ client }: typeof all, role: Role) =>
      codeOf(
        client.organizations.invitations.create({
          organizationId: owner.organizationId,
          email: uniqueEmail(),
          role,
        }),
      );
    expect(await codeFor(all, 'admin')).toBe('no error');
    expect(await codeFor(all, 'owner')).toBe('insufficient_scope');
    expect(await codeFor(narrow, 'viewer')).toBe('insufficient_scope');
    expect(await codeFor(bound, 'viewer')).toBe('insufficient_scope');
  });
});

describe('organizations.invitations.list', () => {
  it('lists open invitations newest first, and lists ended invitations on request', async () => {
    const { data } = await owner.client.organizations.create({ name: 'Listing' });
    const { invitations } = owner.client.organizations;
    const emails = Array.from({ length: 4 }, uniqueEmail);
    const ids: string[] = [];
    for (const email of emails) {
      const sent = await invitations.create({ organizationId: data.id, email, role: 'viewer' });
      ids.push(sent.data.id);
    }
    await invitations.delete({ organizationId: data.id, invitationId: ids[1]! });
    const listed: string[] = [];
    const query = { organizationId: data.id, limit: 2 };
    for await (const { id } of invitations.listAll(query)) listed.push(id);
    expect(listed).toEqual([ids[3], ids[2], ids[0]]);
    const all = await invitations.list({ organizationId: data.id, includeEnded: true });
    expect(all.data.map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [ids[3], false],
      [ids[2], false],
      [ids[1], true],
      [ids[0], false],
    ]);
  });

  it('refuses members who do not manage the organization, and refuses non-members', async () => {
    const viewer = await joinOrganization(owner, organizationId, 'viewer');
    const stranger = await seedUser(app);
    const list = ({ client }: TestUser) =>
      codeOf(client.organizations.invitations.list({ organizationId }));
    expect(await list(viewer)).toBe('insufficient_scope');
    expect(await list(stranger)).toBe('not_found');
  });
});

describe('organizations.invitations.preview', () => {
  const preview = (token: string) => app.client().organizations.invitations.preview({ token });

  it('returns organization, inviter, role and address, and leaves the token valid', async () => {
    const user = await seedUser(app);
    const { invitation, token } = await invite(user.email, 'translator');
    const offer = {
      organizationName: 'Team',
      inviterName: 'Test Owner',
      role: 'translator',
      email: user.email,
      hasAccount: true,
      canCreateAccount: false,
      expiresAt: invitation.expiresAt,
    };
    expect((await preview(token)).data).toEqual(offer);
    expect((await preview(token)).data).toEqual(offer);
    expect(await codeOf(accept(user, token))).toBe('no error');
    expect(await codeOf(preview(token))).toBe('invalid_token');
  });

  it('does not report an account whose address is unverified', async () => {
    const email = uniqueEmail();
    const { token } = await invite(email);
    const newPerson = { hasAccount: false, canCreateAccount: true };
    expect((await preview(token)).data).toMatchObject(newPerson);
    await app.client().auth.signUp({ email, password: 'correct horse battery', name: 'Ada' });
    expect((await preview(token)).data).toMatchObject(newPerson);
  });

  it('answers invalid_token for an unknown, replaced, revoked or expired token', async () => {
    expect(await codeOf(preview('unknown'))).toBe('invalid_token');
    const email = uniqueEmail();
    const replaced = await invite(email);
    const revoked = await invite(email);
    expect(await codeOf(preview(replaced.token))).toBe('invalid_token');
    await revoke(revoked.invitation.id);
    expect(await codeOf(preview(revoked.token))).toBe('invalid_token');
    const expired = await invite(email);
    app.clock.advance(7 * DAY_MS + 1);
    expect(await codeOf(preview(expired.token))).toBe('invalid_token');
  });
});

describe('organizations.invitations.accept', () => {
  it('makes the invited person a member, once', async () => {
    const user = await seedUser(app);
    const { invitation, token } = await invite(user.email, 'translator');
    const { data } = await accept(user, token);
    expect(data).toMatchObject({ id: organizationId, name: 'Team', role: 'translator' });
    expect(await codeOf(accept(user, token))).toBe('invalid_token');
    expect(await openOnes()).not.toContain(invitation.id);
    expect(await codeOf(revoke(invitation.id))).toBe('conflict');
  });

  it('ignores the case of the address, even for an account that was created after the invitation', async () => {
    const email = uniqueEmail();
    const { token } = await invite(email.toUpperCase());
    const user = await seedUser(app, { email });
    expect((await accept(user, token)).data.id).toBe(organizationId);
  });

  it('refuses the session of another address, and keeps the invitation open', async () => {
    const user = await seedUser(app);
    const thief = await seedUser(app);
    const { token } = await invite(user.email);
    expect(await codeOf(accept(thief, token))).toBe('invalid_token');
    expect(await codeOf(accept(user, token))).toBe('no error');
  });

  it('refuses an unknown, a revoked and an expired token', async () => {
    const user = await seedUser(app);
    expect(await codeOf(accept(user, 'unknown'))).toBe('invalid_token');
    const revoked = await invite(user.email);
    const { data } = await revoke(revoked.invitation.id);
    expect(data.revokedAt).not.toBeNull();
    expect((await revoke(revoked.invitation.id)).data).toEqual(data);
    expect(await codeOf(accept(user, revoked.token))).toBe('invalid_token');

    const expired = await invite(user.email);
    app.clock.advance(7 * DAY_MS + 1);
    expect(await codeOf(accept(user, expired.token))).toBe('invalid_token');
    expect(await openOnes()).not.toContain(expired.invitation.id);
    expect(await codeOf(accept(user, (await invite(user.email)).token))).toBe('no error');
  });

  it('refuses an invitation whose sender has been deactivated', async () => {
    const admin = await joinOrganization(owner, organizationId, 'admin');
    const user = await seedUser(app);
    const { invitation, token } = await invite(user.email, 'viewer', admin);
    await admin.client.users.me.delete();
    expect(await codeOf(accept(user, token))).toBe('invalid_token');
    expect(await openOnes()).not.toContain(invitation.id);
  });

  it('creates no membership if the account is deactivated concurrently', async () => {
    for (let round = 0; round < 3; round++) {
      const user = await seedUser(app);
      const { token } = await invite(user.email, 'owner');
      await Promise.all([codeOf(accept(user, token)), user.client.users.me.delete()]);
      const { data } = await owner.client.organizations.members.list({
        organizationId,
        limit: 500,
      });
      expect(data.map(({ userId }) => userId)).not.toContain(user.id);
    }
  });

  it('requires a session: an API key gets session_required', async () => {
    const { token } = await invite(uniqueEmail());
    const { client } = await createApiKeyFor(owner);
    expect(await codeOf(client.organizations.invitations.accept({ token }))).toBe(
      'session_required',
    );
  });

  it('creates one membership if an invitation is accepted several times concurrently', async () => {
    const user = await seedUser(app);
    const { token } = await invite(user.email);
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(accept(user, token))));
    expect(codes.sort()).toEqual(['invalid_token', 'invalid_token', 'invalid_token', 'no error']);
    const { data } = await owner.client.organizations.members.list({ organizationId, limit: 500 });
    expect(data.filter(({ userId }) => userId === user.id)).toHaveLength(1);
  });

  it('refuses the token of the first mail after the mail was sent again', async () => {
    const user = await seedUser(app);
    const { invitation, token } = await invite(user.email);
    const after = app.outbox.length;
    await sendMail.run(
      app.deps,
      { letter: 'invitation', organizationId, invitationId: invitation.id },
      { signal: new AbortController().signal, attempt: 1 },
    );
    const repeated = tokenOf(await waitForMail(app, { to: user.email, after }));
    expect(await codeOf(accept(user, token))).toBe('invalid_token');
    expect(await codeOf(accept(user, repeated))).toBe('no error');
  });

  it('sends no mail for an invitation that was revoked before the mail went out', async () => {
    const { invitation } = await invite(uniqueEmail());
    await revoke(invitation.id);
    const after = app.outbox.length;
    await sendMail.run(
      app.deps,
      { letter: 'invitation', organizationId, invitationId: invitation.id },
      { signal: new AbortController().signal, attempt: 0 },
    );
    expect(app.outbox).toHaveLength(after);
  });
});

describe('organizations.invitations.delete', () => {
  it('answers 404 for an invitation of another organization', async () => {
    const other = await seedUser(app);
    const { invitation } = await invite(uniqueEmail());
    const { data } = await other.client.organizations.create({ name: 'Other' });
    const { delete: remove } = other.client.organizations.invitations;
    const gone = { status: 404, code: 'not_found' };
    const invitationId = invitation.id;
    await expect(remove({ organizationId, invitationId })).rejects.toMatchObject(gone);
    await expect(remove({ organizationId: data.id, invitationId })).rejects.toMatchObject(gone);
    await expect(revoke(newId())).rejects.toMatchObject(gone);
    expect(await openOnes()).toContain(invitationId);
  });
});
