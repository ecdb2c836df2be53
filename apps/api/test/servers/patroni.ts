import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { processTable, readPostmasterPid } from '../../src/db/embedded/process-table.ts';
import { until } from '../processes/process.ts';
import { debianBinDir } from './debian.ts';
import { fillIn } from './fill-in.ts';
import { makeTestDirectory } from './postgres.ts';
import { startServer } from './server-program.ts';
import { type PortProxy, type ProxyMode, startPortProxy } from './tcp-proxy.ts';

const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
};
/** Time limit for creating an empty cluster and copying it to the second node. */
const START_MS = 120_000;
const LOG_LINES = 60;
const NAMES = ['a', 'b'] as const;
type Name = (typeof NAMES)[number];

const read = (name: string): string =>
  readFileSync(new URL(`../../../../docs/scaling/${name}`, import.meta.url), 'utf8');

/** One of two simulated machines: PostgreSQL, its Patroni, and their network. */
export interface PatroniNode {
  readonly name: Name;
  /** Sends SIGKILL to PostgreSQL only. */
  killPostgres(): void;
  /** Sends SIGKILL to all processes of the machine. */
  kill(): void;
  /** Starts Patroni again after {@link kill}. */
  start(): void;
  /** Sends SIGSTOP to all processes of the machine. */
  freeze(): void;
  thaw(): void;
  /** Cuts the network of the machine. Connections stay open. */
  cut(): void;
  /** Undoes {@link cut}. */
  rejoin(): void;
}

/** Two PostgreSQL nodes under Patroni with etcd, behind HAProxy, with the files of docs/scaling. */
export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** URL of the primary through HAProxy. */
  readonly primaryUrl: string;
  /** URL of the standby through HAProxy. */
  readonly standbyUrl: string;
  /** Returns the node that is the primary, or null if there is none. */
  findPrimary(): Promise<PatroniNode | null>;
  /** Returns true if one node is the primary and the other its synchronous standby. */
  isWhole(): Promise<boolean>;
  /** Returns the last log lines of Patroni and PostgreSQL on both nodes. */
  readLogs(): string;
  stop(): Promise<void>;
}

interface Proxies {
  /** Proxy from this node to etcd. */
  readonly etcd: PortProxy;
  /** Proxies from HAProxy to PostgreSQL and Patroni of this node. */
  readonly database: PortProxy;
  readonly rest: PortProxy;
  /** Proxies from the other node to PostgreSQL and Patroni of this node. */
  readonly otherDatabase: PortProxy;
  readonly otherRest: PortProxy;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const dir = makeTestDirectory();
  giveToPostgres(dir);
  const stops: (() => Promise<void>)[] = [];
  const etcdPort = await startEtcd(dir, stops);
  const proxies = new Map<Name, Proxies>();
  const nodes: Node[] = [];
  for (const name of NAMES) {
    const [databasePort, restPort] = [await findFreePort(), await findFreePort()];
    const own = await startProxies({ etcdPort, databasePort, restPort });
    proxies.set(name, own);
    nodes.push(new Node({ name, dir, databasePort, restPort, own, all: proxies }));
  }
  const [primaryPort, standbyPort] = await startHaproxy(dir, proxies, stops);
  for (const node of nodes) node.start();
  const ask = async (name: Name): Promise<{ role: string; state: string; sync: boolean }> => {
    const { port } = proxies.get(name)!.rest;
    const answer = await fetch(`http://127.0.0.1:${port}/patroni`, {
      signal: AbortSignal.timeout(1_000),
    });
    const status = (await answer.json()) as { role: string; state: string; sync_standby?: boolean };
    return { role: status.role, state: status.state, sync: status.sync_standby === true };
  };
  const states = () =>
    Promise.all(
      NAMES.map((name) => ask(name).catch(() => ({ role: 'away', state: '', sync: false }))),
    );
  const isWhole = async () => {
    const found = await states();
    return (
      found.every(({ state }) => state === 'running') &&
      found.filter(({ role }) => role === 'master' || role === 'primary').length === 1 &&
      found.some(({ sync }) => sync)
    );
  };
  await until('two nodes', isWhole, START_MS, 200);
  const urlOf = (port: number) => `postgresql://postgres:change-me@127.0.0.1:${port}/postgres`;
  return {
    nodes,
    primaryUrl: urlOf(primaryPort),
    standbyUrl: urlOf(standbyPort),
    async findPrimary() {
      const at = (await states()).findIndex(({ role }) => role === 'master' || role === 'primary');
      return nodes[at] ?? null;
    },
    isWhole,
    readLogs: () => nodes.map((node) => node.readLog()).join('\n'),
    async stop() {
      for (const node of nodes) {
        node.thaw();
        node.kill();
      }
      for (const stop of stops) await stop();
      for (const own of proxies.values()) {
        await Promise.all(Object.values(own).map((proxy: PortProxy) => proxy.stop()));
      }
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

interface NodeOptions {
  name: Name;
  dir: string;
  databasePort: number;
  restPort: number;
  own: Proxies;
  /** Proxies of both nodes. The second entry is added later. */
  all: ReadonlyMap<Name, Proxies>;
}

class Node implements PatroniNode {
  readonly name: Name;
  readonly #options: NodeOptions;
  readonly #file: string;
  readonly #log: string;
  readonly #data: string;
  #patroni: ChildProcess | null = null;

  constructor(options: NodeOptions) {
    const { name, dir, databasePort, restPort, own } = options;
    this.name = name;
    this.#options = options;
    this.#data = join(dir, `data-${name}`);
    this.#file = join(dir, `${name}.yml`);
    this.#log = join(dir, `${name}.log`);
    const local = fillIn(read('patroni.yml'), {
      'name: a': `name: ${name}`,
      'listen: 10.0.0.11:8008': `listen: 127.0.0.1:${restPort}`,
      'connect_address: 10.0.0.11:8008': `connect_address: 127.0.0.1:${own.otherRest.port}`,
      // By default, Patroni asks etcd for its addresses and bypasses the proxy.
      '10.0.0.21:2379': `127.0.0.1:${own.etcd.port}\n  use_proxies: true`,
      'listen: 10.0.0.11:5432': `listen: 127.0.0.1:${databasePort}`,
      'connect_address: 10.0.0.11:5432': `connect_address: 127.0.0.1:${own.otherDatabase.port}`,
      '/var/lib/postgresql/parlance': this.#data,
      '/var/lib/postgresql/pgpass': join(dir, `pgpass-${name}`),
      '/usr/lib/postgresql/15/bin': debianBinDir!,
      '10.0.0.0/24': '127.0.0.1/32',
      '/run/postgresql': dir,
    });
    writeFileSync(this.#file, local);
    giveToPostgres(this.#file);
  }

  start(): void {
    const [program, args] = asPostgres(PROGRAMS.patroni, [this.#file]);
    const log = openSync(this.#log, 'a');
    const child = spawn(program, args, { cwd: '/', stdio: ['ignore', log, log] });
    closeSync(log);
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.#patroni = child;
  }

  readLog(): string {
    const lines = readFileSync(this.#log, 'utf8').split('\n').slice(-LOG_LINES);
    return [`node ${this.name}:`, ...lines].join('\n');
  }

  killPostgres(): void {
    process.kill(readPostmasterPid(this.#data)!, 'SIGKILL');
  }

  kill(): void {
    this.#signalAll('SIGKILL');
  }

  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  cut(): void {
    this.#setNetwork('frozen');
  }

  rejoin(): void {
    this.#setNetwork('forwards');
  }

  #signalAll(signal: NodeJS.Signals): void {
    this.#patroni?.kill(signal);
    if (!existsSync(this.#data)) return;
    for (const pid of processTable.findServer(this.#data)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  #setNetwork(mode: ProxyMode): void {
    const { own, all } = this.#options;
    for (const proxy of Object.values(own) as PortProxy[]) proxy.set(mode);
    // With two nodes, every request to the other node comes from this node.
    for (const { otherDatabase, otherRest } of all.values()) {
      otherDatabase.set(mode);
      otherRest.set(mode);
    }
  }
}

async function startProxies(ports: {
  etcdPort: number;
  databasePort: number;
  restPort: number;
}): Promise<Proxies> {
  const to = (port: number) => startPortProxy({ host: '127.0.0.1', port });
  return {
    etcd: await to(ports.etcdPort),
    database: await to(ports.databasePort),
    rest: await to(ports.restPort),
    otherDatabase: await to(ports.databasePort),
    otherRest: await to(ports.restPort),
  };
}

async function startEtcd(dir: string, stops: (() => Promise<void>)[]): Promise<number> {
  const [port, peerPort] = [await findFreePort(), await findFreePort()];
  const data = join(dir, 'etcd');
  mkdirSync(data);
  const [url, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const args = ['--data-dir', data, '--listen-client-urls', url, '--advertise-client-urls', url];
  const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer];
  const cluster = ['--initial-cluster', `default=${peer}`, '--log-level', 'error'];
  stops.push(await startServer(PROGRAMS.etcd, [...args, ...peers, ...cluster], port));
  // Patroni cannot read the version until etcd has determined the version of the cluster.
  const isDecided = async () =>
    /"etcdcluster":"\d/.test(await (await fetch(`${url}/version`)).text());
  await until('etcd', isDecided, START_MS, 100);
  return port;
}

/** Starts HAProxy. Returns the ports of the primary and of the standby. */
async function startHaproxy(
  dir: string,
  proxies: ReadonlyMap<Name, Proxies>,
  stops: (() => Promise<void>)[],
): Promise<[primary: number, standby: number]> {
  const ports: [number, number] = [await findFreePort(), await findFreePort()];
  const serverOf = (name: Name): string => {
    const { database, rest } = proxies.get(name)!;
    return `127.0.0.1:${database.port} check port ${rest.port}`;
  };
  const file = join(dir, 'haproxy.cfg');
  const config = fillIn(read('haproxy.cfg'), {
    '127.0.0.1:5432': `127.0.0.1:${ports[0]}`,
    '127.0.0.1:5433': `127.0.0.1:${ports[1]}`,
    '10.0.0.11:5432 check port 8008': serverOf('a'),
    '10.0.0.12:5432 check port 8008': serverOf('b'),
  });
  writeFileSync(file, config);
  stops.push(await startServer(PROGRAMS.haproxy, ['-db', '-f', file], ports[0]));
  return ports;
}

/** Returns a command that runs as an ordinary user, because PostgreSQL refuses to run as root. */
function asPostgres(program: string, args: string[]): [program: string, args: string[]] {
  if (process.getuid?.() !== 0) return [program, args];
  const account = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return ['setpriv', [...account, program, ...args]];
}

function giveToPostgres(path: string): void {
  if (process.getuid?.() !== 0) return;
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  chownSync(path, uid!, gid!);
}
