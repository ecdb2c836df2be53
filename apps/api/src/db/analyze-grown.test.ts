import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createProject, createTenant } from '../../test/build.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

test('an import that makes the tables much larger counts them, and a small one does not', async () => {
  for (const table of ['translation_key', 'translation_value']) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(app.db);
  }
  const { client } = await createTenant(app);
  const { id: projectId } = await createProject(client);
  const bring = (prefix: string, count: number) =>
    client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: Object.fromEntries(Array.from({ length: count }, (_, at) => [prefix + at, 'x'])),
    });
  const counted = async () =>
    (
      await sql<{ rows: number }>`
        select reltuples::int as rows from pg_class
        where relname in ('translation_key', 'translation_value')`.execute(app.db)
    ).rows.map(({ rows }) => rows);
  await bring('few', 900);
  expect(await counted()).toEqual([-1, -1]);
  await bring('many', 6_000);
  expect(await counted()).toEqual([6_900, 6_900]);
  await bring('more', 1_100);
  expect(await counted()).toEqual([6_900, 6_900]);
});
