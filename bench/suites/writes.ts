import type { Project } from '@parlance/contracts';
import type pg from 'pg';
import { createLeanTables, importLean } from '../lean-import.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { type Row, type Suite, timed } from '../suite.ts';
import { createProject, importFile } from '../workspace.ts';

const KEYS = 100_000;
const ROUNDS = 3;
/** Tables that store the content. */
const CONTENT = ['translation_key', 'translation_value', 'change_values', 'change_keys'];
const MEMORY_INDEXES = ['translation_key_source_hash', 'translation_key_masked_hash'];

export const writes: Suite = {
  name: 'writes',
  title: 'Writing once',
  about:
    'First imports of JSON files, with 36 characters per name and 25 per value, all of them different. The baseline is the leanest script with ' +
    '`pg`: two tables of its own with nothing but their primary and unique keys, `unnest` of 10,000 rows, one transaction. ' +
    '“Until rest” lasts until the service has nothing more to do. Its processor time is that of all processes, PostgreSQL ' +
    'included, without what the service takes when it has nothing to do. WAL and disk are per key with its value. The ' +
    'structures of the translation memory are two indexes of keys, and the table of distinct source texts.',
  async *rows() {
    yield* onServer(firstRows);
    yield* onServer(withoutMemoryRows);
  },
};

/** Returns a flat JSON file of distinct texts, each of them new to the translation memory. */
function jsonOf(keys: number, edition: string): string {
  const messages: Record<string, string> = {};
  for (let index = 0; index < keys; index++) {
    messages[`section${Math.floor(index / 100)}.part.of.the.name.${index}`] =
      `The text number ${index} of it${edition}`;
  }
  return JSON.stringify(messages);
}

interface Measured {
  tookMs: number;
  /** Processor time in ms until the service is idle. */
  cpuMs: number;
  walBytes: number;
}

/** Measures an import until its response and until the service is idle. `own` is the benchmark's processor time. */
async function measure(
  server: BenchServer,
  client: pg.Client,
  { own, run }: { own: boolean; run: () => Promise<unknown> },
): Promise<Measured> {
  const lsn = await readLsn(client);
  const cpu = server.totalCpuMs();
  const ownCpu = process.cpuUsage();
  const startedAt = performance.now();
  const tookMs = await timed(run);
  const { user, system } = process.cpuUsage(ownCpu);
  await server.settled();
  const restMs = performance.now() - startedAt;
  const spent = server.totalCpuMs() - cpu - (await idleCpuMs(server)) * (restMs / 1_000);
  return {
    tookMs,
    cpuMs: spent + (own ? (user + system) / 1_000 : 0),
    walBytes: (await readLsn(client)) - lsn,
  };
}

async function readLsn(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at",
  );
  return (rows[0] as { at: number }).at;
}

let idle: number | null = null;

/** Returns the processor time per second of an idle service, in ms. */
async function idleCpuMs(server: BenchServer): Promise<number> {
  if (idle === null) {
    const before = server.totalCpuMs();
    const took = await timed(() => new Promise((resolve) => setTimeout(resolve, 10_000)));
    idle = (server.totalCpuMs() - before) / (took / 1_000);
  }
  return idle;
}

const importJson = (server: BenchServer, project: Project, locale: string, file: string) =>
  importFile(server, project, locale, 'json', file);

async function* firstRows(server: BenchServer, client: pg.Client): AsyncGenerator<Row> {
  await createLeanTables(client);
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const diskBefore = await diskBytes(client);
  for (let round = 0; round < ROUNDS; round++) {
    const file = jsonOf(KEYS, ` ${round}`);
    const project = await createProject(server);
    const run = () => importJson(server, project, 'en', file);
    ours.push(await measure(server, client, { own: false, run }));
    theirs.push(await measure(server, client, { own: true, run: () => importLean(client, file) }));
  }
  const figures = (of: (one: Measured) => number) => ({
    ours: ours.map(of),
    against: { name: 'the lean script', figures: theirs.map(of) },
  });
  yield {
    name: 'first import of 100,000 keys, until the answer',
    unit: 'ms',
    ...figures(({ tookMs }) => tookMs),
    goal: { atMost: 1.8 },
  };
  yield {
    name: 'first import of 100,000 keys: processor time until rest',
    unit: 'ms',
    ...figures(({ cpuMs }) => cpuMs),
    goal: { atMost: 3 },
  };
  yield {
    name: 'first import of 100,000 keys: WAL until rest',
    unit: 'bytes',
    ...figures(({ walBytes }) => walBytes / KEYS),
    goal: { atMost: 3 },
  };
  await client.query('vacuum');
  const diskAfter = await diskBytes(client);
  const perKey = (of: (disk: Disk) => number) => (of(diskAfter) - of(diskBefore)) / (ROUNDS * KEYS);
  yield {
    name: 'disk after VACUUM, without the memory',
    unit: 'bytes',
    ours: [perKey(({ content }) => content)],
    goal: { atMost: 700 },
  };
  yield {
    name: 'disk after VACUUM, with the memory',
    unit: 'bytes',
    ours: [perKey(({ content, memory }) => content + memory)],
    goal: { atMost: 1_050 },
  };
}

interface Disk {
  content: number;
  memory: number;
}

async function diskBytes(client: pg.Client): Promise<Disk> {
  const { rows } = await client.query(
    `select sum(pg_total_relation_size(c.oid)) filter (where c.relname = any($1))::float8 as whole,
            sum(pg_relation_size(c.oid)) filter (where c.relname = any($2))::float8 as indexes,
            pg_total_relation_size('memory_text')::float8 as texts
     from pg_class c where c.relnamespace = 'public'::regnamespace`,
    [CONTENT, MEMORY_INDEXES],
  );
  const { whole, indexes, texts } = rows[0] as { whole: number; indexes: number; texts: number };
  return { content: whole - indexes, memory: indexes + texts };
}

/** Measures a database whose translation memory is disabled: it has no indexes and records no source texts. */
async function* withoutMemoryRows(server: BenchServer, client: pg.Client): AsyncGenerator<Row> {
  await client.query(`
    drop index ${MEMORY_INDEXES.join(', ')};
    create function forget() returns trigger language plpgsql as 'begin return null; end';
    create trigger forget before insert on memory_change for each row execute function forget()`);
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const project = await createProject(server);
    const file = jsonOf(KEYS, ` ${round}`);
    const run = () => importJson(server, project, 'en', file);
    const { walBytes } = await measure(server, client, { own: false, run });
    ours.push(walBytes / KEYS);
  }
  yield {
    name: 'first import of 100,000 keys: WAL until rest, without the memory',
    unit: 'bytes',
    ours,
    goal: { atMost: 1_200 },
  };
}
