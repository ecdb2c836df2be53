import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import { signUpAndVerify, tokenOf, waitForMail } from '../../../test/app/build.ts';
import { uniqueEmail } from '../../../test/app/seed.ts';
import { executeRaw } from '../../db/client.ts';
import { signUpUser } from '../../domain/people/user/sign-up-user.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = 'correct horse battery';

describe('auth.sign-up', () => {
  it('creates an unverified account with a personal organization and starts no session', async () => {
    const { client, jar } = createBrowser(app);
    const email = uniqueEmail();
    const answer = await client.auth.signUp({ email, password, name: 'Ada' });
    expect(answer).toEqual({ data: { email, name: 'Ada', emailVerified: false }, meta: {} });
    expect(jar.header()).toBeNull();
    await expect(client.auth.signIn({ email, password })).rejects.toMatchObject({
      status: 403,
      code: 'email_unverified',
    });
    const made = await app.db
      .selectFrom('app_user as u')
      .innerJoin('organization as o', 'o.personal_user_id', 'u.id')
      .innerJoin('membership as m', 'm.organization_id', 'o.id')
      .where('u.email', '=', email)
      .select(['u.email_verified_at', 'm.role', 'u.password_hash'])
      .execute();
    expect(made).toMatchObject([{ email_verified_at: null, role: 'owner' }]);
    expect(made[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    'http://evil.example/ click here',
    'Visit WWW.evil.example',
    'evil.example/win a prize',
    'Ada\nsend us your PIN',
    'Ada\u0007',
    'Ada\u202Egnp.exe',
    '   ',
  ])('rejects the name %j, which a mail to someone else could carry', async (name) => {
    const email = uniqueEmail();
    const call = app.client().auth.signUp({ email, password, name });
    await expect(call).rejects.toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it('accepts names of people, and greets nobody by name in its mails', async () => {
    const names = [
      'Ada',
      'Dr. A. St.John',
      'O’Neill',
      'عَلِي\u200Cرضا',
      '山田 太郎',
      'Anne-Marie d’Arc Jr.',
    ];
    for (const name of names) {
      const email = uniqueEmail();
      await app.client().auth.signUp({ email, password, name });
      const mail = await waitForMail(app, { to: email });
      expect(mail.to.name).toBe('');
      expect(mail.text).toMatch(/^Hello,\n/);
    }
  });

  it('mails the only copy of the token, which no task contains', async () => {
    const email = uniqueEmail();
    await app.client().auth.signUp({ email, password, name: 'Ada' });
    const token = tokenOf(await waitForMail(app, { to: email }));
    const { rows } = await executeRaw(
      app.db,
      `select exists (select from pgboss.job where data::text like '%' || $1 || '%') as found`,
      [token],
    );
    expect(rows).toEqual([{ found: false }]);
  });

  it('returns the same response for a taken address as for a free address, and notifies the owner by mail', async () => {
    const owner = await signUpAndVerify(app, { password });
    const after = app.outbox.length;
    const shouted = owner.email.toUpperCase();
    const answer = await app.client().auth.signUp({
      email: shouted,
      password: 'another password',
      name: 'Eve',
    });
    expect(answer).toEqual({
      data: { email: shouted, name: 'Eve', emailVerified: false },
      meta: {},
    });
    const mail = await waitForMail(app, { to: owner.email, after });
    expect(mail.subject).toBe('You already have an account');
    expect(mail.text).not.toContain('token=');
    const browser = createBrowser(app);
    const { data } = await browser.client.auth.signIn({ email: owner.email, password });
    expect(data.user.name).toBe(owner.name);
    await expect(
      browser.client.auth.signIn({ email: owner.email, password: 'another password' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('gives an unverified account the new name and password, and voids its earlier links', async () => {
    const email = uniqueEmail();
    const client = app.client();
    await client.auth.signUp({ email, password: 'first password', name: 'First' });
    const first = tokenOf(await waitForMail(app, { to: email }));
    const after = app.outbox.length;
    await client.auth.signUp({ email, password: 'second password', name: 'Second' });
    await expect(client.auth.verifyEmail({ token: first })).rejects.toMatchObject({
      status: 401,
      code: 'invalid_token',
    });
    const second = tokenOf(await waitForMail(app, { to: email, after }));
    const { data } = await client.auth.verifyEmail({ token: second });
    expect(data.user).toMatchObject({ email, name: 'Second', emailVerified: true });
    const browser = createBrowser(app);
    await expect(
      browser.client.auth.signIn({ email, password: 'first password' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await browser.client.auth.signIn({ email, password: 'second password' });
  });

  it('voids the earlier links immediately, not only when the next mail is sent', async () => {
    const email = uniqueEmail();
    await app.client().auth.signUp({ email, password, name: 'First' });
    const token = tokenOf(await waitForMail(app, { to: email }));
    const tasks = {
      enqueue: async () => null,
      awaitDone: async () => {},
      forget: async () => {},
      isAwaited: async () => false,
    };
    await signUpUser(
      { ...app.deps, tasks },
      { email, password: 'second password', name: 'Second', language: null },
    );
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject({
      code: 'invalid_token',
    });
  });

  it('creates one account for many concurrent sign-ups of one address', async () => {
    const email = uniqueEmail();
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        app.client().auth.signUp({ email, password, name: `Ada ${index}` }),
      ),
    );
    const rows = await app.db
      .selectFrom('app_user as u')
      .leftJoin('organization as o', 'o.personal_user_id', 'u.id')
      .where('u.email_folded', '=', email)
      .select('o.id')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.id).not.toBeNull();
  });

  const refused: [string, Record<string, unknown>, string][] = [
    [
      'an address with a header behind it',
      { email: 'a@example.test\r\nBcc: b@example.test' },
      '/email',
    ],
    ['two addresses', { email: 'a@example.test,b@example.test' }, '/email'],
    ['an address without a host', { email: 'somebody' }, '/email'],
    ['a password of 7 characters', { password: '1234567' }, '/password'],
    ['a password of 257 characters', { password: 'x'.repeat(257) }, '/password'],
    ['a blank name', { name: '  ' }, '/name'],
    ['a member that it does not know', { admin: true }, '/admin'],
  ];
  it.each(refused)('refuses %s and names the invalid field', async (_, given, path) => {
    const body = { email: uniqueEmail(), password, name: 'Ada', ...given };
    const error = await app
      .client()
      .auth.signUp(body)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', errors: [{ path }] });
  });
});
