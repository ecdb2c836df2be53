import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBreadth } from '../../../../scripts/tests/test-breadth.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { createDebianServer, debianBinDir } from '../servers/debian.ts';
import { OPERATIONS, type Operation, textsOf } from './plan-operations.ts';
import { PlanWork } from './plan-work.ts';

/*
 * Tests that no statement reads much more than its page or its project, whether PostgreSQL has no statistics,
 * statistics from before the project was filled, or current statistics.
 */

const OTHERS = 40;
const OTHER_KEYS = 2_000;
const ROWS = 8_000;
const FEW_ROWS = ROWS / 100;
/**
 * Maximum number of rows of a statement for one page, in all nodes of its plan. It is less than the number of keys of
 * the project.
 */
const PAGE_WORK = 6_000;
/** Maximum number of rows per key of a statement for the whole project. */
const KEY_WORK = 40;

interface Server {
  readonly name: string;
  readonly isThere: boolean;
  start(): Promise<{ connectionString?: string; stop(): void }>;
}

const SERVERS: readonly Server[] = [
  { name: 'the embedded PostgreSQL', isThere: true, start: async () => ({ stop() {} }) },
  {
    name: 'the distribution’s own PostgreSQL (package postgresql)',
    isThere: debianBinDir !== null,
    async start() {
      const server = createDebianServer();
      server.start({ autovacuum: 'off' });
      const { connectionString } = server;
      await migrateDatabase(connectionString);
      return { connectionString, stop: () => server.remove() };
    },
  },
];

describe.each(inBreadth(SERVERS, (_, at) => at === 0))('$name', ({ isThere, start }) => {
  describe.skipIf(!isThere)('a project beside forty others', () => {
    describeWork(start, (given) => {
      const bring = (projectId: string, rows: number) =>
        given().tenant.client.i18n.projects.import({
          projectId,
          locale: 'en',
          content: textsOf(rows),
        });
      const begin = async (rows: number): Promise<string> => {
        const { client } = given().tenant;
        const { id: projectId } = await createProject(client);
        for (const code of ['de', 'fr']) await client.i18n.locales.create({ projectId, code });
        await bring(projectId, rows);
        const content = textsOf(rows / 2);
        await client.i18n.projects.import({ projectId, locale: 'de', content });
        return projectId;
      };
      let grown: string;
      beforeAll(async () => {
        const { app, tenant } = given();
        for (let other = 0; other < OTHERS; other++) {
          await fill(app, (await createProject(tenant.client)).id);
        }
        grown = await begin(FEW_ROWS);
        await sql`analyze`.execute(app.db);
      });

      const states: [string, number, () => Promise<string>][] = [
        ['is new to the statistics', ROWS, () => begin(ROWS)],
        ['is new to the statistics and small', FEW_ROWS, () => begin(FEW_ROWS)],
        [
          'had a hundredth of its rows when it was analyzed',
          ROWS,
          () => bring(grown, ROWS).then(() => grown),
        ],
        ['is analyzed', ROWS, () => sql`analyze`.execute(given().app.db).then(() => grown)],
      ];
      describe.each(states)('that %s', (_, rows, prepare) => {
        let projectId: string;
        beforeAll(async () => {
          projectId = await prepare();
        });

        it('fills its tables without repeated reads', () => {
          expect(excessOf(given().work, { rows, reads: 'project' })).toEqual([]);
        });

        it.each(OPERATIONS)('$name', async ({ reads, run }) => {
          const { tenant, work } = given();
          work.take();
          await run({ client: tenant.client, projectId, rows });
          expect(excessOf(work, { rows, reads })).toEqual([]);
        });
      });
    });
  });

  describe.skipIf(!isThere)('a first import', () => {
    describeWork(start, (given) => {
      it('reads no more rows than its file has, although statistics describe its tables as empty', async () => {
        const { app, tenant, work } = given();
        const { id: projectId } = await createProject(tenant.client);
        const tables = ['translation_key', 'translation_value'];
        let counted = 0;
        work.onStatement = async (text) => {
          const table = tables[counted];
          if (table === undefined || !text.includes(`insert into ${table} `)) return;
          counted++;
          await sql`analyze ${sql.table(table)}`.execute(app.db);
        };
        work.take();
        await tenant.client.i18n.projects.import({
          projectId,
          locale: 'en',
          content: textsOf(ROWS),
        });
        work.onStatement = async () => {};
        expect(counted).toBe(tables.length);
        expect(excessOf(work, { rows: ROWS, reads: 'project' })).toEqual([]);
      });
    });
  });

  describe.skipIf(!isThere)('a connection that planned while the tables had one page', () => {
    describeWork(start, (given) => {
      it('finds single rows without reading other rows', async () => {
        const { app, tenant, work } = given();
        const { client } = tenant;
        const { id: projectId } = await createProject(client);
        await client.i18n.locales.create({ projectId, code: 'de' });
        await client.i18n.projects.import({ projectId, locale: 'en', content: textsOf(8) });
        await sql`analyze`.execute(app.db);
        const edit = OPERATIONS.find(({ name }) => name === 'edits values')!;
        const call = () => edit.run({ client, projectId, rows: ROWS });
        // After five custom plans, PostgreSQL keeps one generic plan.
        for (let time = 0; time < 3; time++) await call();
        await client.i18n.projects.import({ projectId, locale: 'en', content: textsOf(ROWS) });
        work.take();
        await call();
        expect(excessOf(work, { rows: ROWS, reads: 'page' })).toEqual([]);
      });
    });
  });
});

interface Given {
  readonly app: TestApp;
  readonly tenant: Tenant;
  readonly work: PlanWork;
}

/** Starts a service whose statements are explained, for the tests of `describeIt`. */
function describeWork(start: Server['start'], describeIt: (given: () => Given) => void): void {
  let given: Given;
  let server: Awaited<ReturnType<Server['start']>>;
  beforeAll(async () => {
    server = await start();
    const { connectionString } = server;
    const app = await startTestApp({
      works: false,
      env: { MT_ENGINES: 'pseudo' },
      ...(connectionString === undefined ? {} : { connectionString }),
    });
    given = { app, tenant: await createTenant(app), work: new PlanWork() };
  });
  afterAll(async () => {
    given?.work.stop();
    await given?.app.close();
    server?.stop();
  });
  describeIt(() => given);
}

/** Returns the statements that read too much, each with its plan. */
function excessOf(work: PlanWork, { rows, reads }: { rows: number; reads: Operation['reads'] }) {
  const most = reads === 'page' ? PAGE_WORK : 2 * PAGE_WORK + KEY_WORK * rows;
  return work.take().filter((statement) => statement.rows > most);
}

/** Fills a project with keys that have values in two locales. */
async function fill({ db }: TestApp, projectId: string): Promise<void> {
  await sql`
    insert into translation_key (project_id, id, organization_id, name, name_hash, created_at, updated_at)
    select p.id, overlay(gen_random_uuid()::text placing '0000' from 33)::uuid, p.organization_id,
           'key' || n, name_hash(p.id, 'key' || n), now(), now()
    from project p cross join generate_series(1, ${OTHER_KEYS}::int) n
    where p.id = ${projectId}::uuid`.execute(db);
  await sql`
    insert into translation_value (project_id, locale_id, key_id, text, state, origin, source_version,
                                   change_id, updated_at, checks)
    select k.project_id, l, k.id, 'Text of ' || k.name, 'translated', 'import', 0, gen_random_uuid(),
           now(), 0
    from translation_key k cross join generate_series(1, 2) l
    where k.project_id = ${projectId}::uuid`.execute(db);
}
