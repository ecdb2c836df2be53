import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  cleanUp,
  makeInstalledProject,
  makeProject,
  platform,
  Run,
  spawnRun,
  start,
  write,
} from './run/project.fixture.ts';

afterEach(cleanUp);

describe('scripts/run.mjs', () => {
  test('installs packages at the first start of a checkout, and installs nothing at the second start', async () => {
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

  test('installs the packages of a changed lock file, and installs nothing if npm ci has already run', async () => {
    const root = makeProject();
    await start(root, ['entry.mjs']).ended();
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

  test('installs nothing if npm has left out only packages for other platforms', async () => {
    const { root } = makeInstalledProject();
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const version = '1.0.0';
    lock.packages['node_modules/emulator'] = { version, optional: true, cpu: ['none'] };
    lock.packages['node_modules/part-of-emulator'] = { version, optional: true };
    write(root, 'package-lock.json', lock);
    const run = start(root, ['entry.mjs']);
    expect(await run.ended()).toBe(0);
    expect(run.stderr).toBe('');
  });

  test('ends with npm’s error if the lock file does not match the manifests', async () => {
    const root = makeProject();
    write(root, 'vendored/package.json', { name: 'vendored', version: '2.0.0' });
    const dependencies = { vendored: 'file:../../vendored' };
    write(root, 'packages/part/package.json', { name: 'part', version: '1.0.0', dependencies });
    const run = start(root, ['entry.mjs']);
    expect(await run.ended()).toBe(1);
    expect(run.stderr).toMatch(/in sync.*parlance: npm ci failed \(1\)/s);
    expect(run.events).toEqual([]);
  });

  test('installs once for two simultaneous starts, and runs both commands', async () => {
    const root = makeProject();
    // Simulates an installation, which ends when both starts wait for it.
    const lock = join(root, '.cache/installing');
    mkdirSync(join(root, '.cache'));
    writeFileSync(lock, String(process.pid));
    const runs = [start(root, ['entry.mjs']), start(root, ['entry.mjs'])];
    for (const run of runs) await run.saying(`waiting for process ${process.pid}, which installs`);
    rmSync(lock);
    expect(await Promise.all(runs.map((run) => run.ended()))).toEqual([0, 0]);
    const said = runs.map((run) => run.stderr).join('');
    expect(said.match(/installing packages/g)).toHaveLength(1);
    for (const run of runs) expect(run.events).toHaveLength(1);
  });

  test('installs again after a start that was killed during its installation', async () => {
    const root = makeProject();
    const killed = start(root, ['entry.mjs']);
    await killed.saying('installing');
    killed.child.kill('SIGKILL');
    const next = start(root, ['entry.mjs']);
    expect(await next.ended()).toBe(0);
    expect(next.events).toHaveLength(1);
  });

  test('runs a read-only checkout without an installation', async () => {
    // Another user may not have access to this Node: only its owner can enter a folder of `mktemp -d`.
    const { root, node } = makeInstalledProject();
    const isRoot = process.getuid?.() === 0;
    chmodSync(root, 0o755);
    const paths = [root, join(root, 'node_modules')];
    if (!isRoot) for (const path of paths) chmodSync(path, 0o555);
    try {
      // Root can write everywhere, so root runs the command as another user.
      const child = spawn(node, ['scripts/run.mjs', 'entry.mjs'], {
        cwd: root,
        env: { PATH: process.env.PATH },
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

  test('installs the bundled Node only if it can run on this machine', async () => {
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
    expect(run.stderr).toMatch(/cannot run on this machine .*: removing it/);
    expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(false);
  });
});

describe('scripts/run.mjs with an entry', () => {
  test('runs the entry in the Node that npm installed, with the Node options before the entry', async () => {
    const { root, node } = makeInstalledProject();
    const run = start(root, ['--no-warnings', 'entry.mjs', 'x', '--y']);
    expect(await run.ended()).toBe(0);
    expect(run.events).toEqual([
      { pid: expect.any(Number), node, options: ['--no-warnings'], argv: ['x', '--y'] },
    ]);
  });

  test('ends with one line that names the required version if this Node is too old', async () => {
    const { root } = makeInstalledProject({ hasNode: false });
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.17.1'}})`;
    const run = start(root, ['entry.mjs'], { nodeArgs: ['--import', old] });
    expect(await run.ended()).toBe(1);
    expect(run.stderr).toMatch(
      /^parlance: Node 22\.18 or newer is required, but this is 22\.17\.1, .*\n$/,
    );
  });

  test('ends with the exit code or signal of its command', async () => {
    const { root } = makeInstalledProject();
    expect(await start(root, ['entry.mjs', 'exit']).ended()).toBe(7);
    expect(await start(root, ['entry.mjs', 'kill']).ended()).toBe('SIGKILL');
    const absent = start(root, ['absent.mjs']);
    expect(await absent.ended()).toBe(1);
    expect(absent.stderr).toBe('parlance: there is no absent.mjs\n');
  });

  test.each([
    ['SIGINT', 3],
    ['SIGTERM', 4],
  ] as const)(
    'passes %s on to its command, and waits until the command has ended',
    async (signal, code) => {
      const { root } = makeInstalledProject();
      const run = start(root, ['entry.mjs', 'stay']);
      await run.saying('pid');
      run.child.kill(signal);
      expect(await run.ended()).toBe(code);
      expect(run.events.slice(1)).toEqual([signal, 'ended']);
      expect(run.stderr).toBe('');
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'passes Ctrl-C on a terminal to its command once',
    async () => {
      const { root } = makeInstalledProject();
      const command = `exec ${process.execPath} scripts/run.mjs entry.mjs stay`;
      // script(1) gives its command a pseudoterminal.
      const run = spawnRun(root, 'script', ['-qec', command, '/dev/null']);
      await run.saying('pid');
      run.child.stdin?.write('\x03');
      expect(await run.ended()).toBe(3);
      expect(run.stdout.match(/"SIGINT"/g)).toHaveLength(1);
      expect(run.events.at(-1)).toBe('ended');
    },
  );

  test('ends an entry that does not handle signals', async () => {
    const { root } = makeInstalledProject();
    writeFileSync(join(root, 'deaf.mjs'), 'console.log("up"); setInterval(() => {}, 1000);');
    const run = start(root, ['deaf.mjs']);
    await run.saying('up');
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe('SIGTERM');
  });
});
