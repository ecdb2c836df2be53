import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import { createApiKeyFor } from '../../../test/app/build.ts';
import { seedUser, type TestUser } from '../../../test/app/seed.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await seedUser(app);
});
afterAll(() => app.close());

describe('users.me.get', () => {
  it('returns the current user', async () => {
    const { data } = await user.client.users.me.get();
    expect(data).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      emailVerified: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      preferences: {},
    });
  });
});

describe('users.me.update', () => {
  it('changes the name', async () => {
    const { data } = await user.client.users.me.update({ name: 'Grace' });
    expect(data).toMatchObject({ id: user.id, name: 'Grace' });
    expect((await user.client.users.me.get()).data.name).toBe('Grace');
  });

  it('merges preferences by RFC 7396 and keeps the name', async () => {
    const { client } = await seedUser(app);
    await client.users.me.update({ preferences: { theme: 'dark', views: { a: 1, b: [2] } } });
    const patch = { theme: null, views: { b: null, c: 'x' }, language: 'de' };
    const { data } = await client.users.me.update({ preferences: patch });
    const preferences = { views: { a: 1, c: 'x' }, language: 'de' };
    expect(data).toMatchObject({ name: 'Test Person', preferences });
    expect((await client.users.me.get()).data.preferences).toEqual(preferences);
  });

  it('stores prototype names as ordinary members of the preferences', async () => {
    const { client } = await seedUser(app);
    const patch = '{"__proto__":{"x":1},"constructor":{"prototype":{"x":2}}}';
    const { data } = await client.users.me.update({ preferences: JSON.parse(patch) });
    expect(JSON.stringify(Object.entries(data.preferences).sort())).toBe(
      '[["__proto__",{"x":1}],["constructor",{"prototype":{"x":2}}]]',
    );
  });

  it('refuses preferences that exceed 16 KiB after the merge', async () => {
    const { client } = await seedUser(app);
    await client.users.me.update({ preferences: { a: 'x'.repeat(9_000) } });
    await expect(
      client.users.me.update({ preferences: { b: 'x'.repeat(9_000) } }),
    ).rejects.toMatchObject({ status: 422, code: 'limit_exceeded' });
    expect(Object.keys((await client.users.me.get()).data.preferences)).toEqual(['a']);
  });

  it('keeps both changes if two calls patch different members concurrently', async () => {
    const { client } = await seedUser(app);
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(
      names.map((name) => client.users.me.update({ preferences: { [name]: true } })),
    );
    const { preferences } = (await client.users.me.get()).data;
    expect(Object.keys(preferences).sort()).toEqual(names);
  });

  it.each([
    [{ preferences: null }, '/preferences'],
    [{ preferences: [] }, '/preferences'],
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ email: 'other@example.test' }, '/email'],
    [{}, ''],
  ])('refuses %j', async (body, path) => {
    await expect(user.client.users.me.update(body as { name: string })).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ path }],
    });
  });
});

describe('a person’s own account', () => {
  it('requires a session: an API key with every scope gets 403 session_required', async () => {
    const { client } = await createApiKeyFor(user);
    for (const call of [
      () => client.users.me.get(),
      () => client.users.me.update({ name: 'Eve' }),
      () => client.users.me.delete(),
      () => client.users.me.password({ current: 'x', next: 'a new password' }),
      () => client.users.me.email({ email: 'new@example.test', password: 'x' }),
      () => client.users.sessions.list(),
      () => client.users.sessions.delete({ sessionId: user.id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'session_required' });
    }
  });

  it('stays hidden without credentials, and with a forged key beside a valid cookie', async () => {
    await expect(app.client().users.me.get()).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    const { client } = createBrowser(app, {
      jar: user.jar,
      headers: { authorization: 'ApiKey forged' },
    });
    await expect(client.users.me.get()).rejects.toMatchObject({ status: 401 });
  });
});
