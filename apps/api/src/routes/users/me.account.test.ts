import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import { tokenOf, waitForMail } from '../../../test/app/build.ts';
import { seedUser, type TestUser, uniqueEmail } from '../../../test/app/seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signIn = async (email: string, password: string) => {
  const browser = createBrowser(app);
  await browser.client.auth.signIn({ email, password });
  return browser.client;
};

const invalidCredentials = { status: 401, code: 'invalid_credentials' };
const unauthenticated = { status: 401, code: 'unauthenticated' };
const invalidToken = { status: 401, code: 'invalid_token' };
const NEXT = 'a new password';

describe('users.me.password', () => {
  it('sets the new password, keeps the session of the call, and ends the other sessions', async () => {
    const user = await seedUser(app);
    const other = await signIn(user.email, user.password);
    await user.client.users.me.password({ current: user.password, next: NEXT });
    await user.client.users.me.get();
    await expect(other.users.me.get()).rejects.toMatchObject(unauthenticated);
    await expect(signIn(user.email, user.password)).rejects.toMatchObject(invalidCredentials);
    await signIn(user.email, NEXT);
  });

  it('refuses a wrong current password and ends no session', async () => {
    const user = await seedUser(app);
    const other = await signIn(user.email, user.password);
    await expect(
      user.client.users.me.password({ current: 'wrong password', next: NEXT }),
    ).rejects.toMatchObject(invalidCredentials);
    await other.users.me.get();
  });

  it('lets only one of two concurrent changes succeed', async () => {
    const user = await seedUser(app);
    const outcomes = await Promise.allSettled(
      ['first password', 'second password'].map((next) =>
        user.client.users.me.password({ current: user.password, next }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('voids a mailed link for a password reset', async () => {
    const user = await seedUser(app);
    await user.client.auth.forgotPassword({ email: user.email });
    const token = tokenOf(await waitForMail(app, { to: user.email }));
    await user.client.users.me.password({ current: user.password, next: NEXT });
    await expect(
      app.client().auth.resetPassword({ token, password: 'yet another one' }),
    ).rejects.toMatchObject(invalidToken);
  });

  it('allows ten attempts in 15 minutes', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    try {
      const user = await seedUser(limited);
      const guess = () => user.client.users.me.password({ current: 'wrong password', next: NEXT });
      for (let count = 0; count < 10; count++) {
        await expect(guess()).rejects.toMatchObject(invalidCredentials);
      }
      await expect(guess()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    } finally {
      await limited.close();
    }
  });
});

describe('users.me.email', () => {
  const request = async (user: TestUser, email = uniqueEmail()) => {
    const answer = await user.client.users.me.email({ email, password: user.password });
    return { answer, email };
  };
  const emailOf = async (user: TestUser) => (await user.client.users.me.get()).data.email;

  it('changes the address when the mailed link is confirmed, and notifies the old address', async () => {
    const user = await seedUser(app);
    const { email } = await request(user);
    const notice = await waitForMail(app, { to: user.email });
    expect(notice.text).toContain(email);
    expect(notice.text).not.toContain('#token=');
    const token = tokenOf(await waitForMail(app, { to: email }));
    expect(await emailOf(user)).toBe(user.email);
    const { data } = await app.client().auth.verifyEmail({ token });
    expect(data.user).toMatchObject({ id: user.id, email, emailVerified: true });
    expect(await emailOf(user)).toBe(email);
    await signIn(email, user.password);
    await expect(signIn(user.email, user.password)).rejects.toMatchObject(invalidCredentials);
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject(invalidToken);
  });

  it('refuses a wrong password and sends no mail', async () => {
    const user = await seedUser(app);
    await expect(
      user.client.users.me.email({ email: uniqueEmail(), password: 'wrong password' }),
    ).rejects.toMatchObject(invalidCredentials);
    const tokens = await app.db
      .selectFrom('mail_token')
      .where('user_id', '=', user.id)
      .selectAll()
      .execute();
    expect(tokens).toEqual([]);
  });

  it('returns the same response for a taken address, and notifies the owner of the address without a link', async () => {
    const [user, owner] = [await seedUser(app), await seedUser(app)];
    const free = await request(user);
    const taken = await request(user, owner.email.toUpperCase());
    expect(taken.answer.data).toEqual(free.answer.data);
    const { text } = await waitForMail(app, { to: owner.email });
    expect(text).not.toContain('#token=');
  });

  it('leaves only the link of the latest request valid', async () => {
    const user = await seedUser(app);
    const first = await request(user);
    const token = tokenOf(await waitForMail(app, { to: first.email }));
    const second = await request(user);
    await waitForMail(app, { to: second.email });
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject(invalidToken);
  });

  it('voids the mailed link when the password changes', async () => {
    const user = await seedUser(app);
    const { email } = await request(user);
    const token = tokenOf(await waitForMail(app, { to: email }));
    await user.client.users.me.password({ current: user.password, next: NEXT });
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject(invalidToken);
    expect(await emailOf(user)).toBe(user.email);
  });

  it('voids a link for a password reset that was mailed to the old address', async () => {
    const user = await seedUser(app);
    await user.client.auth.forgotPassword({ email: user.email });
    const reset = tokenOf(await waitForMail(app, { to: user.email }));
    const { email } = await request(user);
    await app.client().auth.verifyEmail({ token: tokenOf(await waitForMail(app, { to: email })) });
    await expect(
      app.client().auth.resetPassword({ token: reset, password: NEXT }),
    ).rejects.toMatchObject(invalidToken);
  });

  it('answers 409 when a verified account takes the address before the link is confirmed', async () => {
    const user = await seedUser(app);
    const { email } = await request(user);
    const token = tokenOf(await waitForMail(app, { to: email }));
    await seedUser(app, { email });
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    });
    expect(await emailOf(user)).toBe(user.email);
  });

  it('takes over the address from an account that never confirmed the address', async () => {
    const user = await seedUser(app);
    const email = uniqueEmail();
    await app.client(null, { origin: app.origin }).auth.signUp({
      email,
      password: 'a squatter’s password',
      name: 'Squatter',
    });
    await waitForMail(app, { to: email });
    const after = app.outbox.length;
    await request(user, email);
    const mail = await waitForMail(app, { to: email, after });
    await app.client().auth.verifyEmail({ token: tokenOf(mail) });
    expect(await emailOf(user)).toBe(email);
  });
});

describe('users.sessions', () => {
  it('lists only the active sessions of the user, newest first, and marks the current session', async () => {
    const user = await seedUser(app);
    await seedUser(app);
    const browser = createBrowser(app, { headers: { 'user-agent': 'Browser/1.0' } });
    await browser.client.auth.signIn({ email: user.email, password: user.password });
    const { data } = await user.client.users.sessions.list();
    expect(data.map(({ current, userAgent }) => [current, userAgent])).toEqual([
      [false, 'Browser/1.0'],
      [true, null],
    ]);
    expect(Object.keys(data[0]!).sort()).toEqual([
      'createdAt',
      'current',
      'expiresAt',
      'id',
      'lastUsedAt',
      'userAgent',
    ]);
  });

  it('ends another session immediately', async () => {
    const user = await seedUser(app);
    const other = await signIn(user.email, user.password);
    const [session] = (await user.client.users.sessions.list()).data;
    const { data } = await user.client.users.sessions.delete({ sessionId: session!.id });
    expect(data).toMatchObject({ id: session!.id, current: false });
    await expect(other.users.me.get()).rejects.toMatchObject(unauthenticated);
    expect((await user.client.users.sessions.list()).data).toHaveLength(1);
  });

  it('clears the cookie when the session ends itself', async () => {
    const user = await seedUser(app);
    const [session] = (await user.client.users.sessions.list()).data;
    await user.client.users.sessions.delete({ sessionId: session!.id });
    expect(user.jar.header()).toBeNull();
  });

  it('answers 404 for a session of another user', async () => {
    const [user, stranger] = [await seedUser(app), await seedUser(app)];
    const [session] = (await stranger.client.users.sessions.list()).data;
    await expect(
      user.client.users.sessions.delete({ sessionId: session!.id }),
    ).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await stranger.client.users.me.get();
  });
});
