import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject } from '../../../../test/app/build.ts';
import { seedUser } from '../../../../test/app/seed.ts';
import { eraseNames } from './erase-names.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

describe('eraseNames', () => {
  it('resumes after the last batch of projects once the lease of a dead process has ended', async () => {
    const user = await seedUser(app);
    for (let made = 0; made < 25; made++) await createProject(user.client);
    const makeChanges = () =>
      sql`
        insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
        select id, gen_random_uuid(), 'edit', 'user', ${user.id}::uuid, 'Somebody', now()
        from project`.execute(app.db);
    const named = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from change where actor_name = 'Somebody'`.execute(app.db);
      return rows[0]!.count;
    };
    await makeChanges();
    await user.client.users.me.delete({ force: true });
    let looks = 0;
    const dying = {
      get aborted() {
        if (looks++ === 1) throw new Error('killed');
        app.clock.advance(9 * 60_000);
        return false;
      },
    } as AbortSignal;
    await expect(eraseNames(app.deps, dying)).rejects.toThrow('killed');
    expect(await named()).toBe(5);
    const { signal } = new AbortController();
    app.clock.advance(9 * 60_000);
    expect(await eraseNames(app.deps, signal)).toBe(0);
    app.clock.advance(2 * 60_000);
    await makeChanges();
    expect(await eraseNames(app.deps, signal)).toBe(1);
    expect(await named()).toBe(20);
    app.clock.advance(60 * 60_000);
    expect(await eraseNames(app.deps, signal)).toBe(1);
    expect(await named()).toBe(0);
    expect(await eraseNames(app.deps, signal)).toBe(0);
  });
});
