import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SLOWNESS } from '../slowness.ts';

const SCRIPTS = dirname(dirname(fileURLToPath(import.meta.url)));
const TIMEOUT_MS = 25_000 * SLOWNESS;

export const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const cleanUps: (() => void)[] = [];

/** Ends the processes and removes the files of the tests. */
export function cleanUp(): void {
  for (const step of cleanUps.splice(0)) step();
}

/** An entry that reports its arguments and each signal, and exits gracefully. */
const ENTRY = `
import { setTimeout as sleep } from 'node:timers/promises';
const say = (event) => console.log(JSON.stringify(event));
const [mode] = process.argv.slice(2);
const end = async (code) => { await sleep(50); say('ended'); process.exit(code); };
process.on('SIGINT', () => { say('SIGINT'); void end(3); });
process.on('SIGTERM', () => { say('SIGTERM'); void end(4); });
process.on('disconnect', () => { say('disconnect'); void end(5); });
say({ pid: process.pid, node: process.execPath, options: process.execArgv, argv: process.argv.slice(2) });
if (mode === 'exit') process.exit(7);
if (mode === 'refuse') process.exit(2);
if (mode === 'kill') process.kill(process.pid, 'SIGKILL');
if (mode === 'stay') setInterval(() => {}, 1000);
`;

const MANIFEST = {
  name: 'project',
  version: '1.0.0',
  workspaces: ['packages/*'],
  scripts: { start: 'node scripts/run.mjs --supervise entry.mjs stay' },
};

/** Creates a checkout whose only dependency is its workspace, so that npm ci needs no registry. */
export function makeProject(): string {
  const root = mkdtempSync(join(tmpdir(), `parlance-test-${process.pid}-`));
  cleanUps.push(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(SCRIPTS, 'run.mjs'), join(root, 'scripts/run.mjs'));
  cpSync(join(SCRIPTS, 'run'), join(root, 'scripts/run'), { recursive: true });
  write(root, 'package.json', MANIFEST);
  write(root, 'packages/part/package.json', { name: 'part', version: '1.0.0' });
  writeLock(root);
  writeFileSync(join(root, 'entry.mjs'), ENTRY);
  return root;
}

/** Creates a project like {@link makeProject} with all packages installed, and optionally with its own Node. */
export function makeInstalledProject({ hasNode = true } = {}): { root: string; node: string } {
  const root = makeProject();
  write(root, 'node_modules/part/package.json', {});
  cpSync(join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json'));
  return { root, node: hasNode ? installOtherNode(root) : process.execPath };
}

export function write(root: string, path: string, content: object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes the lock file that npm would write. */
function writeLock(root: string, part: object = {}): void {
  write(root, 'package-lock.json', {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'project', version: '1.0.0', workspaces: ['packages/*'] },
      'node_modules/part': { resolved: 'packages/part', link: true },
      'packages/part': { version: '1.0.0', ...part },
    },
  });
}

/** Puts the current Node, under another path, where npm puts the platform's Node. */
function installOtherNode(root: string): string {
  const program = join(root, 'node_modules', `node-${platform}`, 'bin/node');
  mkdirSync(dirname(program), { recursive: true });
  try {
    linkSync(process.execPath, program);
  } catch {
    cpSync(process.execPath, program);
  }
  return program;
}

/** A started command with its output so far. */
export class Run {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on('data', (data) => {
      this.stdout += data;
    });
    child.stderr?.on('data', (data) => {
      this.stderr += data;
    });
  }

  /** Events that the entry reported. */
  get events(): unknown[] {
    return this.stdout
      .split(/\r?\n/)
      .filter((line) => /^[{"].*[}"]$/.test(line))
      .map((line) => JSON.parse(line));
  }

  /** Process ids of the entry, in the order of the starts. */
  get pids(): number[] {
    return this.events.flatMap((event) => (event as { pid?: number }).pid ?? []);
  }

  async ended(): Promise<number | string | null> {
    const [code, signal] = await once(this.child, 'close');
    return code ?? signal;
  }

  async saying(text: string): Promise<void> {
    await waitUntil(
      () => this.stdout.includes(text) || this.stderr.includes(text),
      () => `${text} in ${this.stdout}${this.stderr}`,
    );
  }
}

export async function waitUntil(condition: () => boolean, what: () => string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Starts `node scripts/run.mjs` in a project. */
export const start = (root: string, args: string[], { nodeArgs = [] as string[] } = {}): Run =>
  spawnRun(root, process.execPath, [...nodeArgs, 'scripts/run.mjs', ...args]);

/** Starts a program in a project. A detached run has its own process group. */
export function spawnRun(root: string, program: string, args: string[], detached = false): Run {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    // Nothing is in a registry.
    env: { PATH, HOME, npm_config_offline: 'true' },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached,
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  return new Run(child);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
