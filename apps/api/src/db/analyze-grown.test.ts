import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type DescribedProject, describeProject } from '../../test/app/describe-project.ts';

let given: DescribedProject;
describeProject(
  (started) => {
    given = started;
  },
  { works: false },
);

test('an import runs ANALYZE only if the tables grow much', async () => {
  const { app, projectId, tenant } = given;
  for (const table of ['translation_key', 'translation_value']) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(app.db);
  }
  const bring = (prefix: string, count: number) =>
    tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [prefix + index, 'x']),
      ),
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
