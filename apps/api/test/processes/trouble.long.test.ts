import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/embedded.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { execute, queryRows, startPostgres } from '../servers/postgres.ts';

/** Timeout of steps that take some seconds by design, on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };

interface LogLine {
  level: number;
  msg: string;
  trouble?: string;
  err?: unknown;
}

let server: EmbeddedPostgres;
let app: TestApp;
let tenant: Tenant;
let projectId: string;
let lines: LogLine[] = [];
const open: pg.Client[] = [];

beforeAll(async () => {
  server = await startPostgres({
    max_connections: 40,
    // These settings make commits wait for a standby.
    synchronous_commit: true,
    wal_level: 'replica',
    max_wal_senders: 2,
  });
  await migrateDatabase(server.connectionString);
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  app = await startTestApp({
    connectionString: server.connectionString,
    // The test reads only log lines at the levels error and info.
    env: { RATE_LIMITS: 'on' },
    overrides: { log: pino({ level: 'info' }, sink) },
    works: false,
  });
  // Creating a tenant needs mails, which are tasks. This process runs no tasks, so another one creates the tenant.
  const maker = await startTestApp({ connectionString: server.connectionString });
  tenant = await createTenant(maker);
  await maker.close();
});
afterAll(async () => {
  await app?.close();
  await server?.stop();
});

beforeEach(async () => {
  projectId = (await createProject(call())).id;
  await call().i18n.projects.import({ projectId, locale: 'en', content: { title: 'Hello' } });
  lines = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end()));
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), PATIENCE);
});

const call = () => app.client(tenant.apiKey.token);
const ready = () => fetch(`${app.url}/health/ready`);

interface Answer {
  status: number;
  code: string;
  detail: string;
  retryAfter: number;
}

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      Authorization: `ApiKey ${tenant.apiKey.token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { code = '', detail = '' } = (await response.json()) as Partial<Answer>;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return { status: response.status, code, detail, retryAfter };
}

const importTitle = (title: string): Promise<Answer> =>
  send('POST', `/v1/i18n/projects/${projectId}/import?locale=en`, { title });
const readValues = (): Promise<Answer> => send('GET', `/v1/i18n/projects/${projectId}/values`);

function expectUnavailable(answer: Answer, pattern: RegExp): void {
  expect(answer).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(answer.detail).toMatch(pattern);
  expect(answer.detail).not.toMatch(/import/);
  expect(answer.retryAfter).toBeGreaterThan(0);
}

async function expectNotReady(pattern: RegExp): Promise<void> {
  const response = await ready();
  const { detail } = (await response.json()) as Answer;
  expect(response.status).toBe(503);
  expect(detail).toMatch(pattern);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Requires exactly one line at the level error for the trouble, without a stack trace. */
function expectOneErrorLine(trouble: string): void {
  const errors = lines.filter(({ level }) => level >= 50);
  expect(errors.map((line) => line.trouble)).toEqual([trouble]);
  expect(errors[0]).not.toHaveProperty('err');
  expect(errors[0]!.msg).toMatch(/^The [a-z ]+/);
}

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  open.push(client);
  return client;
};

const setServer = async (name: string, value: string): Promise<void> => {
  await execute(server.connectionString, `alter system set ${name} = ${value}`);
  await execute(server.connectionString, 'select pg_reload_conf()');
};

describe('the service with a full disk (SQLSTATE 53100)', () => {
  beforeEach(() =>
    execute(
      server.connectionString,
      `create function fill_disk() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file "base/5/1": No space left on device'
           using errcode = '53100';
       end $$;
       create trigger fill_disk before insert or update on translation_value
         for each row execute function fill_disk()`,
    ),
  );
  const clean = () =>
    execute(server.connectionString, 'drop function if exists fill_disk() cascade');
  afterEach(clean);

  it('refuses changes with 503, Retry-After and one log line, and recovers automatically', async () => {
    for (let n = 0; n < 3; n++) expectUnavailable(await importTitle(`Try ${n}`), /disk space/);
    await expectNotReady(/disk space/);
    expect((await readValues()).status).toBe(200);
    expectOneErrorLine('disk');
    await clean();
    expect((await importTitle('There is space')).status).toBe(200);
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), PATIENCE);
    expectOneErrorLine('disk');
    expect(lines.filter(({ msg }) => msg === 'The database is available again')).toHaveLength(1);
  });

  it('keeps an Idempotency-Key unused, so that the same call succeeds later', async () => {
    const again = () =>
      call().i18n.projects.import(
        { projectId, locale: 'en', content: { title: 'Once' } },
        { idempotencyKey: `key ${projectId}` },
      );
    await expect(again()).rejects.toMatchObject({ status: 503 });
    await clean();
    expect((await again()).data.values.updated).toBe(1);
  });
});

describe('the service with a read-only database (SQLSTATE 25006)', () => {
  beforeEach(() => setServer('default_transaction_read_only', 'on'));
  const clean = () => setServer('default_transaction_read_only', 'off');
  afterEach(clean);

  it('refuses changes with 503, Retry-After and one log line, keeps reading, and recovers automatically', async () => {
    await vi.waitFor(() => expectNotReady(/read-only/), PATIENCE);
    for (let n = 0; n < 3; n++) expectUnavailable(await importTitle(`Try ${n}`), /read-only/);
    // The clock is moved far enough for a write of the key's last use.
    app.clock.advance(10 * 60_000);
    expect((await readValues()).status).toBe(200);
    expectOneErrorLine('read_only');
    await clean();
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), PATIENCE);
    expect((await importTitle('Writable')).status).toBe(200);
  });
});

describe('the service without a free database connection (SQLSTATE 53300)', () => {
  const fill = async (): Promise<void> => {
    await expect(
      (async () => {
        for (;;) await connect();
      })(),
    ).rejects.toMatchObject({ code: '53300' });
  };

  /** Takes every connection of the server: first all free connections, and then the connections of the ended pool. */
  async function takeAll(): Promise<void> {
    await fill();
    await open[0]!.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where application_name like 'parlance%' and application_name <> 'parlance-watch'`,
    );
    await fill();
  }

  it('refuses requests with 503, Retry-After and one log line, and recovers automatically', async () => {
    await takeAll();
    for (let n = 0; n < 3; n++) expectUnavailable(await readValues(), /no free connection/);
    await expectNotReady(/no free connection/);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    expectOneErrorLine('connections');
    await Promise.all(open.splice(0).map((client) => client.end()));
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), PATIENCE);
    expect((await importTitle('Connected')).status).toBe(200);
  });
});

describe('connections of this process that are all in use', () => {
  it('make the process not ready, although the database accepts other clients', async () => {
    const max = 10;
    const locker = await connect();
    await locker.query('begin');
    await locker.query(`select pg_advisory_xact_lock(4200, hashtext('${projectId}'))`);
    // Imports wait for each other, and each holds a connection.
    const imports = Array.from({ length: max }, (_, n) => importTitle(`Import ${n}`));
    const waiting = () =>
      queryRows(
        server.connectionString,
        "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'parlance'",
      );
    await vi.waitFor(async () => expect(await waiting()).toEqual([{ count: max }]), PATIENCE);
    await vi.waitFor(() => expectNotReady(/no free connection/), PATIENCE);
    await locker.query('rollback');
    expect((await Promise.all(imports)).map(({ status }) => status)).toEqual(Array(max).fill(200));
  });
});

describe('commits that wait for a lost standby', () => {
  beforeEach(() => setServer('synchronous_standby_names', "'lost'"));
  const clean = () => setServer('synchronous_standby_names', "''");
  afterEach(clean);

  it('end with 503, later changes fail immediately, and the service recovers automatically', async () => {
    const waiting = async (): Promise<number> => {
      const [row] = await queryRows(
        server.connectionString,
        "select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'",
      );
      return Number(row!.count);
    };
    // One import waits for the standby, and the other import for the lock of the first import.
    const firsts = [importTitle('First'), importTitle('Second')];
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), PATIENCE);
    for (const answer of await Promise.all(firsts)) expectUnavailable(answer, /standby/);
    await expectNotReady(/standby/);
    for (let n = 0; n < 3; n++) expectUnavailable(await importTitle(`Try ${n}`), /standby/);
    app.clock.advance(10 * 60_000);
    const { data } = await call().i18n.values.list({ projectId });
    // Writes that were answered 503 after their commit exist. Refused writes do not.
    expect(['First', 'Second']).toContain(data[0]!.text);
    expectOneErrorLine('standby');
    await clean();
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), PATIENCE);
    expect((await importTitle('Confirmed')).status).toBe(200);
  });
});
