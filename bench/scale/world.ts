import type pg from 'pg';
import { totalCpuMsOf } from '../process-family.ts';
import { forkBare } from '../servers/fork-bare.ts';
import { type BenchServer, startBeside, startServer } from '../servers/server.ts';
import { createFilled } from '../workspace.ts';
import { type Edited, fillProject, nextText } from '../writers.ts';
import { openScaleDatabase } from './database.ts';

const PROJECTS = 32;
const VALUES = 400;
const SHARED_VALUES = 1_600;
const BUNDLE_KEYS = 1_000;
const ROW_KEYS = 20_000;
const ROW_LOCALES = ['en', 'de', 'fr', 'es', 'it'];
const ROWS = 200;
const COUNTED_EDITS = 200;
const COUNT_ROUNDS = 3;
/** Delay in ms before the statistics of a connection become visible to others. */
const STATISTICS_MS = 2_000;
/** Connection pool size of a process of the service. A bare server has the same pool size. */
const CONNECTIONS = 10;

interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): unknown;
}

/** The service (`ours`), bare servers, and bare servers that write as many rows as an edit (`bareRows`). */
export type Side = 'ours' | 'bare' | 'bareRows';

/** A service with content for all loads, and the same number of bare servers for the comparison. */
export interface World {
  readonly apiKey: string;
  readonly sides: Readonly<Record<Side, Running[]>>;
  /** Paths of the values of each project, including a larger project. */
  readonly projects: readonly string[][];
  readonly shared: readonly string[];
  /** Paths of windows of rows in the service and in a bare server. */
  readonly windows: { readonly ours: string[]; readonly bare: string[] };
  readonly bundlePath: string;
  /** Number of rows that an edit writes. */
  readonly rowsOfEdit: number;
  /** Processor time in ms that a side and PostgreSQL have used so far. NaN if PostgreSQL runs on another machine. */
  cpuMs(side: Side): number;
  /** Starts processes until each side has `count` of them. */
  grow(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database, starts the first process of each side and fills the database. */
export async function openWorld(databaseUrl: string | undefined): Promise<World> {
  const database = await openScaleDatabase(databaseUrl);
  const sides: Record<Side, Running[]> = { ours: [], bare: [], bareRows: [] };
  const close = async (): Promise<void> => {
    for (const { stop } of Object.values(sides).flat().reverse()) await stop();
    await database.close();
  };
  const env = {
    RATE_LIMITS: 'off',
    DATABASE_URL: database.url,
    DATABASE_MAX_CONNECTIONS: String(CONNECTIONS),
  };
  try {
    const server = await startServer({ env });
    sides.ours.push(server);
    const filled = await fill(database.client, server);
    const bareEnv = { DATABASE_URL: database.url };
    const rowsEnv = { ...bareEnv, MORE_ROWS: String(filled.rowsOfEdit - 2) };
    return {
      apiKey: server.apiKey,
      sides,
      ...filled,
      cpuMs: (side) =>
        sides[side].reduce((sum, { pid }) => sum + totalCpuMsOf(pid), database.cpuMs()),
      async grow(count) {
        while (sides.ours.length < count) sides.ours.push(await startBeside(server, env));
        while (sides.bare.length < count) sides.bare.push(await forkBare(bareEnv));
        while (sides.bareRows.length < count) sides.bareRows.push(await forkBare(rowsEnv));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(client: pg.Client, server: BenchServer) {
  await client.query(
    `create table bare_row (
       project_id uuid not null, id uuid not null, text text not null, at timestamptz not null,
       primary key (project_id, id))`,
  );
  const projects: Edited[][] = [];
  for (let at = 0; at < PROJECTS; at++) projects.push(await fillProject(server, VALUES));
  const shared = await fillProject(server, SHARED_VALUES);
  const windows = await fillRows(server, client);
  const bundlePath = await publish(server);
  await server.settled();
  const rowsOfEdit = await countRows(client, server, shared);
  await client.query('vacuum analyze');
  return {
    projects: projects.map((values) => values.map(pathOf)),
    shared: shared.map(pathOf),
    windows,
    bundlePath,
    rowsOfEdit,
  };
}

const pathOf = ({ projectId, valueId }: Edited): string =>
  `/v1/i18n/projects/${projectId}/values/${valueId}`;

/** Counts the rows that an edit writes. Background work adds rows to some rounds, so the minimum counts. */
async function countRows(
  client: pg.Client,
  server: BenchServer,
  values: readonly Edited[],
): Promise<number> {
  const written = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, STATISTICS_MS));
    const { rows } = await client.query<{ count: number }>(
      `select sum(n_tup_ins + n_tup_upd)::float8 as count
       from pg_stat_user_tables where schemaname = 'public'`,
    );
    return rows[0]!.count;
  };
  const counts: number[] = [];
  for (let round = 0; round < COUNT_ROUNDS; round++) {
    const before = await written();
    for (const value of values.slice(0, COUNTED_EDITS)) {
      await server.client.i18n.values.update({ ...value, text: nextText() });
    }
    counts.push(Math.round(((await written()) - before) / COUNTED_EDITS));
  }
  return Math.min(...counts);
}

/** Fills a project for windows of rows. */
async function fillRows(server: BenchServer, client: pg.Client): Promise<World['windows']> {
  const project = await createFilled(server, ROW_KEYS, ROW_LOCALES);
  const projectId = project.id;
  const { data } = await server.client.i18n.rowIndex.get({ projectId, locales: ROW_LOCALES });
  const query = [...ROW_LOCALES.map((locale) => ['locales', locale]), ['limit', String(ROWS)]];
  const ours = data.anchors.map((cursor) => {
    const parameters = new URLSearchParams([...query, ['cursor', cursor]]);
    return `/v1/i18n/projects/${projectId}/rows?${parameters}`;
  });
  const { rows: keys } = await client.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as place from translation_key
                     where project_id = $1) k
     where place % ${ROWS} = 0 order by id`,
    [projectId],
  );
  return { ours, bare: keys.slice(0, -1).map(({ id }) => `/${projectId}/${id}`) };
}

async function publish(server: BenchServer): Promise<string> {
  const project = await createFilled(server, BUNDLE_KEYS, ['en']);
  await server.client.i18n.releases.create({ projectId: project.id, environment: 'production' });
  return `/v1/i18n/bundles/${project.id}/production/en`;
}
