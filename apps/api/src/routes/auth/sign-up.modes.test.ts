import type { Role } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import {
  codeOf,
  createApiKeyFor,
  signUpAndVerify,
  tokenOf,
  waitForMail,
} from '../../../test/app/build.ts';
import { type TestUser, uniqueEmail } from '../../../test/app/seed.ts';

const password = 'correct horse battery';

let app: TestApp;

let owner: TestUser;
let organizationId: string;

async function openOrganization(mode: string): Promise<void> {
  app = await startTestApp({ env: { SIGN_UP: mode } });
  const emails = Array.from({ length: 5 }, uniqueEmail);
  const codes = await Promise.all(
    emails.map((email) => codeOf(app.client().auth.signUp({ email, password, name: 'Ada' }))),
  );
  const email = emails[codes.indexOf('no error')]!;
  expect(codes.filter((code) => code !== 'no error')).toEqual(Array(4).fill('sign_up_closed'));
  const { client, jar } = createBrowser(app);
  await client.auth.verifyEmail({ token: tokenOf(await waitForMail(app, { to: email })) });
  const { data } = await client.auth.signIn({ email, password });
  owner = { ...({} as TestUser), app, id: data.user.id, email, name: 'Ada', password, client, jar };
  organizationId = (await client.organizations.create({ name: 'Team' })).data.id;
}

async function invite(email: string, role: Role = 'translator'): Promise<string> {
  const after = app.outbox.length;
  await owner.client.organizations.invitations.create({ organizationId, email, role });
  return tokenOf(await waitForMail(app, { to: email, after }));
}

const acceptAs = (token: string, name = 'Grace', browser = createBrowser(app)) =>
  browser.client.organizations.invitations.accept({ token, name, password });

describe('SIGN_UP=invited', () => {
  beforeAll(() => openOrganization('invited'));
  afterAll(() => app.close());

  it('lets the first person sign up, and everybody else only by accepting an invitation', async () => {
    const email = uniqueEmail();
    expect(await codeOf(app.client().auth.signUp({ email, password, name: 'Eve' }))).toBe(
      'sign_up_closed',
    );
    const token = await invite(email);
    expect(await codeOf(app.client().auth.signUp({ email, password, name: 'Eve' }))).toBe(
      'sign_up_closed',
    );
    const browser = createBrowser(app);
    const { data } = await acceptAs(token, 'Grace', browser);
    expect(data).toMatchObject({ id: organizationId, name: 'Team', role: 'translator' });
    const session = await browser.client.auth.session();
    expect(session.data.user).toMatchObject({ email, name: 'Grace', emailVerified: true });
    const own = (await browser.client.organizations.list({})).data;
    expect(own.map(({ name, role }) => [name, role]).sort()).toEqual([
      ['Grace', 'owner'],
      ['Team', 'translator'],
    ]);
    await createBrowser(app).client.auth.signIn({ email, password });
    expect(await codeOf(acceptAs(token))).toBe('invalid_token');
  });

  it('creates one account if an invitation is accepted many times concurrently', async () => {
    const token = await invite(uniqueEmail());
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(acceptAs(token))));
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
  });

  it('creates no account for an unknown, revoked or expired token, or without name and password', async () => {
    const { client } = createBrowser(app);
    const { accept } = client.organizations.invitations;
    expect(await codeOf(acceptAs('unknown'))).toBe('invalid_token');
    const email = uniqueEmail();
    const replaced = await invite(email);
    const token = await invite(email);
    expect(await codeOf(acceptAs(replaced))).toBe('invalid_token');
    expect(await codeOf(accept({ token }))).toBe('unauthenticated');
    expect(await codeOf(accept({ token, name: 'Grace' }))).toBe('validation_failed');
    expect(await codeOf(accept({ token, password }))).toBe('validation_failed');
    expect(await codeOf(accept({ token, name: 'Grace', password: 'short' }))).toBe(
      'validation_failed',
    );
    expect(await codeOf(acceptAs(token, 'Win at https://evil.test/'))).toBe('validation_failed');
    app.clock.advance(7 * 24 * 60 * 60_000 + 1);
    expect(await codeOf(acceptAs(token))).toBe('invalid_token');
    const users = app.db.selectFrom('app_user').where('email_folded', '=', email);
    expect(await users.select('id').execute()).toEqual([]);
  });

  it('answers 409 if the address has an account, which can accept the invitation after signing in', async () => {
    const email = uniqueEmail();
    const member = createBrowser(app);
    await acceptAs(await invite(email), 'Grace', member);
    const { data } = await owner.client.organizations.create({ name: 'Second' });
    const after = app.outbox.length;
    await owner.client.organizations.invitations.create({
      organizationId: data.id,
      email,
      role: 'viewer',
    });
    const token = tokenOf(await waitForMail(app, { to: email, after }));
    expect(await codeOf(acceptAs(token))).toBe('conflict');
    expect(await codeOf(acceptAs(token, 'Grace', member))).toBe('validation_failed');
    expect((await member.client.organizations.invitations.accept({ token })).data.id).toBe(data.id);
  });

  it('rejects an API key in place of a session', async () => {
    const { token } = await createApiKeyFor(owner);
    const browser = createBrowser(app, { headers: { authorization: `ApiKey ${token}` } });
    expect(await codeOf(acceptAs(await invite(uniqueEmail()), 'Grace', browser))).toBe(
      'session_required',
    );
  });
});

describe('SIGN_UP=closed', () => {
  beforeAll(() => openOrganization('closed'));
  afterAll(() => app.close());

  it('lets the first person sign up, and creates no account even for an invitation', async () => {
    const token = await invite(uniqueEmail());
    const { data } = await app.client().organizations.invitations.preview({ token });
    expect(data).toMatchObject({ hasAccount: false, canCreateAccount: false });
    expect(await codeOf(acceptAs(token))).toBe('sign_up_closed');
  });
});

describe('SIGN_UP=open', () => {
  beforeAll(async () => {
    app = await startTestApp();
    owner = await signUpAndVerify(app);
    organizationId = (await owner.client.organizations.create({ name: 'Team' })).data.id;
  });
  afterAll(() => app.close());

  it('lets the holder of an invitation take over an unverified account with the address', async () => {
    const email = uniqueEmail();
    const squatter = createBrowser(app);
    await squatter.client.auth.signUp({ email, password: 'a squatted address', name: 'Mallory' });
    const link = tokenOf(await waitForMail(app, { to: email }));
    const browser = createBrowser(app);
    await acceptAs(await invite(email), 'Grace', browser);
    expect((await browser.client.users.me.get()).data).toMatchObject({ email, name: 'Grace' });
    const signIn = squatter.client.auth.signIn({ email, password: 'a squatted address' });
    expect(await codeOf(signIn)).toBe('invalid_credentials');
    expect(await codeOf(squatter.client.auth.verifyEmail({ token: link }))).toBe('invalid_token');
  });
});
