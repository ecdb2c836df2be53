import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import { signUpAndVerify, tokenOf, waitForMail } from '../../../test/app/build.ts';
import { uniqueEmail } from '../../../test/app/seed.ts';

const HOUR_MS = 60 * 60_000;
const password = 'correct horse battery';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function signUp(): Promise<{ email: string; token: string }> {
  const email = uniqueEmail();
  await app.client().auth.signUp({ email, password, name: 'Ada' });
  return { email, token: tokenOf(await waitForMail(app, { to: email })) };
}

const refusedToken = { status: 401, code: 'invalid_token' };

describe('auth.verify-email', () => {
  it('verifies the address and starts no session', async () => {
    const { email, token } = await signUp();
    const { client, jar } = createBrowser(app);
    const { data } = await client.auth.verifyEmail({ token });
    expect(data.user).toMatchObject({ email, emailVerified: true });
    expect(jar.header()).toBeNull();
    expect((await client.auth.session()).data.user).toBeNull();
  });

  it('accepts a token once, even in concurrent calls', async () => {
    const { token } = await signUp();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.client().auth.verifyEmail({ token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refusedToken);
    }
  });

  it('refuses an unknown token', async () => {
    await expect(app.client().auth.verifyEmail({ token: 'x'.repeat(43) })).rejects.toMatchObject(
      refusedToken,
    );
  });

  it('refuses a token for another purpose', async () => {
    const user = await signUpAndVerify(app);
    const after = app.outbox.length;
    await app.client().auth.forgotPassword({ email: user.email });
    const token = tokenOf(await waitForMail(app, { to: user.email, after }));
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject(refusedToken);
  });

  it('accepts a token for 24 hours, and refuses it afterwards', async () => {
    const [early, late] = [await signUp(), await signUp()];
    app.clock.advance(23.9 * HOUR_MS);
    await app.client().auth.verifyEmail({ token: early.token });
    app.clock.advance(0.2 * HOUR_MS);
    await expect(app.client().auth.verifyEmail({ token: late.token })).rejects.toMatchObject(
      refusedToken,
    );
  });
});

describe('auth.resend-verification', () => {
  it('mails a new link, which voids the previous link', async () => {
    const { email, token } = await signUp();
    const after = app.outbox.length;
    expect(await app.client().auth.resendVerification({ email: email.toUpperCase() })).toEqual({
      data: {},
      meta: {},
    });
    const next = tokenOf(await waitForMail(app, { to: email, after }));
    await expect(app.client().auth.verifyEmail({ token })).rejects.toMatchObject(refusedToken);
    await app.client().auth.verifyEmail({ token: next });
  });

  it('returns the same response for a verified or unknown address, and sends no mail to the address', async () => {
    const user = await signUpAndVerify(app);
    const after = app.outbox.length;
    const client = app.client();
    const unknown = uniqueEmail();
    expect(await client.auth.resendVerification({ email: user.email })).toEqual({
      data: {},
      meta: {},
    });
    expect(await client.auth.resendVerification({ email: unknown })).toEqual({
      data: {},
      meta: {},
    });
    // Background tasks run in order. Once the mail of a later task has arrived, the earlier task
    // has ended without sending a mail.
    const { email } = await signUp();
    await waitForMail(app, { to: email, after });
    expect(app.outbox.slice(after).map(({ to }) => to.address)).toEqual([email]);
  });
});
