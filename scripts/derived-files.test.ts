import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../apps/api/test/postgres.ts';
import { derivedDocs } from './derived-files.ts';
import { describeSchema } from './gen-schema.ts';

const stored = (path: string): string =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('keeps the derived documents as `npm run gen` writes them', () => {
  for (const { path, content } of derivedDocs()) expect(stored(path), path).toBe(content);
});

it('keeps the tables’ types as the migrations make the tables', async () => {
  const database = await createTestDatabase();
  const schema = await describeSchema(database.connectionString);
  await database.drop();
  expect(stored('apps/api/src/db/schema.generated.ts')).toBe(schema);
});
