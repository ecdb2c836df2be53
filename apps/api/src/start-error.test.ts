import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, execute, type TestDatabase } from '../test/servers/postgres.ts';
import { migrateDatabase } from './db/migrate.ts';
import { explainStartError } from './start-error.ts';

const role = `guest_${randomBytes(6).toString('hex')}`;
let home: TestDatabase;
let empty: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase();
  empty = await createTestDatabase();
  await execute(
    empty.connectionString,
    'drop schema public cascade; create schema public; grant usage on schema public to public',
  );
  await execute(home.connectionString, `create role ${role} login password 'guest'`);
});
afterAll(async () => {
  await empty?.drop();
  await execute(home.connectionString, `drop role ${role}`);
  await home?.drop();
});

it('a start error states in one line that the role cannot create tables, and names the remedy', async () => {
  const url = empty.connectionString.replace(/\/\/[^@/]*@/, `//${role}:guest@`);
  const error = await migrateDatabase(url).catch((thrown: unknown) => thrown);
  const lines = explainStartError(error).split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^The role of DATABASE_URL lacks .*grant it CREATE/),
  ]);
});
