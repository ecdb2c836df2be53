import type { Project } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DbClient, openDb } from '../../src/db/client.ts';
import { listMigrations, migrateDatabase } from '../../src/db/migrate.ts';
import { DAY_MS } from '../../src/domain/release/retention/ages.ts';
import { type SweptOld, sweepOld } from '../../src/domain/release/retention/sweep-old.ts';
import { type Deployment, startDeployment } from '../faults/deployment.ts';
import { editWriter, runWriters, type Writer } from '../faults/load.ts';
import { createProjectOf } from '../processes/process.ts';
import { execute, queryRows, startPostgres, type TestPostgres } from '../servers/postgres.ts';
import { fillTenYears } from './ten-years.ts';

const PROJECTS = 10;
const KEYS = 10_000;
const LOCALES = 10;
const AUDIT_ENTRIES = 100_000;
const CHANGES = Number(process.env.RETENTION_CHANGES ?? 10_000_000) / PROJECTS;
const RELEASES = Number(process.env.RETENTION_RELEASES ?? 50_000) / PROJECTS;
const KEPT_DAYS = 1_095;
const ACTIVITY_DAYS = 365;
const EDITED_KEYS = 20;
const TABLES = [
  'change',
  'change_values',
  'value_history',
  'translation_value',
  'release',
  'release_locale',
  'bundle_blob',
  'audit_log',
  'activity',
];
/** Maximum duration of a statement, above which a user would notice it. */
const LONGEST_MS = 1_000;

let server: TestPostgres;
let deployment: Deployment;
let sweeper: DbClient;
beforeAll(async () => {
  // The server uses production settings.
  server = await startPostgres({
    shared_preload_libraries: 'pg_stat_statements',
    fsync: true,
    synchronous_commit: true,
    full_page_writes: true,
  });
  await migrateDatabase(server.connectionString, listMigrations());
  await execute(server.connectionString, 'create extension pg_stat_statements');
  // A separate role is used, so that its statements are counted separately.
  await execute(server.connectionString, 'create role sweeper superuser login');
  const days = ['HISTORY', 'RELEASES', 'AUDIT', 'ACTIVITY'].map((of) => [`${of}_KEPT_DAYS`, '0']);
  deployment = await startDeployment({
    apis: 1,
    workers: 1,
    databaseUrl: server.connectionString,
    env: Object.fromEntries(days),
  });
  sweeper = openDb(
    server.connectionString.replace(/\/\/[^@/]*@|user=\w+/, (user) =>
      user.replace(/(\/\/|user=)[^:@]*/, '$1sweeper'),
    ),
    { maxConnections: 2, onIdleError() {} },
  );
});
afterAll(async () => {
  await sweeper?.close();
  await deployment?.stop();
  await server?.stop();
});

it('ten years of data are swept to their retention ages while people edit, and no statement takes a second', async () => {
  const client = deployment.client(0);
  const projects: Project[] = [];
  for (let index = 0; index < PROJECTS; index++)
    projects.push(await createProjectOf(client, `Old ${index}`));
  const [{ id: userId }] = (await rows('select id from app_user')) as [{ id: string }];
  const fillMs = await timed(() =>
    fillTenYears(server.connectionString, {
      projects,
      keys: KEYS,
      locales: LOCALES,
      changes: CHANGES,
      releases: RELEASES,
      auditEntries: AUDIT_ENTRIES,
      userId,
    }),
  );
  const before = await countRows();
  console.info(`filled in ${seconds(fillMs)}`);

  const writers: Writer[] = [];
  for (const { id: projectId } of projects.slice(0, 3)) {
    const { data } = await client.i18n.keys.list({ projectId, limit: EDITED_KEYS });
    writers.push(
      editWriter(
        projectId,
        data.map(({ id }) => id),
      ),
    );
  }
  const projectId = projects[0]!.id;
  const tokens = await Promise.all(projects.slice(3).map(({ id }) => tokenOf(client, id)));
  await execute(server.connectionString, 'select pg_stat_statements_reset()');

  const over = new AbortController();
  const working = runWriters({ ...deployment, pauseMs: 50 }, writers, over.signal);
  const clock = { now: () => new Date() };
  const retention = {
    historyDays: KEPT_DAYS,
    releasesDays: KEPT_DAYS,
    auditDays: KEPT_DAYS,
    activityDays: ACTIVITY_DAYS,
  };
  const { signal } = new AbortController();
  const sweep = () => sweepOld({ db: sweeper.db, clock, retention }, signal);
  const swept: SweptOld[] = [];
  const sweepMs = await timed(async () => {
    // The first sweep decides which changes are kept.
    for (let run = 0; run < 2; run++) swept.push(await sweep());
    // Blobs are deleted a day after they were found without a release.
    const later = new Date(Date.now() + 2 * DAY_MS);
    clock.now = () => later;
    for (let run = 0; run < 2; run++) swept.push(await sweep());
  });
  over.abort();
  await working;
  const [own] = await statementsOf("= 'sweeper'");
  const [others] = await statementsOf("<> 'sweeper'");
  const after = await countRows();
  console.info(
    [
      ...TABLES.map((table) => `${table}: ${before[table]} rows before, ${after[table]} after`),
      `swept in ${seconds(sweepMs)}: ${JSON.stringify(sum(swept))}`,
      `statements of the sweep: ${own!.calls}, the longest ${own!.longest} ms: ${own!.statement}`,
      `statements of the service meanwhile: ${others!.calls}, the longest ${others!.longest} ms: ${others!.statement}`,
      ...writers.map(
        ({ acknowledged, failed }) => `edits: ${acknowledged}, answered with 5xx: ${failed}`,
      ),
    ].join('\n'),
  );
  for (const writer of writers) {
    expect([writer.failed, await writer.verify(client)]).toEqual([0, []]);
    expect(writer.acknowledged).toBeGreaterThan(0);
  }
  expect(own!.longest).toBeLessThan(LONGEST_MS);
  expect(await findLeft(projectId)).toEqual([]);
  expect(after.translation_value).toBe(before.translation_value);
  // Nothing is left to sweep.
  expect(sum([await sweep()])).toEqual(sum([]));
  for (const [at, token] of tokens.entries()) {
    const { data } = await client.i18n.changes.since({ projectId: projects[at + 3]!.id, token });
    expect(data).toEqual([]);
  }
});

const rows = (statement: string, values: unknown[] = []) =>
  queryRows(server.connectionString, statement, values);

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    counts[table] = (await rows(`select count(*) as count from ${table}`))[0]!.count as number;
  }
  return counts;
}

const statementsOf = (role: string) =>
  rows(`
    select sum(calls) over () as calls, round(max_exec_time) as longest,
           left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as statement
    from pg_stat_statements s join pg_roles r on r.oid = s.userid
    where r.rolname ${role} order by max_exec_time desc limit 1`) as Promise<
    { calls: number; longest: number; statement: string }[]
  >;

/** Returns rows that are older than their age limit and unneeded, but still exist. */
const findLeft = (projectId: string) =>
  rows(
    `select 'version' as what, h.key_id::text as id
     from value_history h
     join change_values t on t.project_id = h.project_id and t.locale_id = h.locale_id
       and t.first_key_id = h.key_id and t.versions = array[h.version + 1]
     join change c on c.project_id = t.project_id and c.id = t.change_id
     join change_sequence s on s.project_id = h.project_id
     where h.project_id = $1 and c.number < s.kept_from
     union all
     select 'change', c.id::text from change c join change_sequence s using (project_id)
     where c.project_id = $1 and c.number < s.kept_from and not exists (
       select from change_values t where t.project_id = c.project_id and t.change_id = c.id)
     union all
     select 'release', r.id::text from release r
     where r.project_id = $1 and r.published_at < now() - interval '1 day' * ($2::int + 40)
       and not exists (select from release f where f.from_release_id = r.id)
     union all
     select 'blob', encode(b.sha256, 'hex') from bundle_blob b
     -- The last sweeps, of two days later, have noted those of the releases that they deleted.
     where b.project_id = $1 and coalesce(b.unnamed_since < now() + interval '1 day', true) and not exists (
       select from release_locale l where l.project_id = b.project_id and l.sha256 = b.sha256)
     union all
     select 'audit', id::text from audit_log where at < now() - interval '1 day' * $2::int
     limit 20`,
    [projectId, KEPT_DAYS],
  );

async function tokenOf(client: Client, projectId: string): Promise<string> {
  const { meta } = await client.i18n.projects.export({ projectId, locale: 'en', format: 'json' });
  return meta.syncToken!;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;

function sum(all: readonly SweptOld[]): SweptOld {
  const total = { auditEntries: 0, activity: 0, changes: 0, bulkRuns: 0, releases: 0, blobs: 0 };
  for (const one of all) {
    for (const name of Object.keys(total) as (keyof SweptOld)[]) total[name] += one[name];
  }
  return total;
}
