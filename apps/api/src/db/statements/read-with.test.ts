import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import type { Db } from '../client.ts';
import { readWith } from './read-with.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

const timeoutIn = async (db: Db) =>
  (await sql<{ value: string }>`select current_setting('statement_timeout') as value`.execute(db))
    .rows[0]!.value;
const sleep = (db: Db) => sql`select pg_sleep(5)`.execute(db);

test('readWith applies its settings to the read, and resets the settings afterwards', async () => {
  const before = await timeoutIn(app.db);
  const settings = { statement_timeout: '77ms' };
  expect(await readWith(app.db, settings, timeoutIn)).toBe('77ms');
  expect(await timeoutIn(app.db)).toBe(before);
  await app.db.transaction().execute(async (tx) => {
    expect(await readWith(tx, settings, timeoutIn)).toBe('77ms');
    expect(await timeoutIn(tx)).toBe(before);
  });
});

test('readWith fails only the read that takes too long, not the transaction around it', async () => {
  const read = (db: Db) => readWith(db, { statement_timeout: '20ms' }, sleep);
  await expect(read(app.db)).rejects.toMatchObject({ code: '57014' });
  await app.db.transaction().execute(async (tx) => {
    await expect(read(tx)).rejects.toMatchObject({ code: '57014' });
    expect((await sql<{ n: number }>`select 1 as n`.execute(tx)).rows).toEqual([{ n: 1 }]);
  });
});
