import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestDatabase,
  execute,
  queryRows,
  type TestDatabase,
} from '../../test/servers/postgres.ts';
import { runAdmin } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await execute(
    database.connectionString,
    'drop schema pgboss cascade; drop schema public cascade; create schema public',
  );
});
afterAll(() => database?.drop());

async function migrate() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = { DATABASE_URL: database.connectionString };
  const streams = { env, stdin: Readable.from([]), stdout, stderr };
  const code = await runAdmin(['migrate'], streams);
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), said: await text(stderr) };
}

it('npm run admin -- migrate creates all tables in an empty database, and changes nothing when it runs again', async () => {
  const tables = () =>
    queryRows(
      database.connectionString,
      `select schemaname, count(*)::int from pg_tables
       where schemaname in ('public', 'pgboss') group by 1 order by 1`,
    );
  expect(await tables()).toEqual([]);
  const done = { code: 0, out: 'The tables are those of this version.\n', said: '' };
  expect(await migrate()).toEqual(done);
  const made = await tables();
  expect(made.map(({ schemaname }) => schemaname)).toEqual(['pgboss', 'public']);
  expect(await migrate()).toEqual(done);
  expect(await tables()).toEqual(made);
});
