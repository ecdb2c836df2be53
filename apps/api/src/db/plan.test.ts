import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { executeRaw } from './client.ts';
import { forgetOldPlans } from './plan.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

test('forgetPlans keeps plans of a moment ago and discards older plans', async () => {
  await app.db.connection().execute(async (db) => {
    const plan = async () => JSON.stringify((await executeRaw(db, 'explain execute find(1)')).rows);
    const plannedAt = (age: string) =>
      sql`select set_config('parlance.planned_at', (clock_timestamp() - ${age}::interval)::text, false)`.execute(
        db,
      );
    await executeRaw(db, 'create temporary table item (id int primary key)');
    await executeRaw(db, 'prepare find(int) as select id from item where id = $1');
    await executeRaw(db, 'set plan_cache_mode = force_generic_plan');
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await executeRaw(db, `set enable_${way} = off`);
    expect(await plan()).toContain('Seq Scan');
    // PostgreSQL does not plan again for a setting that has changed.
    await executeRaw(db, 'reset all');
    await executeRaw(db, 'set plan_cache_mode = force_generic_plan');

    await plannedAt('-1 hour');
    await forgetOldPlans(db);
    expect(await plan()).toContain('Seq Scan');

    await plannedAt('1 minute');
    await forgetOldPlans(db);
    expect(await plan()).not.toContain('Seq Scan');
    await executeRaw(db, 'reset all');
    await executeRaw(db, 'drop table item');
  });
});

test('forgetPlans discards the plans of a connection that never discarded any', async () => {
  await app.db.connection().execute(async (db) => {
    await executeRaw(db, "select set_config('parlance.planned_at', '', false)");
    await forgetOldPlans(db);
    const { rows } = await executeRaw(db, "select current_setting('parlance.planned_at') as at");
    expect(Date.now() - Date.parse(String(rows[0]!.at))).toBeLessThan(60_000);
  });
});
