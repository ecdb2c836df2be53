import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createProject, createTenant } from '../../test/build.ts';

const KEYS = 20_000;
/** Unhealed, each key is looked for among all before it: that takes more than twice as long. */
const DEADLINE_MS = 15_000;
const TABLES = ['translation_key', 'translation_value'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('an import ends soon though its tables are counted as empty while it is under way', async () => {
  const { client } = await createTenant(app);
  const { id: projectId } = await createProject(client);
  const content = Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`key_${at}`, 'x']));
  const counter = new pg.Client({ connectionString: app.connectionString });
  await counter.connect();
  const countEmpty = async (): Promise<number> => {
    const { rows } = await counter.query<{ count: number }>(
      `select count(*)::int as count from pg_class
       where relname = any($1) and reltuples = 0 and relpages > 0`,
      [TABLES],
    );
    return rows[0]!.count;
  };
  const startedAt = performance.now();
  let isOver = false;
  let empty = 0;
  const importing = client.i18n.projects
    .import({ projectId, locale: 'en', content })
    .finally(() => {
      isOver = true;
    });
  // As long as none has committed a row, ANALYZE finds none.
  while (!isOver && empty < TABLES.length) {
    for (const table of TABLES) await counter.query(`analyze ${table}`);
    empty = Math.max(empty, await countEmpty());
  }
  const { data } = await importing;
  expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS);
  expect(empty).toBe(TABLES.length);
  expect(data.values.created).toBe(KEYS);
  await counter.end();
});
