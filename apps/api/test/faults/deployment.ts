import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@parlance/sdk';
import type pg from 'pg';
import {
  openAccount,
  type ProcessAccount,
  type ServiceProcess,
  startDatabaseServer,
  startProcess,
} from '../processes/process.ts';
import { makeTestDirectory, queryRows } from '../servers/postgres.ts';

const START_ATTEMPTS = 5;
const CALL_TIMEOUT_MS = 20_000;

export type Role = 'api' | 'worker';
export type Victim = Role | 'database';

interface Slot {
  readonly role: Role;
  /** Index among the processes of its role. */
  readonly at: number;
  readonly port: number;
  service: ServiceProcess | null;
}

/** Processes of one service and their database, with a supervisor that restarts killed processes. */
export interface Deployment {
  readonly dataDir: string;
  readonly account: ProcessAccount;
  /**
   * Kills a victim with SIGKILL, waits `downMs`, and restarts it. Resolves when it is ready. Does nothing if it is
   * already down.
   */
  kill(victim: Victim, at: number, downMs: number): Promise<void>;
  /** Returns the address of an API process, even if the process is down. */
  url(at: number): string;
  /** Ends a process gracefully and permanently. Resolves with its exit code. */
  end(role: Role, at: number): Promise<number | NodeJS.Signals>;
  /** Returns a client of that process without retries. */
  client(at: number): Client;
  service(at: number): ServiceProcess;
  worker(at: number): ServiceProcess;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  apis: number;
  workers: number;
  env?: Record<string, string>;
  /** Returns the checkout that a process runs. Defaults to this version. */
  checkoutOf?(role: Role, at: number): string | undefined;
  /** Timeout of a call. Defaults to 20 s. */
  callTimeoutMs?: number;
  /** URL of the database. Defaults to the URL of a separate server, which the victim `database` stands for. */
  databaseUrl?: string;
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };

const placesOf = ({ apis, workers }: DeploymentOptions): Pick<Slot, 'role' | 'at'>[] => [
  ...Array.from({ length: apis }, (_, index) => ({ role: 'api' as const, at: index })),
  ...Array.from({ length: workers }, (_, index) => ({ role: 'worker' as const, at: index })),
];

export async function startDeployment(options: DeploymentOptions): Promise<Deployment> {
  const dataDir = makeTestDirectory();
  const database = options.databaseUrl === undefined ? await startDatabaseServer() : null;
  const databaseUrl = options.databaseUrl ?? database!.connectionString;
  const spawnOne = ({ role, at }: Pick<Slot, 'role' | 'at'>, port?: number) =>
    startProcess({
      dataDir,
      databaseUrl,
      role,
      ...optional('port', port),
      ...optional('checkout', options.checkoutOf?.(role, at)),
      ...optional('env', options.env),
    });
  const slots = await Promise.all(
    placesOf(options).map(async (place): Promise<Slot> => {
      const service = await spawnOne(place);
      return { ...place, port: service.port, service };
    }),
  );
  const apis = slots.filter(({ role }) => role === 'api');
  const account = await openAccount(apis[0]!.service!);
  const pick = (role: Role, at: number): Slot => {
    const found = slots.filter((slot) => slot.role === role);
    return found[at % found.length]!;
  };

  const running = (role: Role, at: number): ServiceProcess => {
    const { service } = pick(role, at);
    if (service === null) throw new Error('the process is down');
    return service;
  };

  const revive = async (slot: Slot): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        slot.service = await spawnOne(slot, slot.port);
        return;
      } catch (error) {
        // Retries like a supervisor, because a start may fail while the database is down.
        if (attempt === START_ATTEMPTS) throw error;
        await sleep(500);
      }
    }
  };

  const url = (at: number): string => `http://127.0.0.1:${pick('api', at).port}`;
  let isDatabaseDown = false;

  return {
    dataDir,
    account,
    async kill(victim, at, downMs) {
      if (victim === 'database') {
        if (isDatabaseDown) return;
        isDatabaseDown = true;
        database!.kill();
        await sleep(downMs);
        await database!.restart();
        isDatabaseDown = false;
        return;
      }
      const slot = pick(victim, at);
      const { service } = slot;
      if (service === null) return;
      slot.service = null;
      await service.kill();
      await sleep(downMs);
      await revive(slot);
    },
    url,
    async end(role, at) {
      const slot = pick(role, at);
      const service = slot.service!;
      slot.service = null;
      return service.stop();
    },
    client: (at) =>
      createClient({
        baseUrl: url(at),
        apiKey: account.apiKey,
        maxRetries: 0,
        timeoutMs: options.callTimeoutMs ?? CALL_TIMEOUT_MS,
      }),
    service: (at) => running('api', at),
    worker: (at) => running('worker', at),
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await queryRows(databaseUrl, text, values)) as Row[];
    },
    async stop() {
      await Promise.all(slots.map(({ service }) => service?.stop()));
      await database?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the stored counts that differ from a fresh count of the rows. */
export async function findWrongCounts(deployment: Deployment): Promise<unknown[]> {
  return deployment.query(`
    with truth as (
      select v.project_id, v.locale_id, v.state, v.origin, count(*) as values_count
      from translation_value v
      join translation_key k on k.project_id = v.project_id and k.id = v.key_id
      where k.archived_at is null
      group by 1, 2, 3, 4
    )
    select coalesce(t.project_id, c.project_id) as project, coalesce(t.locale_id, c.locale_id) as locale,
           t.values_count as truth, c.values_count as kept
    from truth t
    full join (
      select project_id, locale_id, state, origin, sum(values_count) as values_count
      from (select * from value_count union all select * from value_count_delta) counted
      group by 1, 2, 3, 4
    ) c using (project_id, locale_id, state, origin)
    where coalesce(t.values_count, 0) <> coalesce(c.values_count, 0)`);
}

/** Finds duplicate keys and values: two keys of one name, or two values of one key and locale. */
export async function findDoubles(deployment: Deployment): Promise<unknown[]> {
  return deployment.query(`
    select project_id, name from translation_key group by 1, 2 having count(*) > 1
    union all
    select project_id, key_id::text from translation_value
    group by project_id, key_id, locale_id having count(*) > 1`);
}

/** Finds values whose history lacks a version or contains a version twice. */
export async function findBrokenHistory(deployment: Deployment): Promise<unknown[]> {
  return deployment.query(`
    select v.key_id, v.version, count(h.version) as kept
    from translation_value v
    left join value_history h using (project_id, locale_id, key_id)
    group by v.project_id, v.locale_id, v.key_id, v.version
    having count(h.version) <> v.version - 1`);
}
