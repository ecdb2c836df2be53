import { isParlanceError, ParlanceError } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createTenant } from '../../../test/app/build.ts';
import { uniqueEmail } from '../../../test/app/seed.ts';

const MINUTE_MS = 60_000;
let one: TestApp;
/** A second application on the same database, like a second process. */
let other: TestApp;

beforeAll(async () => {
  one = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  other = await startTestApp({
    env: { RATE_LIMITS: 'on' },
    connectionString: one.connectionString,
    works: false,
  });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const signIn = (app: TestApp, email: string): Promise<number> =>
  app
    .client(null, { Origin: app.origin })
    .auth.signIn({ email, password: 'not the password' })
    .then(
      () => 200,
      (error: unknown) => (isParlanceError(error) ? error.status : -1),
    );

describe('rate limits', () => {
  it('stop sign-in for one account after exactly ten attempts, counted over all processes', async () => {
    const email = uniqueEmail();
    const statuses = await Promise.all(
      Array.from({ length: 14 }, (_, n) => signIn(n % 2 === 0 ? one : other, email)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(await signIn(one, uniqueEmail())).toBe(401);
  });

  it('allow a password reset after too many sign-ins, and stop mails to one address after ten mails', async () => {
    const { client: key, user } = await createTenant(one);
    const email = uniqueEmail();
    for (let n = 0; n < 11; n++) await signIn(one, email);
    expect(await signIn(one, email)).toBe(429);
    const { auth } = other.client();
    const { organizationId } = user;
    const asks = [
      () => auth.forgotPassword({ email }),
      () => auth.resendVerification({ email: email.toUpperCase() }),
      () => auth.signUp({ email, password: 'correct horse', name: 'Test' }),
      () => key.organizations.invitations.create({ organizationId, email, role: 'viewer' }),
    ];
    for (let n = 0; n < 10; n++) expect(await codeOf(asks[n % 4]!())).toBe('no error');
    for (const ask of asks) expect(await codeOf(ask())).toBe('rate_limited');
  });

  it('count an address behind a proxy as one client, regardless of the port that the proxy adds', async () => {
    const proxied = await startTestApp({
      env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' },
      works: false,
    });
    const isServed = async (forwarded: string): Promise<boolean> => {
      const { auth } = proxied.client(null, { 'x-forwarded-for': forwarded });
      return (await codeOf(auth.forgotPassword({ email: uniqueEmail() }))) === 'no error';
    };
    const forms = (at: number) => [
      `203.0.113.77:${1024 + at}`,
      `[2001:db8::${at}]:${at}`,
      at % 2 === 0 ? 'unknown' : `198.51.100.${at}, _hidden`,
    ];
    const served = await Promise.all(
      Array.from({ length: 61 }, (_, index) => Promise.all(forms(index).map(isServed))),
    );
    for (const form of [0, 1, 2]) {
      expect(
        served.filter((all) => !all[form]),
        `form ${form}`,
      ).toHaveLength(1);
    }
    await proxied.close();
  });

  it('stop sign-ins from one client address after sixty attempts, across all accounts', async () => {
    one.clock.advance(15 * MINUTE_MS + 1_000);
    const statuses = await Promise.all(
      Array.from({ length: 70 }, () => signIn(one, uniqueEmail())),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    one.clock.advance(15 * MINUTE_MS + 1_000);
    other.clock.advance(30 * MINUTE_MS + 2_000);
  });

  it('send Retry-After, and admit the account again after 15 minutes', async () => {
    const email = uniqueEmail();
    for (let n = 0; n < 10; n++) await signIn(one, email);
    const refused = await one
      .client(null, { Origin: one.origin })
      .auth.signIn({ email, password: 'not the password' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ParlanceError);
    expect(refused).toMatchObject({ code: 'rate_limited', status: 429 });
    const seconds = (refused as ParlanceError).retryAfterSeconds!;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    one.clock.advance(15 * MINUTE_MS + 1_000);
    expect(await signIn(one, email)).toBe(401);
    other.clock.advance(15 * MINUTE_MS + 1_000);
  });

  it('appear in the headers of a response from a limited route, and not from an unlimited route', async () => {
    const tenant = await createTenant(one);
    const response = await fetch(`${one.url}/v1/i18n/projects`, {
      headers: { Authorization: `ApiKey ${tenant.apiKey.token}` },
    });
    expect(response.headers.get('ratelimit-limit')).toBe('3000');
    expect(Number(response.headers.get('ratelimit-remaining'))).toBeLessThan(3000);
    expect(Number(response.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    expect((await fetch(`${one.url}/health`)).headers.get('ratelimit-limit')).toBeNull();
  });

  it('do not count a 304 response', async () => {
    const tenant = await createTenant(one);
    const { data: project } = await tenant.client.i18n.projects.create({
      name: 'Test',
      sourceLocale: 'en',
    });
    const ask = async (etag = '""') => {
      const response = await fetch(`${one.url}/v1/i18n/projects/${project.id}/key-tree`, {
        headers: { Authorization: `ApiKey ${tenant.apiKey.token}`, 'If-None-Match': etag },
      });
      const { headers, status } = response;
      return {
        status,
        etag: headers.get('etag')!,
        left: Number(headers.get('ratelimit-remaining')),
      };
    };
    const first = await ask();
    for (let n = 0; n < 3; n++) {
      expect(await ask(first.etag)).toEqual({ status: 304, etag: first.etag, left: first.left });
    }
    expect(await ask()).toEqual({ status: 200, etag: first.etag, left: first.left - 1 });
  });

  it('limit one API key to its budget across all processes', async () => {
    const tenant = await createTenant(one);
    const ask = async (app: TestApp): Promise<Response> =>
      fetch(`${app.url}/v1/i18n/projects`, {
        headers: { Authorization: `ApiKey ${tenant.apiKey.token}` },
      });
    await ask(one);
    await one.db
      .updateTable('rate_window')
      .set({ used: 2_990 })
      .where('used', '<', 2_990)
      .execute();
    const statuses = new Map<number, number>();
    for (let n = 0; n < 400; n++) {
      const { status } = await ask(n % 2 === 0 ? one : other);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(429)).toBeGreaterThan(0);
    expect(statuses.get(200)).toBeLessThanOrEqual(2 * 30 + 10);
  });
});
