import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, makeTestDirectory, type TestDatabase } from '../servers/postgres.ts';
import {
  createProjectOf,
  openAccount,
  type ServiceProcess,
  startProcess,
  until,
} from './process.ts';

const DRAIN_MS = 1_000;
/** Time limit for the exit after the drain, on a busy machine. */
const END_MS = 15_000;

let database: TestDatabase;
let dataDir: string;
let service: ServiceProcess;
let bystander: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = makeTestDirectory();
  mkdirSync(join(dataDir, 'mail'), { mode: 0o700 });
  const env = { DRAIN_MS: String(DRAIN_MS) };
  service = await startProcess({ dataDir, databaseUrl: database.connectionString, env });
  bystander = new pg.Client({ connectionString: database.connectionString });
  await bystander.connect();
});

afterAll(async () => {
  await service.kill();
  await bystander.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const count = async (query: string): Promise<number> =>
  (await bystander.query<{ count: number }>(`select count(*)::int as count ${query}`)).rows[0]!
    .count;

test('an import that does not end is aborted at DRAIN_MS, and stores nothing', async () => {
  const account = await openAccount(service);
  const client = account.client(service);
  const { id: projectId } = await createProjectOf(client);
  await bystander.query('begin');
  await bystander.query('lock table translation_value in exclusive mode');
  const importing = client.i18n.projects
    .import({ projectId, locale: 'en', content: { a: 'A', b: 'B' } })
    .then(
      () => 'answered',
      () => 'cut off',
    );
  const waiting = `from pg_locks where not granted and relation = 'translation_value'::regclass`;
  await until('the import waits', async () => (await count(waiting)) === 1, END_MS);
  expect(await service.stop()).toBe(0);
  expect(await importing).toBe('cut off');
  await bystander.query('rollback');
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  await until('its connections are closed', async () => (await count(others)) === 0, END_MS);
  expect(await count('from translation_key')).toBe(0);
  expect(await count('from translation_value')).toBe(0);
});
