import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildPackage } from '../../../../packages/cli/scripts/build.ts';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { World } from './world.ts';

vi.setConfig({ testTimeout: 1_800_000 * SLOWNESS });

const exec = promisify(execFile);

const KEYS = 1_000_000;
const CHANGED = 1_000;
/** Limit of a JSON body, which the file exceeds. */
const BODY_BYTES = 64 * 1024 * 1024;
const FILE = 'locales/en.json';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await World.start();
  folder = mkdtempSync(join(tmpdir(), 'parlance-cli-million-'));
  await buildPackage(folder);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

/** Runs the bundle in a separate process, and returns its output. */
async function run({ root }: Clone, ...argv: string[]) {
  const main = join(folder, 'dist/main.js');
  const env = { HOME: root, ...world.env };
  const { stdout } = await exec(process.execPath, [main, ...argv, '--json'], { cwd: root, env });
  return JSON.parse(stdout).data;
}

const textsOf = (edition: string): string => {
  const texts = Array.from({ length: KEYS }, (_, index) => {
    const text = `Text ${index} of a screen with a million`;
    return [
      `screen${index % 1000}.element${index}.title`,
      index % 1000 === 1 ? text + edition : text,
    ];
  });
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
};

const sumOf = (pushed: Record<string, number>[], member: string): number =>
  pushed.reduce((sum, record) => sum + record[member]!, 0);

it('a project of a million keys is pushed, pulled, changed and checked', async () => {
  const projectId = await world.createProject();
  const [first, second] = [world.clone(projectId), world.clone(projectId)];
  const content = textsOf('');
  expect(Buffer.byteLength(content)).toBeGreaterThan(BODY_BYTES);

  first.write(FILE, content);
  const { pushed } = await run(first, 'push');
  expect(pushed.length).toBeGreaterThan(1);
  expect(sumOf(pushed, 'created')).toBe(KEYS);
  expect((await run(first, 'push')).pushed).toEqual([]);

  const pulled = await run(second, 'pull');
  expect(pulled.files).toMatchObject([{ path: FILE, isNew: true, added: KEYS }]);
  expect(second.read(FILE) === content).toBe(true);

  second.write(FILE, textsOf(', changed'));
  const changes = await run(second, 'push');
  expect(sumOf(changes.pushed, 'updated')).toBe(CHANGED);
  expect((await run(first, 'pull')).files).toMatchObject([{ path: FILE, changed: CHANGED }]);
  expect(first.read(FILE) === textsOf(', changed')).toBe(true);

  expect(await run(first, 'check', '--offline')).toMatchObject({ texts: KEYS, errors: 0 });
});
