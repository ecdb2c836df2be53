import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { executeRaw } from '../client.ts';
import { namedStatement } from './named-statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

const addNumbers = namedStatement(
  'add_numbers',
  (_, a: RawBuilder<number>, b: RawBuilder<number>) => sql<{ sum: number }>`
    select ${a}::int + ${b}::int as sum`,
);

test('a named statement is prepared once on a connection, and other statements are not prepared', async () => {
  await app.db.connection().execute(async (db) => {
    const unnamed = () => sql`select ${7}::int as seven`.execute(db);
    expect(await addNumbers(db, 2, 3)).toEqual([{ sum: 5 }]);
    await unnamed();
    expect(await addNumbers(db, 4, 5)).toEqual([{ sum: 9 }]);
    await unnamed();
    const { rows } = await executeRaw(
      db,
      `select name, generic_plans + custom_plans as calls from pg_prepared_statements
       where name = 'add_numbers' or statement like '%seven%'`,
    );
    expect(rows).toEqual([{ name: 'add_numbers', calls: 2 }]);
  });
});

test('a name that two statements share is rejected', () => {
  expect(() => namedStatement('add_numbers', () => sql`select 1`)).toThrow('two statements');
});

test('a named statement with a value that does not come from its caller is rejected', async () => {
  const addOne = namedStatement('add_one', (_, a: RawBuilder<number>) => sql`select ${a} + ${1}`);
  await expect(addOne(app.db, 1)).rejects.toThrow('add_one has values of its own.');
});
