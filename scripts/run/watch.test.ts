import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanUp, makeInstalledProject, start, waitUntil } from './project.fixture.ts';

let root: string;
let folder: string;
beforeEach(() => {
  ({ root } = makeInstalledProject());
  folder = join(root, 'packages/part/src');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'part.ts'), '0');
});
afterEach(cleanUp);

/** Saves a file by replacing it, as some editors do. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new~`, text);
  renameSync(`${path}.new~`, path);
}

describe('scripts/run.mjs --watch', () => {
  test('restarts the server after each save of a file, even of a new file in a new folder', async () => {
    const run = start(root, ['--watch', 'entry.mjs', 'stay']);
    const starts = (count: number) =>
      waitUntil(
        () => run.pids.length === count,
        () => `start ${count} in ${run.stdout}${run.stderr}`,
      );
    await starts(1);
    const part = join(folder, 'part.ts');
    let count = 1;
    for (const save of [
      () => replace(part, '1'),
      () => replace(part, '2'),
      () => writeFileSync(part, '3'),
      () => replace(part, '4'),
    ]) {
      save();
      await starts(++count);
    }
    mkdirSync(join(folder, 'inner'));
    // The new folder is watched once the event about it has arrived.
    await waitUntil(
      () => {
        replace(join(folder, 'inner/new.ts'), '5');
        return run.pids.length > count;
      },
      () => `a start in ${run.stdout}${run.stderr}`,
    );
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(4);
  });

  test('waits for a save after the server has exited', async () => {
    const run = start(root, ['--watch', 'entry.mjs', 'exit']);
    await run.saying('starts again when a module is saved');
    replace(join(folder, 'part.ts'), '1');
    await waitUntil(
      () => run.pids.length === 2,
      () => `a second start in ${run.stdout}${run.stderr}`,
    );
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(7);
  });
});
