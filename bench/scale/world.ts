import pg from 'pg';
import { createBareTable, type Edited } from '../servers/bare-edit.ts';
import { type ForkedServer, forkServer } from '../servers/fork-server.ts';
import { type BenchServer, startBeside, startServer } from '../servers/server.ts';
import { createProject, importFile, jsonOf } from '../workspace.ts';
import { fillProject, nextText } from '../writers.ts';
import { openScaleDatabase, type ScaleDatabase } from './database.ts';
import type { Sender } from './load.ts';

const PROJECTS = 32;
const VALUES = 400;
const SHARED_VALUES = 1_600;
const BUNDLE_KEYS = 1_000;
const ROW_KEYS = 20_000;
const ROW_LOCALES = ['en', 'de', 'fr', 'es', 'it'];
const ROWS = 200;
const COUNTED_EDITS = 200;
/** Connection pool size of a process of the service or of a bare server. */
const CONNECTIONS = 10;

/**
 * A service with content for all loads, and the bare servers to compare with. There are as many of each as requested.
 */
export interface World {
  readonly database: ScaleDatabase;
  readonly server: BenchServer;
  /** The values of each project, and the values of a larger project. */
  readonly projects: readonly Edited[][];
  readonly shared: readonly Edited[];
  readonly rowSenders: { readonly ours: Sender; readonly bare: Sender };
  /** Path of a bundle, relative to the address of a process. */
  readonly bundlePath: string;
  /** Rows that an edit writes, by table. */
  readonly rowsOfEdit: ReadonlyMap<string, number>;
  readonly processes: { readonly url: string; readonly pid: number }[];
  readonly bare: ForkedServer[];
  readonly bareRows: ForkedServer[];
  readonly bareWindows: ForkedServer[];
  /** Starts processes until the service and each bare server have `count` of them. */
  grow(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database, starts the first process and fills the database. */
export async function openWorld(databaseUrl: string | undefined): Promise<World> {
  const database = await openScaleDatabase(databaseUrl);
  const closings: (() => unknown)[] = [() => database.close()];
  const close = async (): Promise<void> => {
    for (const end of closings.splice(0).reverse()) await end();
  };
  try {
    const env = {
      RATE_LIMITS: 'off',
      DATABASE_URL: database.url,
      DATABASE_MAX_CONNECTIONS: String(CONNECTIONS),
    };
    const server = await startServer({ env });
    closings.push(() => server.stop());
    const filled = await fill(database, server);
    const moreRows = [...filled.rowsOfEdit.values()].reduce((sum, count) => sum + count, 0) - 2;
    const processes = [{ url: server.url, pid: server.pid }];
    const bares = {
      bare: [] as ForkedServer[],
      bareRows: [] as ForkedServer[],
      bareWindows: [] as ForkedServer[],
    };
    const add = (server: ForkedServer, servers: ForkedServer[]): void => {
      closings.push(server.stop);
      servers.push(server);
    };
    const startBares = async (): Promise<void> => {
      const bareEnv = { DATABASE_URL: database.url };
      const rowsEnv = { ...bareEnv, MORE_ROWS: String(moreRows) };
      add(await forkServer('bare-edit-server', bareEnv), bares.bare);
      add(await forkServer('bare-edit-server', rowsEnv), bares.bareRows);
      add(await forkServer('bare-rows-server', bareEnv), bares.bareWindows);
    };
    await startBares();
    return {
      database,
      server,
      ...filled,
      processes,
      ...bares,
      async grow(count) {
        while (processes.length < count) {
          const beside = await startBeside(server, env);
          closings.push(beside.stop);
          processes.push(beside);
          await startBares();
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(database: ScaleDatabase, server: BenchServer) {
  const client = new pg.Client(database.url);
  await client.connect();
  await createBareTable(client);
  const projects: Edited[][] = [];
  for (let at = 0; at < PROJECTS; at++) projects.push(await fillProject(server, VALUES));
  const shared = await fillProject(server, SHARED_VALUES);
  const rowSenders = await fillRows(server, client);
  const bundlePath = await publish(server);
  await server.settled();
  let at = 0;
  const edit = (): Promise<unknown> =>
    server.client.i18n.values.update({ ...shared[at++ % shared.length]!, text: nextText() });
  const rowsOfEdit = await database.rowsOf(edit, COUNTED_EDITS);
  await client.query('vacuum analyze');
  await client.end();
  return { projects, shared, rowSenders, bundlePath, rowsOfEdit };
}

/** Fills a project for windows of rows. Returns the window addresses in the service and in the bare server. */
async function fillRows(server: BenchServer, client: pg.Client): Promise<World['rowSenders']> {
  const project = await createProject(server);
  for (const locale of ROW_LOCALES) {
    await importFile(server, project, locale, 'json', jsonOf(ROW_KEYS, ` ${locale}`));
  }
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
  const bare = keys.slice(0, -1).map(({ id }) => `/${projectId}/${id}`);
  return { ours: { method: 'GET', paths: ours }, bare: { method: 'GET', paths: bare } };
}

async function publish(server: BenchServer): Promise<string> {
  const project = await createProject(server);
  await importFile(server, project, 'en', 'json', jsonOf(BUNDLE_KEYS));
  await server.client.i18n.releases.create({ projectId: project.id, environment: 'production' });
  return `/v1/i18n/bundles/${project.id}/production/en`;
}
