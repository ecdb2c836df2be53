import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createBrowser } from '../../../test/browser.ts';
import { createApiKeyFor } from '../../../test/build.ts';
import { seedUser, type TestUser } from '../../../test/seed.ts';

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
    });
  });
});

describe('users.me.update', () => {
  it('changes the name', async () => {
    const { data } = await user.client.users.me.update({ name: 'Grace' });
    expect(data).toMatchObject({ id: user.id, name: 'Grace' });
    expect((await user.client.users.me.get()).data.name).toBe('Grace');
  });

  it.each([
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
  it('is for sessions: an API key with every scope gets 403 session_required', async () => {
    const { client } = await createApiKeyFor(user);
    for (const call of [
      () => client.users.me.get(),
      () => client.users.me.update({ name: 'Eve' }),
      () => client.users.me.delete(),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'session_required' });
    }
  });

  it('is not there without credentials, nor with a forged key beside a good cookie', async () => {
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
