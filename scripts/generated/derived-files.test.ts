import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/api/test/servers/postgres.ts';
import { derivedWithoutDatabase } from './derived-files.ts';
import { describeSchema } from './gen-schema.ts';

// The run's server may have to start for it, which takes longer than a test may.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const stored = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('keeps the derived files as `npm run gen` writes them', () => {
  for (const { path, content } of derivedWithoutDatabase())
    expect(stored(path), path).toBe(content);
});

it('keeps the tables’ types as the migrations make the tables', async () => {
  const schema = await describeSchema(database.connectionString);
  expect(stored('apps/api/src/db/schema.generated.ts')).toBe(schema);
});
