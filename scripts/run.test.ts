import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** An entry that tells what it is given, and says once for each signal that reaches it. */
const ENTRY = `
import { setTimeout as sleep } from 'node:timers/promises';
const say = (event) => console.log(JSON.stringify(event));
const [mode] = process.argv.slice(2);
process.once('SIGINT', async () => { say('SIGINT'); await sleep(300); say('ended'); process.exit(3); });
process.once('SIGTERM', async () => { say('SIGTERM'); await sleep(300); say('ended'); process.exit(4); });
say({ pid: process.pid, node: process.execPath, argv: process.argv.slice(2), lifeline: process.env.PARLANCE_LIFELINE });
if (mode === 'exit') process.exit(7);
if (mode === 'kill') process.kill(process.pid, 'SIGKILL');
if (mode === 'stay') setInterval(() => {}, 1000);
`;

const MANIFEST = {
  name: 'project',
  version: '1.0.0',
  workspaces: ['packages/*'],
  scripts: { start: 'node scripts/run.mjs entry.mjs stay' },
};

/** A checkout with no dependency but its own workspaces, so that npm ci needs no registry. */
function makeProject(): string {
  const root = mkdtempSync(join(tmpdir(), `parlance-test-${process.pid}-`));
  cleanUps.push(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'scripts'));
  cpSync(join(here, 'run.mjs'), join(root, 'scripts/run.mjs'));
  cpSync(join(here, 'run'), join(root, 'scripts/run'), { recursive: true });
  write(root, 'package.json', MANIFEST);
  write(root, 'packages/part/package.json', { name: 'part', version: '1.0.0' });
  writeLock(root);
  writeFileSync(join(root, 'entry.mjs'), ENTRY);
  return root;
}

function write(root: string, path: string, content: object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);
}

/** The lock file that npm would write. */
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

/** Puts a Node other than this one where npm puts the platform's. */
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

class Run {
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

  get events(): unknown[] {
    return this.stdout
      .split('\n')
      .filter((line) => /^[{"]/.test(line))
      .map((line) => JSON.parse(line));
  }

  async ended(): Promise<number | string | null> {
    const [code, signal] = await once(this.child, 'close');
    return code ?? signal;
  }

  async saying(text: string): Promise<void> {
    await waitUntil(
      () => this.stdout.includes(text),
      () => `${text} in ${this.stdout}${this.stderr}`,
    );
  }
}

async function waitUntil(condition: () => boolean, what: () => string): Promise<void> {
  const deadline = performance.now() + 25_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function start(root: string, args: string[], nodeArgs: string[] = [], detached = false): Run {
  return spawnRun(root, process.execPath, [...nodeArgs, 'scripts/run.mjs', ...args], detached);
}

function spawnRun(root: string, program: string, args: string[], detached = false): Run {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    // Nothing here is in a registry.
    env: { PATH, HOME, npm_config_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  return new Run(child);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const pidOf = (run: Run): number => (run.events[0] as { pid: number }).pid;

test('a fresh checkout is installed with one line that says so, and the next start installs nothing', async () => {
  const root = makeProject();
  const first = start(root, ['entry.mjs', 'a', 'b c']);
  expect(await first.ended()).toBe(0);
  expect(first.stderr).toMatch(
    /^parlance: installing packages .*\nparlance: packages installed in \d+ s\n$/,
  );
  expect(first.events).toEqual([expect.objectContaining({ argv: ['a', 'b c'] })]);
  expect(existsSync(join(root, 'node_modules/part/package.json'))).toBe(true);
  const second = start(root, ['entry.mjs']);
  expect(await second.ended()).toBe(0);
  expect(second.stderr).toBe('');
});

test("a changed dependency of a workspace is installed; a change that is none, or someone's own npm ci, is not", async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  write(root, 'packages/part/package.json', { name: 'part', version: '1.0.0', description: 'new' });
  const described = start(root, ['entry.mjs']);
  await described.ended();
  expect(described.stderr).toBe('');

  write(root, 'vendored/package.json', { name: 'vendored', version: '2.0.0' });
  const dependencies = { vendored: 'file:../../vendored' };
  write(root, 'packages/part/package.json', { name: 'part', version: '1.0.0', dependencies });
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline'], {
    cwd: root,
  });
  const changed = start(root, ['entry.mjs']);
  await changed.ended();
  expect(changed.stderr).toMatch(/installing packages/);
  expect(existsSync(join(root, 'node_modules/vendored/package.json'))).toBe(true);

  execFileSync('npm', ['ci', '--ignore-scripts', '--offline'], { cwd: root, stdio: 'ignore' });
  const own = start(root, ['entry.mjs']);
  await own.ended();
  expect(own.stderr).toBe('');
});

test('a lock file that does not fit ends the start with npm’s reason, and nothing runs', async () => {
  const root = makeProject();
  write(root, 'vendored/package.json', { name: 'vendored', version: '2.0.0' });
  const dependencies = { vendored: 'file:../../vendored' };
  write(root, 'packages/part/package.json', { name: 'part', version: '1.0.0', dependencies });
  const run = start(root, ['entry.mjs']);
  expect(await run.ended()).toBe(1);
  expect(run.stderr).toMatch(/in sync.*parlance: npm ci failed \(1\)/s);
  expect(run.events).toEqual([]);
});

test('of two starts at once one installs, the other waits, and both run', async () => {
  const root = makeProject();
  const runs = [start(root, ['entry.mjs']), start(root, ['entry.mjs'])];
  expect(await Promise.all(runs.map((run) => run.ended()))).toEqual([0, 0]);
  const said = runs.map((run) => run.stderr).join('');
  expect(said.match(/installing packages/g)).toHaveLength(1);
  expect(said).toMatch(/waiting for process \d+, which is setting up this checkout/);
  for (const run of runs) expect(run.events).toHaveLength(1);
});

test('a start that was killed while it installed does not hold up the next one', async () => {
  const root = makeProject();
  const killed = start(root, ['entry.mjs']);
  await waitUntil(
    () => killed.stderr.includes('installing'),
    () => 'the install',
  );
  killed.child.kill('SIGKILL');
  const next = start(root, ['entry.mjs']);
  expect(await next.ended()).toBe(0);
  expect(next.events).toHaveLength(1);
});

test('an installation that cannot be written to is used as it is', async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  rmSync(join(root, 'node_modules/.parlance-stamp'));
  rmSync(join(root, '.cache'), { recursive: true, force: true });
  const isRoot = process.getuid?.() === 0;
  // Another user may not reach our own Node: a folder of `mktemp -d` lets nobody else in.
  const node = installOtherNode(root);
  chmodSync(root, 0o755);
  const paths = [root, join(root, 'node_modules')];
  if (!isRoot) for (const path of paths) chmodSync(path, 0o555);
  try {
    // Root may write everywhere, so there the run is made by another.
    const { PATH } = process.env;
    const child = spawn(node, ['scripts/run.mjs', 'entry.mjs'], {
      cwd: root,
      env: { PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
    });
    const run = new Run(child);
    expect(await run.ended()).toBe(0);
    expect(run.stderr).toBe('');
    expect(run.events).toHaveLength(1);
  } finally {
    for (const path of paths) chmodSync(path, 0o755);
  }
});

test('a Node that is too old ends in one line where npm has none for the platform', async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.17.1'}})`;
  const run = start(root, ['entry.mjs'], ['--import', old]);
  expect(await run.ended()).toBe(1);
  expect(run.stderr).toMatch(/^parlance: Node 22\.18 or newer is needed, this is 22\.17\.1, .*\n$/);
});

test('the entry runs in the Node that npm installed, and in this process where that is it', async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  const same = start(root, ['entry.mjs']);
  await same.ended();
  expect(same.events[0]).toMatchObject({ pid: same.child.pid });
  const other = installOtherNode(root);
  const spawned = start(root, ['entry.mjs', 'x']);
  expect(await spawned.ended()).toBe(0);
  expect(spawned.events).toEqual([{ pid: expect.any(Number), node: other, argv: ['x'] }]);
  expect(pidOf(spawned)).not.toBe(spawned.child.pid);
});

test('a bundled Node that cannot run here is left out', async () => {
  const root = makeProject();
  const name = `node-${platform}`;
  const spec = { name, version: '1.0.0', bin: { node: 'bin/node' } };
  write(root, `packages/node/package.json`, spec);
  mkdirSync(join(root, 'packages/node/bin'));
  writeFileSync(join(root, 'packages/node/bin/node'), '#!/nonexistent/interpreter\n', {
    mode: 0o755,
  });
  rmSync(join(root, 'package-lock.json'));
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline'], {
    cwd: root,
  });
  const run = start(root, ['entry.mjs']);
  expect(await run.ended()).toBe(0);
  expect(run.stderr).toMatch(/cannot run here .*: leaving it out/);
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(false);
});

for (const isSpawned of [false, true]) {
  const where = isSpawned ? 'a spawned run' : 'this process';

  async function prepare(): Promise<string> {
    const root = makeProject();
    await start(root, ['entry.mjs']).ended();
    if (isSpawned) installOtherNode(root);
    return root;
  }

  test(`in ${where}: exit codes and signals come out as they are`, async () => {
    const root = await prepare();
    expect(await start(root, ['entry.mjs', 'exit']).ended()).toBe(7);
    expect(await start(root, ['entry.mjs', 'kill']).ended()).toBe('SIGKILL');
    expect(await start(root, ['absent.mjs']).ended()).toBe(1);
  });

  for (const [signal, code] of [
    ['SIGINT', 3],
    ['SIGTERM', 4],
  ] as const) {
    test(`in ${where}: ${signal} to the command reaches the entry once and its end is awaited`, async () => {
      const run = start(await prepare(), ['entry.mjs', 'stay']);
      await run.saying('pid');
      run.child.kill(signal);
      expect(await run.ended()).toBe(code);
      expect(run.events.slice(1)).toEqual([signal, 'ended']);
      expect(run.stderr).toBe('');
    });
  }

  test(`in ${where}: Ctrl-C, which every process of the group gets, is one request`, async () => {
    const run = start(await prepare(), ['entry.mjs', 'stay'], [], true);
    await run.saying('pid');
    process.kill(-run.child.pid!, 'SIGINT');
    await run.saying('SIGINT');
    process.kill(-run.child.pid!, 'SIGINT');
    expect(await run.ended()).toBe(3);
    expect(run.events.slice(1)).toEqual(['SIGINT', 'ended']);
  });
}

test('Ctrl-C to npm start ends everything in order', async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  installOtherNode(root);
  const run = spawnRun(root, 'npm', ['start'], true);
  await run.saying('pid');
  process.kill(-run.child.pid!, 'SIGINT');
  await run.ended();
  expect(run.events.slice(1)).toEqual(['SIGINT', 'ended']);
  expect(isAlive(pidOf(run))).toBe(false);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  for (const script of [
    'node scripts/run.mjs entry.mjs stay',
    'exec node scripts/run.mjs entry.mjs stay',
  ]) {
    test(`${signal} to npm alone ends the entry in order (${script.split(' ')[0]})`, async () => {
      const root = makeProject();
      await start(root, ['entry.mjs']).ended();
      write(root, 'package.json', { ...MANIFEST, scripts: { start: script } });
      installOtherNode(root);
      const run = spawnRun(root, 'npm', ['start']);
      await run.saying('pid');
      run.child.kill(signal);
      await run.saying('ended');
      expect(run.events.slice(1)).toEqual(['SIGTERM', 'ended']);
      await waitUntil(
        () => !isAlive(pidOf(run)),
        () => 'its end',
      );
    });
  }
}

test('an entry that does not listen dies of the signal, as without the script', async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  writeFileSync(join(root, 'deaf.mjs'), 'console.log("up"); setInterval(() => {}, 1000);');
  const run = start(root, ['deaf.mjs']);
  await run.saying('up');
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe('SIGTERM');
});

test('kill -9 of the outer process ends the inner one in order', async () => {
  const root = makeProject();
  await start(root, ['entry.mjs']).ended();
  installOtherNode(root);
  const run = start(root, ['entry.mjs', 'stay']);
  await run.saying('pid');
  run.child.kill('SIGKILL');
  await run.saying('SIGTERM');
  await waitUntil(
    () => !isAlive(pidOf(run)),
    () => 'the end of the inner process',
  );
});

test('--watch starts anew when a source changes, not for a test, and ends with its signal', async () => {
  const root = makeProject();
  mkdirSync(join(root, 'packages/part/src'));
  writeFileSync(join(root, 'packages/part/src/a.ts'), '');
  await start(root, ['entry.mjs']).ended();
  installOtherNode(root);
  const run = start(root, ['--watch', 'entry.mjs', 'stay']);
  await run.saying('pid');
  const first = pidOf(run);
  writeFileSync(join(root, 'packages/part/src/a.test.ts'), '1');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(run.events).toHaveLength(1);
  writeFileSync(join(root, 'packages/part/src/a.ts'), '1');
  await waitUntil(
    () => run.events.length === 4,
    () => `a new start in ${run.stdout}`,
  );
  expect(run.events.slice(1)).toEqual([
    'SIGTERM',
    'ended',
    expect.objectContaining({ argv: ['stay'] }),
  ]);
  expect(isAlive(first)).toBe(false);
  run.child.kill('SIGINT');
  expect(await run.ended()).toBe(3);
});
