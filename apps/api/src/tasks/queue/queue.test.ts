import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTestDatabase,
  queryRows,
  type TestDatabase,
} from '../../../test/servers/postgres.ts';
import { startQueue } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const queues = () =>
  queryRows(
    database.connectionString,
    'select name, retry_limit, updated_on from pgboss.queue order by name',
  );

async function startOnce(): Promise<void> {
  const { connectionString } = database;
  const failures: Error[] = [];
  const onError = (error: Error) => failures.push(error);
  const queue = await startQueue(connectionString, {
    isWorker: false,
    onError,
  });
  await queue.stop(1_000);
  expect(failures).toEqual([]);
}

it('a start writes only the queues whose definition has changed', async () => {
  const before = await queues();
  expect(before.length).toBeGreaterThan(5);
  await startOnce();
  expect(await queues()).toEqual(before);
  const name = before[2]!.name;
  await queryRows(
    database.connectionString,
    'update pgboss.queue set retry_limit = 99 where name = $1',
    [name],
  );
  await startOnce();
  const after = await queues();
  expect(after.map(({ retry_limit: limit }) => limit)).toEqual(
    before.map(({ retry_limit: limit }) => limit),
  );
  const written = after.filter(
    ({ updated_on: at }, index) => `${at}` !== `${before[index]!.updated_on}`,
  );
  expect(written.map((row) => row.name)).toEqual([name]);
});
