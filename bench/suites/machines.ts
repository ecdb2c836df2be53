import { createClient } from '@parlance/sdk';
import { hasPgbouncer, startPgbouncer } from '../../apps/api/test/servers/pgbouncer.ts';
import { type BenchServer, onServer, startBeside } from '../servers/server.ts';
import { onStandbyPair, type StandbyPair } from '../servers/standby.ts';
import { inTurn, type Row, type Suite } from '../suite.ts';
import { createFilled } from '../workspace.ts';
import { type Edited, fillProject, perSecond, WRITERS } from '../writers.ts';

const KEYS = 50_000;
const READERS = 4;
const ROUNDS = 3;
const ROUND_MS = 4_000;
/** Pool size. Smaller than the number of writers. */
const POOLED = 5;

export const machines: Suite = {
  name: 'machines',
  title: 'Standbys and pools',
  about:
    `${READERS} readers of a project with ${KEYS.toLocaleString('en')} keys in two locales, on two processes of the service in turn: one reads on a ` +
    'standby, the other one on the primary. Both servers of PostgreSQL and both processes share the two cores, so the processor ' +
    'time of the primary says how many more readers a primary on a machine of its own bears. The search finds nothing, and so reads all texts of a locale. ' +
    'The pool is PgBouncer in transaction mode, with fewer connections than there are writers, each with a project of its own.',
  async *rows() {
    yield* onStandbyPair(standbyRows);
    yield* onServer(poolRows);
  },
};

const standbyRows = ({ databaseUrl, standbyUrl, primaryCpuMs }: StandbyPair) => {
  const env = { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl };
  return onServer(async function* (server) {
    const beside = await startBeside(server, { ...env, DATABASE_READ_URL: standbyUrl });
    try {
      yield* readRows(server, beside.url, primaryCpuMs);
    } finally {
      await beside.stop();
    }
  }, env);
};

async function* readRows(
  server: BenchServer,
  standbyUrl: string,
  primaryCpuMs: () => number,
): AsyncGenerator<Row> {
  const project = await createFilled(server, KEYS, ['en', 'de']);
  await server.settled();
  const projectId = project.id;
  const clientOf = (baseUrl: string) =>
    createClient({ baseUrl, apiKey: server.apiKey, maxRetries: 0 }).i18n;
  const clients = [clientOf(standbyUrl), clientOf(server.url)];
  type Reader = (i18n: (typeof clients)[number], at: number) => Promise<unknown>;
  const { data: index } = await clients[1]!.rowIndex.get({ projectId, locales: ['de'] });
  const kinds: readonly { name: string; read: Reader; atMost: number }[] = [
    {
      name: 'a search',
      read: (i18n) => i18n.values.list({ projectId, locale: 'de', q: 'nowhere to be found' }),
      atMost: 0.2,
    },
    {
      name: 'a window of 200 rows',
      read: (i18n, at) =>
        i18n.rows.list({
          projectId,
          locales: ['de'],
          limit: 200,
          cursor: index.anchors[at % index.anchors.length]!,
        }),
      atMost: 0.5,
    },
    {
      name: 'an export',
      read: (i18n) => i18n.projects.export({ projectId, locale: 'de', format: 'json' }),
      atMost: 0.3,
    },
  ];
  for (const { name, read, atMost } of kinds) {
    const measureAt = (at: number) => measure((step) => read(clients[at]!, step), primaryCpuMs);
    await measureAt(0);
    await measureAt(1);
    const { ours, theirs } = await inTurn(
      ROUNDS,
      () => measureAt(0),
      () => measureAt(1),
    );
    yield {
      name: `${name} on a standby: processor time of the primary`,
      unit: 'ms',
      ours,
      against: { name: 'the primary alone', figures: theirs },
      goal: { atMost },
    };
  }
}

/** Returns the processor time of the primary per read. Readers run in parallel, and each sends its requests in turn. */
async function measure(
  read: (step: number) => Promise<unknown>,
  primaryCpuMs: () => number,
): Promise<number> {
  let count = 0;
  const before = primaryCpuMs();
  const until = performance.now() + ROUND_MS;
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (performance.now() < until) await read(count++);
    }),
  );
  return (primaryCpuMs() - before) / count;
}

/** Compares edits of a process behind a pooler in transaction mode with edits of a process with direct connections. */
async function* poolRows(server: BenchServer): AsyncGenerator<Row> {
  if (!hasPgbouncer) {
    process.stdout.write('edits through a pool: skipped, the package pgbouncer is not installed\n');
    return;
  }
  const settings = { poolMode: 'transaction', poolSize: POOLED } as const;
  const pooler = await startPgbouncer(server.databaseUrl, settings);
  const env = { RATE_LIMITS: 'off', DATABASE_POOL_URL: pooler.connectionString };
  const pooled = await startBeside(server, env);
  try {
    const projects: Edited[][] = [];
    for (let index = 0; index < WRITERS; index++) projects.push(await fillProject(server));
    await server.settled();
    const savesAt = (baseUrl: string) => {
      const client = createClient({ baseUrl, apiKey: server.apiKey, maxRetries: 0 });
      return () =>
        perSecond(projects, (edited, text) => client.i18n.values.update({ ...edited, text }));
    };
    const [ours, theirs] = [savesAt(pooled.url), savesAt(server.url)];
    await ours();
    await theirs();
    const figures = await inTurn(ROUNDS, ours, theirs);
    yield {
      name: `edits of ten projects by ten writers, through a pool of ${POOLED} connections`,
      unit: 'edits/s',
      ours: figures.ours,
      against: { name: 'ten connections of its own', figures: figures.theirs },
      goal: { atLeast: 0.5 },
    };
  } finally {
    await pooled.stop();
    await pooler.stop();
  }
}
