import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import { createApiKeyFor, signUpAndVerify, tokenOf, waitForMail } from '../../../test/app/build.ts';
import { uniqueEmail } from '../../../test/app/seed.ts';

const MINUTE_MS = 60_000;
const refusedToken = { status: 401, code: 'invalid_token' };
const password = 'a new password';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function forgotPassword(email: string): Promise<string> {
  const after = app.outbox.length;
  await app.client().auth.forgotPassword({ email });
  return tokenOf(await waitForMail(app, { to: email, subject: /password/, after }));
}

describe('auth.reset-password', () => {
  it('sets the new password and ends every session, but keeps the API keys', async () => {
    const user = await signUpAndVerify(app);
    const apiKey = await createApiKeyFor(user);
    const second = createBrowser(app);
    await second.client.auth.signIn({ email: user.email, password: user.password });
    const token = await forgotPassword(user.email);
    const answer = await app.client().auth.resetPassword({ token, password });
    expect(answer).toEqual({ data: {}, meta: {} });

    for (const { client } of [user, second]) {
      await expect(client.users.me.get()).rejects.toMatchObject({
        status: 401,
        code: 'unauthenticated',
      });
    }
    const browser = createBrowser(app);
    await expect(
      browser.client.auth.signIn({ email: user.email, password: user.password }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await browser.client.auth.signIn({ email: user.email, password });
    await apiKey.client.apiKeys.list();
  });

  it('verifies the address, and voids the mailed verification link', async () => {
    const email = uniqueEmail();
    await app.client().auth.signUp({ email, password: 'first password', name: 'Ada' });
    const verification = tokenOf(await waitForMail(app, { to: email }));
    const token = await forgotPassword(email);
    await app.client().auth.resetPassword({ token, password });
    const { data } = await createBrowser(app).client.auth.signIn({ email, password });
    expect(data.user.emailVerified).toBe(true);
    await expect(app.client().auth.verifyEmail({ token: verification })).rejects.toMatchObject(
      refusedToken,
    );
  });

  it('accepts a token once, even in concurrent calls', async () => {
    const user = await signUpAndVerify(app);
    const token = await forgotPassword(user.email);
    const outcomes = await Promise.allSettled(
      ['password one', 'password two', 'password six'].map((candidate) =>
        app.client().auth.resetPassword({ token, password: candidate }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(app.client().auth.resetPassword({ token, password })).rejects.toMatchObject(
      refusedToken,
    );
  });

  it('accepts a token for an hour, and refuses it afterwards', async () => {
    const [early, late] = [await signUpAndVerify(app), await signUpAndVerify(app)];
    const [first, second] = [await forgotPassword(early.email), await forgotPassword(late.email)];
    app.clock.advance(59 * MINUTE_MS);
    await app.client().auth.resetPassword({ token: first, password });
    app.clock.advance(2 * MINUTE_MS);
    await expect(
      app.client().auth.resetPassword({ token: second, password }),
    ).rejects.toMatchObject(refusedToken);
  });

  it('accepts only the newest link', async () => {
    const user = await signUpAndVerify(app);
    const first = await forgotPassword(user.email);
    const second = await forgotPassword(user.email);
    await expect(app.client().auth.resetPassword({ token: first, password })).rejects.toMatchObject(
      refusedToken,
    );
    await app.client().auth.resetPassword({ token: second, password });
  });

  it('does not use up a token with a password that is too short', async () => {
    const user = await signUpAndVerify(app);
    const token = await forgotPassword(user.email);
    await expect(
      app.client().auth.resetPassword({ token, password: 'short' }),
    ).rejects.toMatchObject({ status: 422, errors: [{ path: '/password' }] });
    await app.client().auth.resetPassword({ token, password });
  });

  it('ends a session that was started with the old password during the reset', async () => {
    const user = await signUpAndVerify(app);
    const token = await forgotPassword(user.email);
    const browsers = Array.from({ length: 4 }, () => createBrowser(app));
    await Promise.allSettled([
      ...browsers.map(({ client }) =>
        client.auth.signIn({ email: user.email, password: user.password }),
      ),
      app.client().auth.resetPassword({ token, password }),
    ]);
    for (const { client } of browsers) {
      expect((await client.auth.session()).data.user).toBeNull();
    }
  });
});

describe('auth.forgot-password', () => {
  it('returns the same response for an unknown address, and sends no mail to the address', async () => {
    const after = app.outbox.length;
    const user = await signUpAndVerify(app);
    const unknown = uniqueEmail();
    expect(await app.client().auth.forgotPassword({ email: unknown })).toEqual({
      data: {},
      meta: {},
    });
    await forgotPassword(user.email);
    expect(app.outbox.slice(after).some(({ to }) => to.address === unknown)).toBe(false);
  });
});
