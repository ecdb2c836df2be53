import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/api/test/servers/postgres.ts';
import { derivedWithoutDatabase } from './derived-files.ts';
import { describeSchema } from './gen-schema.ts';

// The database server of the run may have to start first, which can exceed the timeout of a test.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const stored = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the derived files are up to date with `npm run gen`', () => {
  for (const { path, content } of derivedWithoutDatabase())
    expect(stored(path), path).toBe(content);
});

it('the types of the tables match the migrations', async () => {
  const schema = await describeSchema(database.connectionString);
  expect(stored('apps/api/src/db/schema.generated.ts')).toBe(schema);
});
