import { Readable, Writable } from 'node:stream';
import type { Client } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createBrowser } from '../../test/app/browser.ts';
import { actFor, auditActions, codeOf, createApiKeyFor } from '../../test/app/build.ts';
import { seedUser, uniqueEmail } from '../../test/app/seed.ts';
import { adminOf } from '../../test/flows/admin.ts';
import { executeRaw } from '../db/client.ts';
import { trustedOwner } from '../domain/kernel/tenant.ts';
import { runAdmin } from './run-admin.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { SIGN_UP: 'closed' } });
});
afterAll(() => app.close());

const admin = (args: string[], input?: string) => adminOf(app, args, { input });

const password = 'correct horse battery';
const signIn = (email: string, tried: string) =>
  codeOf(createBrowser(app).client.auth.signIn({ email, password: tried }));

async function createUser(email = uniqueEmail()): Promise<string> {
  const { code } = await admin(['create-user', email, '--password-stdin'], `${password}\n`);
  expect(code).toBe(0);
  return email;
}

describe('npm run admin -- create-user', () => {
  it('creates an account that can sign in immediately, with the password from standard input', async () => {
    const email = uniqueEmail();
    const { code, out, said } = await admin(
      ['create-user', email, '--name', 'Ada', '--password-stdin'],
      `${password}\n`,
    );
    expect({ code, said }).toEqual({ code: 0, said: '' });
    expect(out).not.toContain(password);
    const { client } = createBrowser(app);
    expect((await client.auth.signIn({ email, password })).data.user.name).toBe('Ada');
    expect((await client.organizations.list({})).data).toHaveLength(1);
  });

  it('prints a generated password', async () => {
    const email = uniqueEmail();
    const { out } = await admin(['create-user', email]);
    const [, made] = /^Password: (\S{20})$/m.exec(out)!;
    expect(await signIn(email, made!)).toBe('no error');
  });

  it('refuses an address that is taken, an invalid address and a short password', async () => {
    const email = await createUser();
    expect(await admin(['create-user', email.toUpperCase()])).toMatchObject({
      code: 1,
      said: 'parlance: An account with this address already exists.\n',
    });
    const faulty = await admin(['create-user', 'nobody', '--password-stdin'], 'short');
    expect(faulty.code).toBe(1);
    expect(faulty.said).toMatch(
      /^parlance: The email must be an email address\. The password must have .*8.*\n$/,
    );
  });
});

describe('npm run admin -- reset-password', () => {
  it('sets a generated password, confirms the address, ends the session of the account, and rejects an unknown address', async () => {
    const email = await createUser();
    const browser = createBrowser(app);
    await browser.client.auth.signIn({ email, password });
    await app.db
      .updateTable('app_user')
      .set({ email_verified_at: null })
      .where('email', '=', email)
      .execute();
    expect(await signIn(email, password)).toBe('email_unverified');
    const { out } = await admin(['reset-password', email]);
    const [, made] = /^Password: (\S+)$/m.exec(out)!;
    expect(await codeOf(browser.client.users.me.get())).toBe('unauthenticated');
    expect(await signIn(email, password)).toBe('invalid_credentials');
    expect(await signIn(email, made!)).toBe('no error');
    const unknown = uniqueEmail();
    for (const command of ['reset-password', 'disable']) {
      const said = `parlance: There is no account with the address ${unknown}.\n`;
      expect((await admin([command, unknown])).said).toBe(said);
    }
  });
});

describe('npm run admin --', () => {
  it('promote makes an account an owner, whether or not it was a member', async () => {
    const email = await createUser();
    const owner = createBrowser(app);
    await owner.client.auth.signIn({ email, password });
    const { data } = await owner.client.organizations.create({ name: 'Team' });
    const heir = await createUser();
    const { code, out } = await admin(['promote', heir, data.slug]);
    expect({ code, out }).toEqual({
      code: 0,
      out: `${heir} is an owner of "Team" (${data.slug}).\n`,
    });
    expect((await admin(['promote', heir, data.id])).code).toBe(0);
    const { client } = createBrowser(app);
    const signedIn = await client.auth.signIn({ email: heir, password });
    expect((await client.organizations.get({ organizationId: data.id })).data.role).toBe('owner');
    expect(await auditActions(app, signedIn.data.user.id)).toEqual(['member.create']);
    const entries = (await client.auditLog.list({}, { headers: { 'X-Organization-Id': data.id } }))
      .data;
    const granted = entries.find(({ action }) => action === 'member.create');
    expect(granted!.details).toMatchObject({ reason: 'admin_command', role: 'owner' });
    const named = new RegExp(`organization absent does not exist. There are: .*\\b${data.slug}\\b`);
    expect((await admin(['promote', heir, 'absent'])).said).toMatch(named);
  });

  it('disable ends the session of an account, and disables its API key', async () => {
    const email = await createUser();
    const { client, jar } = createBrowser(app);
    const { data } = await client.auth.signIn({ email, password });
    const user = { app, id: data.user.id, email, name: '', password, client, jar };
    const key = await createApiKeyFor({ ...user, organizationId: trustedOwner('') });
    expect((await admin(['disable', email])).code).toBe(0);
    expect(await codeOf(client.users.me.get())).toBe('unauthenticated');
    expect(await codeOf(key.client.i18n.projects.list({}))).toBe('unauthenticated');
    expect(await signIn(email, password)).toBe('invalid_credentials');
    expect((await admin(['disable', email])).said).toContain(
      `is disabled. enable ${email} brings it back.`,
    );
  });

  it('disable --erase removes the name, the address and the password of the user', async () => {
    const email = await createUser();
    const row = await app.db
      .selectFrom('app_user')
      .where('email', '=', email)
      .select(['id', 'name'])
      .executeTakeFirstOrThrow();
    expect(row.name).not.toBe('');
    const { code, out } = await admin(['disable', email, '--erase']);
    const archived = `Archived the organization "${row.name}": restore-organization [-0-9a-f]{36} <email>`;
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(
        `^Erased ${email}\\. This account cannot be restored\\.\\n${archived} gives it to another account\\.\\n$`,
      ),
    );
    expect(
      await app.db
        .selectFrom('app_user')
        .where('id', '=', row.id)
        .select(['email', 'name', 'password_hash'])
        .executeTakeFirstOrThrow(),
    ).toEqual({ email: '', name: '', password_hash: '' });
  });

  it('disable names the organizations that would lose their only owner, and --force leaves them without an owner', async () => {
    const email = await createUser();
    const owner = createBrowser(app);
    await owner.client.auth.signIn({ email, password });
    const { data: team } = await owner.client.organizations.create({ name: 'Orphan Team' });
    const member = await createUser();
    await admin(['promote', member, team.slug]);
    const { data: members } = await owner.client.organizations.members.list({
      organizationId: team.id,
    });
    const { userId } = members.find((one) => one.email === member)!;
    const change = { organizationId: team.id, userId, role: 'viewer' as const };
    await owner.client.organizations.members.update(change);
    const refused = await admin(['disable', email]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.said).toMatch(/only owner of "Orphan Team"\. .*--force/);
    expect((await admin(['disable', email, '--force'])).code).toBe(0);
    const { client } = createBrowser(app);
    await client.auth.signIn({ email: member, password });
    const { data } = await client.organizations.get({ organizationId: team.id });
    expect(data.role).toBe('viewer');
  });

  it('disable lists the organizations, projects and API keys that it ends, and restore-organization restores them', async () => {
    const email = await createUser();
    const owner = createBrowser(app);
    const { data: signedIn } = await owner.client.auth.signIn({ email, password });
    const { data: alone } = await owner.client.organizations.create({ name: 'Acme Shared' });
    const { data: shared } = await owner.client.organizations.create({ name: 'Team of two' });
    const heir = await createUser();
    await admin(['promote', heir, shared.slug]);
    const keys: { client: Client; projectId: string }[] = [];
    const user = { app, id: signedIn.user.id, email, name: '', password, ...owner };
    for (const { id: organizationId, name } of [alone, shared]) {
      const within = actFor({ ...user, organizationId: trustedOwner('') }, organizationId);
      const { data: project } = await within.i18n.projects.create({
        name: `App of ${name}`,
        sourceLocale: 'en',
      });
      const { data: key } = await within.apiKeys.create({
        name: `CI of ${name}`,
        scopes: ['i18n:read'],
      });
      keys.push({ client: app.client(key.token), projectId: project.id });
    }
    const twice = actFor({ ...user, organizationId: trustedOwner('') }, alone.id);
    for (const slug of ['web-shop', 'web-shop-2']) {
      await twice.i18n.projects.create({ name: 'Web shop', slug, sourceLocale: 'en' });
    }
    const read = () =>
      Promise.all(
        keys.map(({ client, projectId }) => codeOf(client.i18n.projects.get({ projectId }))),
      );
    const refused = await admin(['disable', email]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.said).toMatch(
      /the organization "Acme Shared" \(\S+\) with the projects "App of Acme Shared", "Web shop \(web-shop\)", "Web shop \(web-shop-2\)" and the API keys "CI of Acme Shared", and the API keys "CI of Team of two" of "Team of two" \(\S+\)\. To do so, use --force\./,
    );
    expect(await read()).toEqual(['no error', 'no error']);

    const { out } = await admin(['disable', email, '--force']);
    expect(out).toContain(
      `Archived the organization "Acme Shared": restore-organization ${alone.slug} <email> gives it to another account.`,
    );
    expect(await read()).toEqual(['unauthenticated', 'unauthenticated']);
    expect((await admin(['promote', heir, alone.slug])).said).toContain(
      `"Acme Shared" is archived. Run npm run admin -- restore-organization ${alone.slug} ${heir}.`,
    );
    const back = await admin(['restore-organization', alone.slug, heir]);
    expect(back.out).toBe(`"Acme Shared" is back, and ${heir} is an owner of it.\n`);
    expect(await read()).toEqual(['unauthenticated', 'unauthenticated']);
    const { client } = createBrowser(app);
    await client.auth.signIn({ email: heir, password });
    expect((await client.organizations.get({ organizationId: alone.id })).data).toMatchObject({
      role: 'owner',
      personal: false,
    });
    for (const { slug, name } of [alone, shared]) {
      const restored = await admin(['restore-organization', slug, heir, '--keys']);
      expect(restored.out).toMatch(
        new RegExp(
          `^"${name}" is not archived\\.\\nThe API key "CI of ${name}", made by .+, works again\\.\\n$`,
        ),
      );
    }
    expect(await read()).toEqual(['no error', 'no error']);
    expect((await admin(['restore-organization', 'absent', heir])).said).toMatch(/absent/);
  });

  it('disable prints the slug of each organization that it archives, or the id if names are erased', async () => {
    for (const flags of [[], ['--erase']]) {
      const email = await createUser();
      const owner = createBrowser(app);
      await owner.client.auth.signIn({ email, password });
      await owner.client.organizations.create({ name: 'Empty' });
      const own = (await owner.client.organizations.list({})).data;
      expect(own).toHaveLength(2);
      const { code, out } = await admin(['disable', email, ...flags]);
      expect(code).toBe(0);
      for (const { id, slug } of own) {
        expect(out).toContain(
          `restore-organization ${flags.length > 0 ? id : slug} <email> gives it to another account.`,
        );
      }
    }
  });

  it('disable requires --force for a personal organization that has other members', async () => {
    const [email, other] = [await createUser(), await createUser()];
    const owner = createBrowser(app);
    await owner.client.auth.signIn({ email, password });
    const [personal] = (await owner.client.organizations.list({})).data;
    await admin(['promote', other, personal!.slug]);
    const refused = await admin(['disable', email]);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringContaining(`(${personal!.slug}), which others are in`),
    ]);
    expect((await admin(['disable', email, '--force'])).code).toBe(0);
  });

  it('restore-organization restores the API keys of one removed member with --keys-of, and of all members with --keys', async () => {
    const email = await createUser();
    const owner = createBrowser(app);
    await owner.client.auth.signIn({ email, password });
    const { data: team } = await owner.client.organizations.create({ name: 'Kept team' });
    const makers = [await createUser(), await createUser()];
    for (const [at, maker] of makers.entries()) {
      await admin(['promote', maker, team.slug]);
      const browser = createBrowser(app, { headers: { 'x-organization-id': team.id } });
      const { data: session } = await browser.client.auth.signIn({ email: maker, password });
      await browser.client.apiKeys.create({ name: `CI ${at}`, scopes: ['i18n:read'] });
      const leaving = { organizationId: team.id, userId: session.user.id, force: true };
      await owner.client.organizations.members.delete(leaving);
    }
    const [first] = makers;
    const ofFirst = await admin(['restore-organization', team.slug, email, '--keys-of', first!]);
    expect(ofFirst.out).toMatch(
      /^"Kept team" is not archived\.\nThe API key "CI 0", made by .+, works again\.\n$/,
    );
    const ofAll = await admin(['restore-organization', team.slug, email, '--keys']);
    expect(ofAll.out).toMatch(
      /^"Kept team" is not archived\.\nThe API key "CI 1", made by .+, works again\.\n$/,
    );
  });

  it('list shows every account with its organizations, and escapes control characters', async () => {
    const email = uniqueEmail();
    const name = '\u001b[2JAda\tB';
    await seedUser(app, { email, name });
    const { out } = await admin(['list']);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toBe('email\tname\tcreated\tstate\torganizations');
    const row = rows.find((line) => line.startsWith(email))!.split('\t');
    expect(row).toEqual([
      email,
      '\\u{1b}[2JAda\\u{9}B',
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      'active',
      expect.stringMatching(/^2jada-b-[0-9a-f]{8}:owner$/),
    ]);
    const kept = app.db.selectFrom('app_user').where('email', '<>', '').select('id');
    expect(rows).toHaveLength((await kept.execute()).length);
    await admin(['disable', email, '--force']);
    const disabled = (await admin(['list'])).out.split('\n').find((line) => line.startsWith(email));
    expect(disabled!.split('\t').slice(3)).toEqual(['disabled', `${row[4]} (archived)`]);
  });
});

describe('npm run admin -- migrate', () => {
  it('names the versions that the tables are compatible with', async () => {
    expect((await admin(['migrate'])).out).toBe('The tables are those of this version.\n');
    expect((await admin(['migrate', '--expand'])).out).toContain('of the previous one');
  });
});

describe('npm run admin -- sync-store', () => {
  it('enqueues a comparison of the bundle store', async () => {
    const waiting = async () => {
      const { rows } = await executeRaw(
        app.db,
        "select count(*) as count from pgboss.job where name = 'sweep-bundle-store' and start_after <= now()",
      );
      return rows[0]!.count as number;
    };
    const before = await waiting();
    const env = { BUNDLE_STORE: 'file:///srv/bundles' };
    expect((await adminOf(app, ['sync-store'], { env })).code).toBe(0);
    expect(await waiting()).toBe(before + 1);
  });

  it('fails and names BUNDLE_STORE if there is no bundle store', async () => {
    expect(await admin(['sync-store'])).toEqual({
      code: 1,
      out: '',
      said: 'parlance: There is no bundle store: set BUNDLE_STORE as the service has it.\n',
    });
  });
});

describe('npm run admin', () => {
  it('keeps its exit code if the reader of its output has closed the pipe', async () => {
    const closed = () =>
      new Writable({
        write: (_chunk, _encoding, done) =>
          done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
      });
    const env = { DATABASE_URL: app.connectionString };
    const streams = { env, stdin: Readable.from([]), stdout: closed(), stderr: closed() };
    expect(await runAdmin(['list'], streams)).toBe(0);
    expect(await runAdmin(['unknown'], { ...streams, stderr: closed() })).toBe(2);
  });
});
