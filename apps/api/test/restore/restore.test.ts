import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run-admin.ts';
import { listMigrations, migrateDatabase } from '../../src/db/migrate.ts';
import type { Manifest } from '../../src/domain/release/delivery/manifest.ts';
import { codeOf } from '../app/build.ts';
import {
  type Deployment,
  findBrokenHistory,
  findDoubles,
  findWrongCounts,
  startDeployment,
} from '../faults/deployment.ts';
import type { Writer } from '../faults/load.ts';
import { send, until } from '../processes/process.ts';
import {
  createDebianServer,
  type DebianServer,
  makeDebianDirectory,
  runDebianBeside,
  runDebianScript,
} from '../servers/debian.ts';
import { makeTestDirectory, queryRows, withDatabase } from '../servers/postgres.ts';
import {
  clientOf,
  countMails,
  type LoadedService,
  startLoadedService,
  verifyLate,
  workFor,
} from './loaded-service.ts';

const LOAD_MS = Number(process.env.RESTORE_LOAD_MS ?? 15_000);
const WAIT_MS = 120_000;
const ARCHIVE_SECONDS = 5;

const PAGES = ['operations.md', 'restore.md'].map((name) =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8'),
);
/** Returns the documented command line of a program. */
const lineOf = (program: string): string => {
  const lines = PAGES.flatMap((page) => page.split('\n'));
  const line = lines.find((line) => line.startsWith(`${program} `) && line.includes('"$'));
  if (line === undefined) throw new Error(`the documents have no ${program}`);
  return line;
};

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Machine {
  server: DebianServer;
  store: string;
  service: LoadedService;
}

async function startMachine(settings: Record<string, string | number> = {}): Promise<Machine> {
  const server = createDebianServer();
  ends.push(() => server.remove());
  server.start(settings);
  await migrateDatabase(server.connectionString, listMigrations());
  const store = makeTestDirectory();
  const service = await startLoadedService(server.connectionString, {
    BUNDLE_STORE: `file://${store}`,
  });
  ends.push(() => service.deployment.stop());
  return { server, store, service };
}

/** Starts the service on a restored database, with an empty DATA_DIR. */
async function startRestored(databaseUrl: string, store: string): Promise<Deployment> {
  const env = { BUNDLE_STORE: `file://${store}` };
  const restored = await startDeployment({ apis: 1, workers: 1, databaseUrl, env });
  ends.push(() => restored.stop());
  return restored;
}

const countAcknowledged = (writers: readonly Writer[]): number =>
  writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

const manifestOf = (store: string, projectId: string): Manifest => {
  const dir = join(store, 'm', projectId);
  const name = readdirSync(dir).find((file) => file !== 'environments.json')!;
  return JSON.parse(readFileSync(join(dir, name), 'utf8'));
};

async function tokenOf(service: LoadedService): Promise<string> {
  const { editsId: projectId, client } = service;
  const { meta } = await client.i18n.projects.export({ projectId, locale: 'en', format: 'json' });
  return meta.syncToken!;
}

/** Requires that everything acknowledged before the backup exists, and that users and keys still have access. */
async function expectWhole(
  restored: Deployment,
  { early, account, editsId }: LoadedService,
  tokens: { before: string; after: string },
): Promise<void> {
  const client = clientOf(restored, account);
  for (const writer of early.filter(({ name }) => name !== 'sign-ups')) {
    expect([writer.name, await writer.verify(client)]).toEqual([writer.name, []]);
  }
  const session = await send(restored.service(0), 'GET', '/v1/auth/session', {
    headers: { Cookie: account.cookie },
  });
  expect(session.body.data).toMatchObject({ user: { email: account.email } });
  const since = (token: string) => client.i18n.changes.since({ projectId: editsId, token });
  expect(await codeOf(since(tokens.before))).toBe('no error');
  expect(await codeOf(since(tokens.after))).toBe('unknown_sync_token');
  // The only mail is that of the account that this deployment has opened.
  expect(countMails(restored.dataDir)).toBe(1);
  expect(await findWrongCounts(restored)).toEqual([]);
  expect(await findDoubles(restored)).toEqual([]);
  expect(await findBrokenHistory(restored)).toEqual([]);
}

it('a dump that was taken under load can be restored on an empty machine, beside a newer bundle store', async () => {
  const { server, store, service } = await startMachine();
  const { early, late, releasesId, account, editsId } = service;
  await workFor(service, early, LOAD_MS);
  const before = await tokenOf(service);
  const over = new AbortController();
  const working = service.work(late, over.signal);
  const vault = makeDebianDirectory();
  ends.push(() => rmSync(vault, { recursive: true, force: true }));
  await until('the first writes', () => late.every((writer) => writer.acknowledged > 5), WAIT_MS);
  const dumpedAt = performance.now();
  const writtenBefore = countAcknowledged(late);
  await runDebianBeside(lineOf('pg_dump'), vault, { DATABASE_URL: server.connectionString });
  await sleep(LOAD_MS);
  // After the dump, a person edits a value, and apps already read a new release from the store.
  const { data: keys } = await service.client.i18n.keys.list({ projectId: editsId });
  const edit = { projectId: editsId, keyId: keys[0]!.id, localeCode: 'de' };
  await service.client.i18n.locales.create({ projectId: editsId, code: 'de' });
  await service.client.i18n.values.put({ ...edit, text: 'Lost' });
  const after = await tokenOf(service);
  const content = { key_0: 'Lost edition' };
  await service.client.i18n.projects.import({ projectId: releasesId, locale: 'en', content });
  const release = { projectId: releasesId, environment: 'production' };
  const { data: lost } = await service.client.i18n.releases.create(release, { waitSeconds: 60 });
  over.abort();
  await working;
  const lostSeconds = Math.round((performance.now() - dumpedAt) / 1_000);
  const newest = manifestOf(store, releasesId);
  expect(newest.releaseId).toBe(lost.id);
  await service.deployment.stop();
  server.stop();

  const empty = createDebianServer();
  ends.push(() => empty.remove());
  empty.start();
  const url = withDatabase(empty.connectionString, 'restored');
  runDebianScript([lineOf('createdb'), lineOf('pg_restore')].join('\n'), vault, {
    DATABASE_URL: empty.connectionString,
    RESTORED: url,
  });
  const restored = await startRestored(url, store);
  await expectWhole(restored, service, { before, after });
  const client = clientOf(restored, account);
  const { lost: lostWrites, broken } = await verifyLate(late, client);
  expect(broken).toEqual([]);
  const written = countAcknowledged(late);
  expect(lostWrites).toBeLessThanOrEqual(written - writtenBefore);

  await compareStore(url);
  // Readers of the store keep the release that the database has lost, until the next release with a higher version.
  const warned = () => logOf(restored).some((line) => /newer release than the database/.test(line));
  await until('the comparison of the store', warned, WAIT_MS);
  expect(manifestOf(store, releasesId)).toEqual(newest);
  await client.i18n.projects.import({
    projectId: releasesId,
    locale: 'en',
    content: { key_0: 'After the restore' },
  });
  const { data: next } = await client.i18n.releases.create(release, { waitSeconds: 60 });
  expect(next.version).toBeGreaterThan(newest.version);
  expect(manifestOf(store, releasesId).releaseId).toBe(next.id);
  console.info(
    [
      'dump: everything that was acknowledged before it began is there:',
      ...early.map(({ name, acknowledged }) => `  ${acknowledged} ${name}`),
      `  ${writtenBefore} writes that went on meanwhile`,
      `  lost: ${lostWrites} of ${written - writtenBefore} writes after it began, in ${lostSeconds} s`,
      `  bundle store: version ${newest.version} stayed, the next release is ${next.version}`,
    ].join('\n'),
  );
});

it('a base backup and archived WAL can be restored on an empty machine without the bundle store', async () => {
  const vault = makeDebianDirectory();
  ends.push(() => rmSync(vault, { recursive: true, force: true }));
  const archive = join(vault, 'wal');
  runDebianScript('mkdir wal', vault, {});
  const { server, service } = await startMachine({
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: ARCHIVE_SECONDS,
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  const { early, late, account, editsId } = service;
  const over = new AbortController();
  const working = service.work(late, over.signal);
  await until('the first writes', () => late.every((writer) => writer.acknowledged > 0), WAIT_MS);
  await runDebianBeside(lineOf('pg_basebackup'), vault, { DATABASE_URL: server.connectionString });
  await workFor(service, early, LOAD_MS);
  const before = await tokenOf(service);
  await awaitArchive(service.deployment);
  const { data: keys } = await service.client.i18n.keys.list({ projectId: editsId });
  const at = { projectId: editsId, keyId: keys[0]!.id, localeCode: 'en' };
  await sleep(LOAD_MS);
  await service.client.i18n.values.put({ ...at, text: 'Lost' });
  const after = await tokenOf(service);
  const crashedAt = Date.now();
  server.stop();
  over.abort();
  await working;
  await service.deployment.stop();
  server.remove();

  const empty = createDebianServer({ backup: join(vault, 'base') });
  ends.push(() => empty.remove());
  empty.start({ restore_command: `cp ${archive}/%f %p` });
  await until('the end of recovery', () => isPrimary(empty), WAIT_MS, 200);
  const store = makeTestDirectory();
  const restored = await startRestored(empty.connectionString, store);
  await expectWhole(restored, service, { before, after });
  const { lost, broken } = await verifyLate(late, clientOf(restored, account));
  expect(broken).toEqual([]);
  // The store is empty, and the service writes it again.
  await compareStore(empty.connectionString);
  const isWritten = () => manifests(store).includes(service.releasesId);
  await until('the manifest', isWritten, WAIT_MS, 200);
  const [last] = await restored.query<{ at: Date }>(
    "select max(at) as at from change where kind <> 'job' and at < $1",
    [new Date(crashedAt)],
  );
  const written = countAcknowledged(late);
  console.info(
    [
      'WAL: everything that was archived is there:',
      ...early.map(({ name, acknowledged }) => `  ${acknowledged} ${name}`),
      `  lost: ${lost} of ${written} later writes, those of the last ${((crashedAt - last!.at.getTime()) / 1_000).toFixed(1)} s (archive_timeout is ${ARCHIVE_SECONDS} s)`,
      `  bundle store: ${manifests(store).length} manifests written again`,
    ].join('\n'),
  );
});

/** Compares the bundle store with the database through the admin command of an operator. */
async function compareStore(databaseUrl: string): Promise<void> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = { env: { DATABASE_URL: databaseUrl }, stdin: Readable.from([]), stdout, stderr };
  expect(await runAdmin(['sync-store'], streams)).toBe(0);
}

const logOf = (deployment: Deployment): string[] => [
  ...deployment.service(0).lines,
  ...deployment.worker(0).lines,
];

const manifests = (store: string): string[] => {
  try {
    return readdirSync(join(store, 'm'));
  } catch {
    return [];
  }
};

async function awaitArchive(deployment: Deployment): Promise<void> {
  const [{ wal }] = (await deployment.query<{ wal: string }>(
    'select pg_walfile_name(pg_switch_wal()) as wal',
  )) as [{ wal: string }];
  const isArchived = async () => {
    const [row] = await deployment.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    );
    return (row!.last ?? '') >= wal;
  };
  await until('the archive', isArchived, WAIT_MS, 200);
}

async function isPrimary({ connectionString }: DebianServer): Promise<boolean> {
  const [row] = await queryRows(connectionString, 'select pg_is_in_recovery() as standby');
  return row!.standby === false;
}
