import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage } from '../../../../packages/cli/scripts/build.ts';
import { World } from './world.ts';

const ROUNDS = 60;
const KEYS = 2_000;
/** Time of the latest kill, in milliseconds after the start. A complete run takes less. */
const LATEST_MS = 1_200;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await World.start();
  folder = mkdtempSync(join(tmpdir(), 'parlance-cli-kill-'));
  await buildPackage(folder);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

it('a command that is killed at any moment leaves complete files and a complete project, and can run again', async () => {
  const text = (edition: string) =>
    Object.fromEntries(
      Array.from({ length: KEYS }, (_, index) => [`key${index}`, `${edition} ${index}`]),
    );
  const projectId = await world.createProject(text('begin'));
  const clone = world.clone(projectId);
  expect((await clone.run('pull')).exit).toBe(0);
  const isWhole = (texts: Record<string, unknown>) =>
    Object.keys(texts).length === KEYS &&
    new Set(Object.values(texts).map((text) => String(text).replace(/ \d+$/, ''))).size === 1;
  let killed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const command = round % 2 === 0 ? 'push' : 'pull';
    if (command === 'push') clone.write('locales/en.json', text(`file${round}`));
    else await world.put(projectId, text(`project${round}`));
    const child = spawn(
      process.execPath,
      [
        join(folder, 'dist/main.js'),
        command,
        '--conflicts',
        command === 'push' ? 'ours' : 'theirs',
      ],
      { cwd: clone.root, env: { HOME: clone.root, ...world.env }, stdio: 'ignore' },
    );
    const exited = once(child, 'exit');
    const ended = await Promise.race([exited, sleep((LATEST_MS * round) / ROUNDS)]);
    if (ended === undefined) {
      child.kill('SIGKILL');
      killed++;
    }
    await exited;
    expect(isWhole(clone.json('locales/en.json')), `file after round ${round}`).toBe(true);
    expect(isWhole(await world.texts(projectId)), `project after round ${round}`).toBe(true);
    const again = await clone.run(command, '--conflicts', command === 'push' ? 'ours' : 'theirs');
    expect(again.exit, JSON.stringify(again.json)).toBe(0);
    expect(clone.json('locales/en.json')).toEqual(await world.texts(projectId));
  }
  expect(killed).toBeGreaterThan(ROUNDS / 4);
});
