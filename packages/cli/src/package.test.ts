import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePacked } from '../../../scripts/run/build.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const TARBALL = join(ROOT, 'packages/cli/dist/cli.tgz');
/** Path of util-linux's program that runs a command in a pseudo-terminal. */
const SCRIPT = 'script';
/** Matches a foreground color in Select Graphic Rendition (ECMA-48). */
const COLOR = /\u001b\[3\d/;
const MAX_PACKED_BYTES = 350_000;
const MAX_HELP_LENGTH = 18_500;

let folder: string;
let installed: string;

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const { stdout } = await run('npm', [...args, '--cache', join(folder, 'cache')], {
    cwd,
    env: { ...process.env, PATH: path },
  });
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-cli-package-'));
  expect(await ensurePacked(ROOT, process.execPath)).toBe(true);
  const source = join(folder, 'package');
  await mkdir(source);
  await run('tar', ['-xzf', TARBALL, '-C', source, '--strip-components=1']);
  installed = join(folder, 'install');
  await mkdir(installed);
  await writeFile(join(installed, 'package.json'), '{ "private": true }');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--offline'];
  await npm(installed, 'install', TARBALL, ...quiet);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const parlance = (...argv: string[]) =>
  run(process.execPath, [join(installed, 'node_modules/@parlance/cli/dist/main.js'), ...argv], {
    cwd: installed,
    env: { HOME: folder },
  });

/** Runs `parlance init` in a terminal and presses Ctrl-C at the first prompt. */
async function interruptInit(cwd: string, flag: string): Promise<{ code: number; said: string }> {
  const main = join(installed, 'node_modules/@parlance/cli/dist/main.js');
  const command = `'${process.execPath}' '${main}' init ${flag}`;
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], {
    cwd,
    env: { HOME: folder, PATH: process.env.PATH, TERM: 'xterm' },
  });
  let [said, isAsked] = ['', false];
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (isAsked || !stripVTControlCharacters(said).includes('Address of the server')) return;
    isAsked = true;
    child.stdin.write('\u0003');
  });
  const [code] = await once(child, 'exit');
  return { code, said };
}

/** Returns a file of the package and all files that it imports, directly or indirectly. */
async function loadedBy(name: string): Promise<string[]> {
  const text = await readFile(join(folder, 'package/dist', name), 'utf8');
  const names = [...text.matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)/g)].map(([, one]) => one!);
  return [text, ...(await Promise.all(names.map(loadedBy))).flat()];
}

/** Built-in functions that Node 20, the oldest that the package supports, lacks. */
const NEWER_THAN_NODE_20 =
  /\b(?:(?:Map|Object)\.groupBy|Array\.fromAsync|Promise\.(?:withResolvers|try)|RegExp\.escape|Iterator\.\w+)\(|\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/;

describe('the package of the command line', () => {
  it('uses no built-in function that the oldest supported Node lacks', async () => {
    const dist = join(folder, 'package/dist');
    const calls: string[] = [];
    for (const name of await readdir(dist)) {
      const text = await readFile(join(dist, name), 'utf8');
      calls.push(...(NEWER_THAN_NODE_20.exec(text) ?? []));
    }
    expect(NEWER_THAN_NODE_20.test('Map.groupBy(x, y)')).toBe(true);
    expect(calls).toEqual([]);
  });

  it('installs alone, imports only modules of Node and of the package, and stays within its size limit', async () => {
    const names = await readdir(join(installed, 'node_modules'));
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['@parlance']);
    expect((await stat(TARBALL)).size).toBeLessThan(MAX_PACKED_BYTES);
    const scripts = await readdir(join(folder, 'package/dist'));
    expect(scripts).toContain('main.js');
    for (const name of scripts) {
      const text = await readFile(join(folder, 'package/dist', name), 'utf8');
      const imports = [...text.matchAll(/(?:\bfrom|\bimport\()\s*["'`]([@./\w:-]+)["'`]/g)].map(
        ([, name]) => name!,
      );
      expect(imports.filter((name) => !/^(node:|\.\/)/.test(name))).toEqual([]);
    }
  });

  it.skipIf(spawnSync(SCRIPT, ['--version']).error !== undefined)(
    'asks questions in a terminal, in color unless colors are disabled, and exits with 130 after Ctrl-C',
    async () => {
      const cwd = join(folder, 'terminal');
      await mkdir(join(cwd, 'locales'), { recursive: true });
      await writeFile(join(cwd, 'locales/en.json'), '{}');
      for (const flag of ['', '--no-color']) {
        const { code, said } = await interruptInit(cwd, flag);
        expect([code, said]).toEqual([130, expect.stringContaining('Locale files found')]);
        expect(COLOR.test(said), flag).toBe(flag === '');
      }
      expect(await readdir(cwd)).toEqual(['locales']);
    },
  );

  it('loads only the table of commands for its help and version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect((await parlance('--version')).stdout).toBe(`${version}\n`);
    const { stdout: all } = await parlance('--help');
    expect(all).toContain('Usage: parlance <command>');
    // npx would interpret flags before the command as its own.
    expect((await parlance('help')).stdout).toBe(all);
    const { stdout: ofPush } = await parlance('push', '--help');
    expect((await parlance('help', 'push')).stdout).toBe(ofPush);
    for (const argv of [['push'], ['help', 'psuh'], ['psuh', '--help']]) {
      const refused = await parlance(...argv).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 2 });
    }
    const [main = '', ...others] = await loadedBy('main.js');
    expect(others).toEqual([]);
    const help = await loadedBy(/\bimport\(["'`]\.\/(help-[^"'`]+)/.exec(main)![1]!);
    expect(help.join('').length).toBeLessThan(MAX_HELP_LENGTH);
  });
});
