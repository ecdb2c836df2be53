import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createProject, createTenant } from '../../test/build.ts';
import { healStatistics } from './heal-statistics.ts';

const KEYS = 20_000;
// Without healing, PostgreSQL looks for each key among all keys before it, and the import takes longer.
const TABLES = ['translation_key', 'translation_value'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ works: false });
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
  expect(empty).toBe(TABLES.length);
  expect(data.values.created).toBe(KEYS);
  await counter.end();
});

it('the repair of statistics leaves no setting in its session, which other clients get behind a pooler', async () => {
  const client = new pg.Client({ connectionString: app.connectionString });
  await client.connect();
  const read = async (text: string) => Object.values((await client.query(text)).rows[0])[0];
  const reltuples = "select reltuples from pg_class where relname = 'counted_empty'";
  await client.query('create table counted_empty (id int)');
  await client.query('insert into counted_empty select generate_series(1, 5000)');
  await client.query(
    "update pg_class set reltuples = 0, relpages = 20 where relname = 'counted_empty'",
  );
  await healStatistics(client);
  // PostgreSQL 18 can forget statistics; before that they stay.
  const canHeal = (await read("select to_regproc('pg_clear_relation_stats') is not null")) === true;
  expect(await read(reltuples)).toBe(canHeal ? -1 : 0);
  expect(await read('show lock_timeout')).toBe('0');
  await client.query('drop table counted_empty');
  await client.end();
});
