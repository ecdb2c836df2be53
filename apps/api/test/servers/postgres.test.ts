import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, startPostgres, withDatabase } from './postgres.ts';

const query = async (connectionString: string, statement: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

test('each test database has all migrations, and is isolated from other test databases', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [first, second] = databases.map(({ connectionString }) => connectionString);
  const applied = await query(first!, 'select name from migration order by name');
  expect(applied.length).toBeGreaterThan(0);
  await query(first!, 'create table only_here ()');
  expect(await query(second!, 'select name from migration order by name')).toEqual(applied);
  await expect(query(second!, 'table only_here')).rejects.toThrow(/does not exist/);
  await Promise.all(databases.map((database) => database.drop()));
  await expect(query(first!, 'select 1')).rejects.toThrow(/does not exist/);
});

test('a test database can be dropped while connections to it are open', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  const broken = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await database.drop();
  expect(String(await broken)).toMatch(/terminat/);
});

test('a separate test server starts with the given settings', async () => {
  const server = await startPostgres({ max_connections: 17 });
  expect(await query(server.connectionString, 'show max_connections')).toEqual([
    { max_connections: '17' },
  ]);
  await server.stop();
});

test('withDatabase replaces the database in URLs with a host, with a socket and without a database', () => {
  expect(withDatabase('postgresql://a:b@host:5432/old?x=1', 'new')).toBe(
    'postgresql://a:b@host:5432/new?x=1',
  );
  expect(withDatabase('postgresql://a@/old?host=%2Frun', 'new')).toBe(
    'postgresql://a@/new?host=%2Frun',
  );
  expect(withDatabase('postgres://host', 'new')).toBe('postgres://host/new');
});
