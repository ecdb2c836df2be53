import { type Client, readEvents } from '@parlance/sdk';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { execute, queryRows } from '../../../../test/servers/postgres.ts';
import {
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../../../test/servers/standby.ts';
import { startTcpProxy, type TcpProxy } from '../../../../test/servers/tcp-proxy.ts';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { migrateDatabase } from '../../../db/migrate.ts';
import { Metrics } from '../../../http/metrics.ts';
import type { OpenExport } from '../../files/export/open-export.ts';
import { withExport } from '../../files/export/with-export.ts';
import type { Owner } from '../../kernel/principal.ts';
import { readRowState } from './revision.ts';

let pair: ReplicatedPostgres;
let proxy: TcpProxy;
let apps: TestApp[] = [];
let tenant: Tenant;
let clients: Client[] = [];
let owner: Owner;
const reads: string[] = [];

beforeAll(async () => {
  pair = await startReplicatedPostgres();
  proxy = await startTcpProxy(pair.standby.connectionString);
  const { connectionString } = pair.primary;
  await migrateDatabase(connectionString);
  const metrics = new Metrics();
  metrics.observeRead = (server, reason) => void reads.push(`${server}: ${reason}`);
  const env = { DATABASE_URL: connectionString, DATABASE_READ_URL: proxy.connectionString };
  apps = [
    await startTestApp({ connectionString, env, metrics }),
    await startTestApp({ connectionString, env, works: false }),
  ];
  tenant = await createTenant(apps[0]!);
  clients = apps.map((app) => app.client(tenant.apiKey.token));
  owner = { organizationId: tenant.organizationId, projectIds: null, principalId: newId() };
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await proxy?.stop();
  await pair?.stop();
});

let projectId: string;
beforeEach(async () => {
  await pair.release();
  ({ id: projectId } = await createProject(clients[0]!));
  await write('Before');
  await pair.caughtUp();
  for (const client of clients) await eventually(() => readOn(client, 'standby: current'));
});

const write = async (title: string, client = clients[0]!): Promise<void> => {
  await client.i18n.projects.import({ projectId, locale: 'en', content: { title } });
};

const titleOf = async (client: Client): Promise<string | null | undefined> =>
  (await client.i18n.values.list({ projectId, locale: 'en' })).data[0]?.text;

/**
 * Reads a value. If the client belongs to the first process, requires that the value was read on
 * the given server.
 */
async function readOn(client: Client, where: string): Promise<void> {
  reads.length = 0;
  await titleOf(client);
  if (client === clients[0]) expect(reads).toEqual([where]);
}

/** Requests whose responses depend on the content of the project. */
const VIEWS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  values: titleOf,
  search: async ({ i18n }) =>
    (await i18n.values.list({ projectId, locale: 'en', q: 'title' })).data.map(({ text }) => text),
  keys: async (client) => (await client.i18n.keys.list({ projectId })).meta.total,
  rows: async (client) =>
    JSON.stringify((await client.i18n.rows.list({ projectId, locales: ['en'] })).data),
  'rows of a filter': async (client) => {
    const query = { projectId, locales: ['en'], query: 'title' };
    return JSON.stringify((await client.i18n.rows.list(query)).data);
  },
  'the row index': async (client) =>
    (await client.i18n.rowIndex.get({ projectId, locales: ['en'] })).data.total,
  'the key tree': async (client) => (await client.i18n.keyTree.list({ projectId })).data.length,
  counts: async (client) => (await client.i18n.counts.get({ projectId })).data[0]!.translated,
  export: async (client) =>
    JSON.stringify(
      (await client.i18n.projects.export({ projectId, locale: 'en', format: 'json' })).data,
    ),
  'the figures of the workspace': async (client) => (await client.dashboard.summary()).data.keys,
  'the figures of a project': async (client) =>
    (await client.dashboard.projects()).data.find(({ id }) => id === projectId)!.keys,
  progress: async (client) =>
    (await client.i18n.progress.get({ projectId })).data[0]!.points.at(-1)!.translated,
};

/** Repeats a request until all of its reads run on the given server. */
const readsOnlyAt = <Result>(where: string, read: () => Promise<Result>): Promise<Result> =>
  eventually(async () => {
    reads.length = 0;
    const result = await read();
    expect(new Set(reads)).toEqual(new Set([where]));
    return result;
  });

let edition = 0;

/** Performs a request that is not cached, and requires that the request used the standby. */
const readOnStandby = (view: (client: Client) => Promise<unknown>) =>
  readsOnlyAt('standby: current', async () => {
    await write(`Before ${edition++}`);
    await pair.caughtUp();
    reads.length = 0;
    return view(clients[0]!);
  });

describe('a service with a standby', () => {
  it.each(Object.keys(VIEWS))(
    'answers a read of %s from the standby, and never returns old data while the standby lags',
    async (name) => {
      const view = VIEWS[name]!;
      const before = await readOnStandby(view);
      const isOfText = JSON.stringify(before).includes('Before');
      await pair.hold();
      for (let round = 1; round <= 3; round++) {
        const content = { title: `Title ${round}`, [`key_${round}`]: 'x' };
        await clients[round % 2]!.i18n.projects.import({ projectId, locale: 'en', content });
        reads.length = 0;
        const seen = await Promise.all(clients.map(view));
        expect(seen[1]).toEqual(seen[0]);
        if (isOfText) expect(JSON.stringify(seen)).toContain(`Title ${round}`);
        else expect(seen[0]).toBe(Number(before) + round);
        expect(reads).toContain('primary: behind');
        expect(reads).not.toContain('standby: current');
      }
      await pair.release();
      await readOnStandby(view);
    },
  );

  it('reads a project without recent writes on the standby, although the standby lags behind other projects', async () => {
    const quiet = projectId;
    ({ id: projectId } = await createProject(clients[0]!));
    await pair.caughtUp();
    await pair.hold();
    await write('Ahead');
    await eventually(() => readOn(clients[0]!, 'primary: behind'));
    projectId = quiet;
    await eventually(() => readOn(clients[0]!, 'standby: current'));
  });

  it('shows a new project, a new locale and an archived project immediately, even if the standby lacks the change', async () => {
    await pair.hold();
    const { id } = await createProject(clients[0]!);
    expect((await clients[1]!.i18n.values.list({ projectId: id })).data).toEqual([]);
    await clients[0]!.i18n.locales.create({ projectId, code: 'pl' });
    const rows = await clients[1]!.i18n.rows.list({ projectId, locales: ['pl'] });
    expect(rows.data).toHaveLength(1);
    await clients[0]!.i18n.projects.delete({ projectId });
    expect((await clients[1]!.dashboard.projects()).data.map((one) => one.id)).not.toContain(
      projectId,
    );
  });

  it('returns a change through every process once one process has reported the change to a listener', async () => {
    const abort = new AbortController();
    const response = await clients[1]!.events.stream(
      { projectId },
      { raw: 'text/event-stream', signal: abort.signal },
    );
    const told = (async () => {
      for await (const event of readEvents(response)) if (event.type === 'values') return;
    })();
    await pair.hold();
    await write('Told', clients[1]);
    await told;
    abort.abort();
    expect(await titleOf(clients[0]!)).toBe('Told');
    expect(await titleOf(clients[1]!)).toBe('Told');
  });

  it('never reads from the standby for a writing request', async () => {
    const { i18n } = clients[0]!;
    const { data } = await i18n.values.list({ projectId, locale: 'en' });
    const { keyId, id } = data[0]!;
    reads.length = 0;
    await i18n.values.put({ projectId, keyId, localeCode: 'en', text: 'Put' });
    await i18n.values.update({ projectId, valueId: id!, text: 'Updated' });
    await i18n.keys.update({ projectId, keyId, description: 'A title' });
    const select = { query: 'title', locales: ['en'] };
    const action = { setState: { state: 'reviewed' } } as const;
    await i18n.values.bulk({ projectId, select, action });
    await write('Imported');
    expect(reads).toEqual([]);
  });

  it('returns a sync token that matches the texts of an export from the standby', async () => {
    const order = { projectId, locale: 'en', format: 'json' } as const;
    const { meta } = await readsOnlyAt('standby: current', () =>
      clients[0]!.i18n.projects.export(order),
    );
    await pair.hold();
    await write('After');
    const { data } = await clients[1]!.i18n.changes.since({
      projectId,
      token: meta.syncToken!,
      locale: 'en',
    });
    expect(data).toHaveLength(1);
  });

  it('reads a bundle of the newest release, from the primary while the standby lags', async () => {
    const url = (app: TestApp) =>
      `${app.url}/v1/i18n/bundles/${projectId}/production/en?shape=flat&envelope=false`;
    const titles = () =>
      Promise.all(apps.map(async (app) => (await (await fetch(url(app))).json()).title as string));
    await pair.hold();
    await clients[0]!.i18n.releases.create({ projectId, environment: 'production' });
    reads.length = 0;
    expect(await titles()).toEqual(['Before', 'Before']);
    expect(reads).not.toContain('standby: current');
    await pair.release();
    await readsOnlyAt('standby: current', async () => {
      const title = `Released ${edition++}`;
      await write(title);
      await clients[0]!.i18n.releases.create({ projectId, environment: 'production' });
      await pair.caughtUp();
      reads.length = 0;
      await eventually(async () => expect((await titles())[0]).toBe(title));
    });
  });
});

/**
 * Causes a recovery conflict by removing row versions that a transaction on the standby may still
 * need.
 */
async function causeConflict(): Promise<void> {
  const { connectionString } = pair.primary;
  await execute(connectionString, 'update project set updated_at = now()');
  await execute(connectionString, 'vacuum project');
}

const readersOnStandby = () =>
  queryRows(
    pair.standby.connectionString,
    "select pid from pg_stat_activity where application_name = 'parlance' and xact_start is not null and pid <> pg_backend_pid()",
  );

describe('a service whose standby fails', () => {
  beforeAll(() => pair.setPatience(0));
  const ofRows = async <Result>(read: (db: Db, isOnStandby: boolean) => Promise<Result>) => {
    const { db, contentReads } = apps[0]!.deps;
    const state = await readRowState(db, owner, projectId);
    return contentReads.ofRows(owner, state, (db) => read(db, db.isTransaction));
  };

  it('repeats a read on the primary if recovery cancels the read', async () => {
    const read = async (db: Db, isOnStandby: boolean): Promise<boolean> => {
      if (!isOnStandby) return false;
      const sleeping = sql`select pg_sleep(600)`.execute(db);
      const conflict = causeConflict();
      return sleeping.finally(() => conflict).then(() => true);
    };
    expect(await readsOnlyAt('primary: conflict', () => ofRows(read))).toBe(false);
  });

  it('repeats a read on the primary if the read writes', async () => {
    const rename = async (db: Db): Promise<string> => {
      const { rows } = await sql<{ name: string }>`
        update project set name = 'Written' where id = ${projectId}::uuid returning name`.execute(
        db,
      );
      return rows[0]!.name;
    };
    const name = await readsOnlyAt('primary: read_only', () => ofRows(rename));
    expect(name).toBe('Written');
  });

  it('throws an error that the standby did not cause, without a retry', async () => {
    let attempts = 0;
    const fails = ofRows(async () => {
      attempts++;
      throw new TypeError('a fault of ours');
    });
    await expect(fails).rejects.toThrow('a fault of ours');
    expect(attempts).toBe(1);
  });

  it('writes an export again from the primary if the export fails before its first byte', async () => {
    const order = {
      ...({ projectId, localeTags: ['en'], format: 'json', shape: 'flat', states: null } as const),
      keyPrefix: null,
      xliffVersion: null,
      csvSafe: false,
      poWrap: true,
      folder: null,
      charset: 'utf-8' as const,
    };
    const places: boolean[] = [];
    const write = async (opened: OpenExport): Promise<string> => {
      places.push(opened.isOnStandby);
      if (opened.isOnStandby) {
        await causeConflict();
        await eventually(async () => expect(await readersOnStandby()).toEqual([]));
      }
      let text = '';
      for await (const piece of opened.write(['en'])) text += piece;
      await opened.close();
      return text;
    };
    await eventually(async () => {
      places.length = 0;
      const text = await withExport(apps[0]!.deps, owner, order, write);
      expect(JSON.parse(text)).toEqual({ title: 'Before' });
      expect(places).toEqual([true, false]);
    });
  });

  it('ends an export with an error if the export fails after its first byte', async () => {
    const content = Object.fromEntries(
      Array.from({ length: 16_000 }, (_, index) => [`key_${index}`, `${index} `.repeat(500)]),
    );
    await clients[0]!.i18n.projects.import({ projectId, locale: 'en', content });
    await pair.caughtUp();
    const response = await readsOnlyAt('standby: current', () =>
      fetch(`${apps[0]!.url}/v1/i18n/projects/${projectId}/export`, {
        method: 'POST',
        headers: {
          authorization: `ApiKey ${tenant.apiKey.token}`,
          'content-type': 'application/json',
          accept: 'application/json; profile=raw',
        },
        body: JSON.stringify({ locale: 'en', format: 'json' }),
      }),
    );
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    await reader.read();
    await causeConflict();
    await eventually(async () => expect(await readersOnStandby()).toEqual([]));
    const readAll = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readAll()).rejects.toThrow();
  });

  it('reads from the primary and logs a warning if it starts without the standby', async () => {
    const warnings: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line)) });
    const { connectionString } = pair.primary;
    const read = 'postgresql://parlance@127.0.0.1:1/postgres';
    const app = await startTestApp({
      connectionString,
      env: { DATABASE_URL: connectionString, DATABASE_READ_URL: read },
      overrides: { log },
      works: false,
    });
    try {
      expect(await titleOf(app.client(tenant.apiKey.token))).toBe('Before');
      await eventually(() =>
        expect(warnings).toContainEqual(
          expect.objectContaining({
            msg: 'The standby cannot be reached: all reads use DATABASE_URL',
            reason: expect.stringContaining('ECONNREFUSED'),
          }),
        ),
      );
    } finally {
      await app.close();
    }
  });

  it('answers all requests while the standby is lost, and uses the standby again when it is back', async () => {
    proxy.set('refuses');
    for (let round = 0; round < 5; round++) {
      expect(await titleOf(clients[0]!)).toBe('Before');
      expect(await VIEWS.export!(clients[0]!)).toContain('Before');
    }
    await eventually(() => readOn(clients[0]!, 'primary: away'));
    proxy.set('forwards');
    await eventually(() => readOn(clients[0]!, 'standby: current'));
    // A frozen proxy forwards no data, but its connections to the standby stay open.
    proxy.set('frozen');
    expect(await titleOf(clients[0]!)).toBe('Before');
    await eventually(() => readOn(clients[0]!, 'primary: away'));
    proxy.set('forwards');
    await eventually(() => readOn(clients[0]!, 'standby: current'));
  });
});
