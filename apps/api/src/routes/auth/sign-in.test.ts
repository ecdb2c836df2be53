import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import { createApiKeyFor, signUpAndVerify } from '../../../test/app/build.ts';
import { type TestUser, uniqueEmail } from '../../../test/app/seed.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await signUpAndVerify(app);
});
afterAll(() => app.close());

const post = (path: string, init: { headers?: Record<string, string>; body?: unknown } = {}) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
    body: init.body === undefined ? undefined : JSON.stringify(init.body),
  });

const signInBody = () => ({ email: user.email, password: user.password });

describe('auth.sign-in', () => {
  it('sets a cookie for 14 days that scripts cannot read and other sites do not get', async () => {
    const response = await post('/v1/auth/sign-in', {
      headers: { origin: app.origin },
      body: signInBody(),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: { user: expect.objectContaining({ id: user.id, emailVerified: true }) },
      meta: {},
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^parlance=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('stores only the hash of the token', async () => {
    const { client, jar } = createBrowser(app);
    await client.auth.signIn(signInBody());
    const token = jar.get('parlance')!;
    const rows = await app.db.selectFrom('session').select('token_hash').execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { token_hash } of rows) {
      expect(token_hash).toHaveLength(32);
      expect(token_hash.includes(Buffer.from(token))).toBe(false);
      expect(token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false);
    }
  });

  it('answers an unknown address like a wrong password', async () => {
    const answers = await Promise.all(
      [
        { email: user.email, password: 'not the password' },
        { email: uniqueEmail(), password: user.password },
      ].map(async (body) => {
        const response = await post('/v1/auth/sign-in', { headers: { origin: app.origin }, body });
        const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>;
        return { status: response.status, problem, cookies: response.headers.getSetCookie() };
      }),
    );
    expect(answers[0]).toMatchObject({
      status: 401,
      problem: { code: 'invalid_credentials' },
      cookies: [],
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('answers 401 to every wrong password if RATE_LIMITS is off', async () => {
    const body = { email: user.email, password: 'not the password' };
    for (let attempt = 0; attempt < 12; attempt++) {
      const answer = await post('/v1/auth/sign-in', { headers: { origin: app.origin }, body });
      expect(answer.status).toBe(401);
    }
  });

  it('reports an unverified address only after the right password', async () => {
    const email = uniqueEmail();
    const password = 'correct horse battery';
    await app.client().auth.signUp({ email, password, name: 'Ada' });
    const { client } = createBrowser(app);
    await expect(client.auth.signIn({ email, password: 'a wrong one' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(client.auth.signIn({ email, password })).rejects.toMatchObject({
      status: 403,
      code: 'email_unverified',
    });
  });

  it.each([
    ['none', {}],
    ['a foreign one', { origin: 'https://evil.test' }],
    ['an opaque one', { origin: 'null' }],
    ['one that only begins like an allowed one', { origin: 'http://localhost.evil.test' }],
  ])(
    'requires an allowed Origin: with %s, it answers 403 before it reads the body',
    async (_, headers) => {
      const response = await post('/v1/auth/sign-in', { headers, body: { nonsense: true } });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'origin_not_allowed' });
    },
  );

  it('ignores an invalid Authorization header', async () => {
    const response = await post('/v1/auth/sign-in', {
      headers: { origin: app.origin, authorization: 'ApiKey nonsense' },
      body: signInBody(),
    });
    expect(response.status).toBe(200);
  });
});

describe('a session', () => {
  it('expires 14 days after its last use, which is written at most once a minute', async () => {
    const { client, jar } = createBrowser(app);
    await client.auth.signIn(signInBody());
    const renewals = () =>
      app.db
        .selectFrom('session')
        .where('user_id', '=', user.id)
        .select(['renewed_at', 'expires_at'])
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
    const first = await renewals();
    await client.users.me.get();
    expect(await renewals()).toEqual(first);

    app.clock.advance(2 * MINUTE_MS);
    await Promise.all(Array.from({ length: 4 }, () => client.users.me.get()));
    const second = await renewals();
    expect(second.renewed_at.getTime()).toBeGreaterThan(first.renewed_at.getTime());
    await client.users.me.get();
    expect(await renewals()).toEqual(second);

    app.clock.advance(13.9 * DAY_MS);
    expect((await client.auth.session()).data.user?.id).toBe(user.id);
    app.clock.advance(13.9 * DAY_MS);
    await client.users.me.get();
    app.clock.advance(14.1 * DAY_MS);
    await expect(client.users.me.get()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await client.auth.session()).data.user).toBeNull();
    expect(jar.get('parlance')).toBeDefined();
  });

  it('extends its cookie when the session is renewed', async () => {
    const { client, jar } = createBrowser(app);
    await client.auth.signIn(signInBody());
    const get = () =>
      fetch(`${app.url}/v1/users/me`, { headers: { cookie: jar.header()! } }).then((response) =>
        response.headers.getSetCookie(),
      );
    expect(await get()).toEqual([]);
    app.clock.advance(2 * MINUTE_MS);
    expect(await get()).toEqual([
      expect.stringContaining(`${jar.header()}; Path=/; Max-Age=1209600`),
    ]);
  });
});

describe('auth.session', () => {
  it('returns the user of the cookie, or null', async () => {
    const { client, jar } = createBrowser(app);
    expect(await client.auth.session()).toEqual({ data: { user: null }, meta: {} });
    await client.auth.signIn(signInBody());
    expect((await client.auth.session()).data.user).toMatchObject({ id: user.id });
    jar.set('parlance', 'forged');
    expect((await client.auth.session()).data.user).toBeNull();
  });

  it('ignores the Authorization header', async () => {
    const apiKey = await createApiKeyFor(await signUpAndVerify(app));
    for (const authorization of [`ApiKey ${apiKey.token}`, 'ApiKey nonsense']) {
      const { client } = createBrowser(app, { headers: { authorization } });
      expect((await client.auth.session()).data.user).toBeNull();
    }
  });
});

describe('auth.sign-out', () => {
  it('ends the session immediately and clears the cookie', async () => {
    const { client, jar } = createBrowser(app);
    await client.auth.signIn(signInBody());
    const cookie = jar.header()!;
    expect(await client.auth.signOut()).toEqual({ data: {}, meta: {} });
    expect(jar.header()).toBeNull();
    const response = await fetch(`${app.url}/v1/users/me`, { headers: { cookie } });
    expect(response.status).toBe(401);
  });

  it('succeeds without a session, with an ended session, and with a Content-Type but no body', async () => {
    const { client, jar } = createBrowser(app);
    expect(await client.auth.signOut()).toEqual({ data: {}, meta: {} });
    jar.set('parlance', 'forged');
    expect(await client.auth.signOut()).toEqual({ data: {}, meta: {} });
    const response = await post('/v1/auth/sign-out', {
      headers: { origin: app.origin, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
  });

  it('requires an allowed Origin, and otherwise keeps the session', async () => {
    const { client, jar } = createBrowser(app);
    await client.auth.signIn(signInBody());
    for (const headers of [{}, { origin: 'https://evil.test' }] as Record<string, string>[]) {
      const response = await post('/v1/auth/sign-out', {
        headers: { ...headers, cookie: jar.header()! },
      });
      expect(response.status).toBe(403);
    }
    await client.users.me.get();
  });
});

describe('the cookie', () => {
  it.each([
    [
      'is bound to its host if the site is https',
      { PUBLIC_URL: 'https://l10n.example.test' },
      /^__Host-parlance=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; Secure; SameSite=Lax$/,
    ],
    [
      'goes to other sites if an allowed origin is one',
      { PUBLIC_URL: 'https://l10n.example.test', ALLOWED_ORIGINS: 'https://dashboard.test' },
      /SameSite=None$/,
    ],
    [
      'stays on its site if the dashboard is a sibling',
      { PUBLIC_URL: 'https://api.example.test', ALLOWED_ORIGINS: 'https://app.example.test' },
      /SameSite=Lax$/,
    ],
  ])('%s', async (_, env, expected) => {
    const other = await startTestApp({ env, connectionString: app.connectionString, works: false });
    try {
      const response = await fetch(`${other.url}/v1/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: other.origin },
        body: JSON.stringify(signInBody()),
      });
      expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(expected)]);
    } finally {
      await other.close();
    }
  });
});

describe('the service’s own pages', () => {
  it('may call the API wherever the dashboard is hosted', async () => {
    const PUBLIC_URL = 'http://l10n.example.test/sub';
    const other = await startTestApp({
      env: { PUBLIC_URL, ALLOWED_ORIGINS: 'http://dashboard.example.test' },
      connectionString: app.connectionString,
      works: false,
    });
    try {
      const { client } = createBrowser(other, { origin: 'http://l10n.example.test' });
      await client.auth.signIn(signInBody());
      await client.users.me.update({ name: user.name });
      await client.auth.signOut();
      const sibling = createBrowser(other, { origin: 'http://other.example.test' });
      await expect(sibling.client.auth.signIn(signInBody())).rejects.toMatchObject({
        code: 'origin_not_allowed',
      });
    } finally {
      await other.close();
    }
  });
});
