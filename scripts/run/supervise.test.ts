import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cleanUp,
  isAlive,
  makeInstalledProject,
  spawnRun,
  start,
  waitUntil,
} from './project.fixture.ts';

let root: string;
beforeEach(() => {
  ({ root } = makeInstalledProject());
});
afterEach(cleanUp);

describe('scripts/run.mjs --supervise', () => {
  test.skipIf(process.platform !== 'linux')(
    'replaces itself with a shell, so that no Node process waits for the server',
    async () => {
      const run = start(root, ['--supervise', 'entry.mjs', 'stay']);
      await run.saying('pid');
      const name = readFileSync(`/proc/${run.child.pid}/comm`, 'utf8');
      expect(name).not.toMatch(/node/);
      run.child.kill('SIGTERM');
      expect(await run.ended()).toBe(4);
    },
  );

  test('restarts a killed server with a message, and ends the server on request', async () => {
    const run = start(root, ['--supervise', 'entry.mjs', 'stay']);
    await run.saying('pid');
    process.kill(run.pids[0]!, 'SIGKILL');
    await waitUntil(
      () => run.pids.length === 2,
      () => `a second start in ${run.stdout}${run.stderr}`,
    );
    expect(run.stderr).toBe('parlance: the server crashed (SIGKILL): starting it again in 1 s\n');
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(4);
    expect(run.events.slice(2)).toEqual(['SIGTERM', 'ended']);
  });

  test('does not restart a server that has exited or could not start', async () => {
    for (const [mode, code] of [
      ['', 0],
      ['refuse', 2],
    ] as const) {
      writeFileSync(join(root, 'once.mjs'), `console.log('"run"'); process.exit(${code});`);
      const run = start(root, ['--supervise', 'once.mjs', mode]);
      expect(await run.ended()).toBe(code);
      expect(run.events).toEqual(['run']);
      expect(run.stderr).toBe('');
    }
  });

  test.each([
    ['as a shell', true],
    ['as a process of Node if there is no shell', false],
  ])(
    'gives up after five crashes within five minutes, with pauses that double, %s',
    async (_, inShell) => {
      // The test uses a hundredth of the real pauses.
      const driver = `
      import { endAs } from './scripts/run/command.mjs';
      import { supervise } from './scripts/run/supervise.mjs';
      const command = { program: process.execPath, args: ['entry.mjs', 'exit'], env: process.env };
      endAs(await supervise(command, { firstPauseMs: 10, inShell: ${inShell} }));`;
      writeFileSync(join(root, 'driver.mjs'), driver);
      const run = spawnRun(root, process.execPath, ['driver.mjs']);
      expect(await run.ended()).toBe(1);
      expect(run.pids).toHaveLength(5);
      expect(run.stderr.match(/again in .* s/g)).toEqual(
        [0.01, 0.02, 0.04, 0.08].map((seconds) => `again in ${seconds} s`),
      );
      expect(run.stderr).toMatch(
        /\nparlance: the server crashed \(exit code 7\), 5 times within 5 minutes: giving up\n$/,
      );
    },
  );

  test('ends immediately on a request between a crash and the next start', async () => {
    const run = start(root, ['--supervise', 'entry.mjs', 'exit']);
    await run.saying('starting it again');
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe('SIGTERM');
    expect(run.pids).toHaveLength(1);
  });

  test('notifies a server once when the shell of npm has ended, if the supervisor is a Node process', async () => {
    const slow = `
      console.log(JSON.stringify({ pid: process.pid }));
      process.on('SIGTERM', () => console.log('"SIGTERM"'));
      process.once('SIGTERM', () => setTimeout(() => process.exit(0), 1_000));
      setInterval(() => {}, 1_000);`;
    const driver = `
      import { endAs } from './scripts/run/command.mjs';
      import { supervise } from './scripts/run/supervise.mjs';
      const command = { program: process.execPath, args: ['slow.mjs'], env: process.env };
      endAs(await supervise(command, { inShell: false }));`;
    const shell = `
      import { spawn } from 'node:child_process';
      const env = { ...process.env, npm_lifecycle_event: 'start' };
      spawn(process.execPath, ['driver.mjs'], { env, stdio: 'inherit' });`;
    for (const [name, text] of Object.entries({ slow, driver, shell })) {
      writeFileSync(join(root, `${name}.mjs`), text);
    }
    const run = spawnRun(root, process.execPath, ['shell.mjs']);
    await run.saying('pid');
    run.child.kill('SIGKILL');
    await waitUntil(
      () => !isAlive(run.pids[0]!),
      () => 'the end of the server',
    );
    expect(run.events.slice(1)).toEqual(['SIGTERM']);
  });

  test('lets the server shut down gracefully when the supervisor is killed', async () => {
    const run = start(root, ['--supervise', 'entry.mjs', 'stay']);
    await run.saying('pid');
    run.child.kill('SIGKILL');
    await run.saying('ended');
    expect(run.events.slice(1)).toEqual(['disconnect', 'ended']);
    await waitUntil(
      () => !isAlive(run.pids[0]!),
      () => 'the end of the server',
    );
  });
});

describe('npm start', () => {
  test('shuts the server down gracefully on Ctrl-C, which every process of the group receives', async () => {
    const run = spawnRun(root, 'npm', ['start'], true);
    await run.saying('pid');
    process.kill(-run.child.pid!, 'SIGINT');
    await run.ended();
    expect(run.events).toContain('SIGINT');
    expect(run.events.at(-1)).toBe('ended');
    expect(run.pids).toHaveLength(1);
    expect(isAlive(run.pids[0]!)).toBe(false);
  });

  test('shuts the server down gracefully when only npm receives SIGTERM', async () => {
    const run = spawnRun(root, 'npm', ['start']);
    await run.saying('pid');
    run.child.kill('SIGTERM');
    await run.saying('ended');
    // The shell of npm may end without forwarding the signal.
    expect(run.events[1]).toMatch(/^(SIGTERM|disconnect)$/);
    expect(run.events.at(-1)).toBe('ended');
    await waitUntil(
      () => !isAlive(run.pids[0]!),
      () => 'the end of the server',
    );
  });
});
