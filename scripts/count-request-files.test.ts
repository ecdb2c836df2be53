import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reachableFiles } from './reachable-files.ts';

function makeProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'reachable-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compilerOptions = { module: 'nodenext', allowImportingTsExtensions: true, noEmit: true };
  const config = { compilerOptions, include: ['**/*.ts'] };
  const all = { 'tsconfig.json': JSON.stringify(config), 'package.json': '{"type":"module"}' };
  for (const [name, text] of Object.entries({ ...all, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('reachableFiles', () => {
  it('follows the names in the body of a function, and the names in those bodies in turn', () => {
    const folder = makeProject({
      'route.ts': "import { act } from './act.ts';\nexport const handle = () => act();",
      'act.ts': `import { read } from './read.ts';
import { write } from './write.ts';
export const act = () => read();
export const other = () => write();`,
      'read.ts': 'export const read = () => 1;',
      'write.ts': 'export const write = () => 2;',
      'alone.ts': 'export const alone = 3;',
    });
    expect(reachableFiles(folder, ['route.ts', 'act.ts', 'read.ts'])).toEqual([
      ['act.ts', 'read.ts', 'route.ts'],
      ['act.ts', 'read.ts', 'write.ts'],
      ['read.ts'],
    ]);
  });

  it.each([
    ['a function that is handed over', 'export const a = [1].map(target);'],
    ['a shorthand property', 'export const a = { target };'],
    ['a default of a parameter', 'export const a = (b = target) => b;'],
    ['a generator that is iterated', 'export function* a() { yield* target(); }'],
    ['a member of a namespace', 'export const a = () => all.target();'],
    ['a class that is extended', 'export class A extends Target<number> {}'],
    ['a method of a class that is made', 'export const a = () => new User().use();'],
    ['an export under another name', 'export const a = () => renamed();'],
  ])('reaches %s', (_, code) => {
    const folder = makeProject({
      'start.ts': `import * as all from './target.ts';
import { target, Target } from './target.ts';
import { renamed, User } from './between/index.ts';
${code}`,
      'target.ts': 'export function target(): any {}\nexport class Target<T> { t?: T }',
      'between/index.ts':
        "export { target as renamed } from '../target.ts';\nexport { User } from './user.ts';",
      'between/user.ts':
        "import { target } from '../target.ts';\nexport class User { use() { return target(); } }",
    });
    expect(reachableFiles(folder, ['start.ts'])[0]).toContain('target.ts');
  });

  it.each([
    ['an import alone', ''],
    ['a type', 'export const a = (b: Target<string>): Target<number> | undefined => undefined;'],
    ['the type of a value', 'export const a = (b: typeof target) => 1;'],
    ['a method of an interface', 'export const a = (user: Uses) => user.use();'],
    ['a local name that is the same', 'export const a = (target: () => void) => target();'],
    ['a property that is called the same', 'export const a = (b: any) => ({ target: b.target });'],
  ])('reaches nothing from %s', (_, code) => {
    const folder = makeProject({
      'start.ts': `import { target, type Target, type Uses } from './target.ts';\n${code}`,
      'target.ts': `export function target(): any {}
export class Target<T> { t?: T }
export interface Uses { use(): void }`,
    });
    expect(reachableFiles(folder, ['start.ts'])).toEqual([['start.ts']]);
  });

  it('reaches functions that call each other once', () => {
    const folder = makeProject({
      'a.ts': "import { b } from './b.ts';\nexport const a = (): unknown => b();",
      'b.ts': "import { a } from './a.ts';\nexport const b = (): unknown => a();",
    });
    expect(reachableFiles(folder, ['a.ts'])).toEqual([['a.ts', 'b.ts']]);
  });

  it('rejects a file that the project does not include', () => {
    const folder = makeProject({ 'a.ts': 'export const a = 1;' });
    expect(() => reachableFiles(folder, ['b.ts'])).toThrow('does not include b.ts');
  });
});

describe('reachableFiles with `plain`', () => {
  it.each([
    ['the branch of a condition', 'export const a = (b: boolean) => { if (b) target(); };'],
    ['one side of a choice', 'export const a = (b: boolean) => (b ? target() : 1);'],
    ['a default of a missing value', 'export const a = (b: any) => b ?? target();'],
    ['a second condition', 'export const a = (b: boolean) => b && target();'],
    ['a caught error', 'export const a = () => { try { } catch { target(); } };'],
    ['a constant', 'export const a = () => constant;'],
  ])('leaves out %s, which `all` reaches', (_, code) => {
    const folder = makeProject({
      'start.ts': `import { constant, target } from './target.ts';\n${code}`,
      'target.ts': 'export function target(): any {}\nexport const constant = 1;',
    });
    expect(reachableFiles(folder, ['start.ts'], 'plain')).toEqual([['start.ts']]);
    expect(reachableFiles(folder, ['start.ts'], 'all')).toEqual([['start.ts', 'target.ts']]);
  });

  it.each([
    ['a condition', 'export const a = () => { if (target()) return 1; };'],
    ['code after an early return', 'export const a = (b: any) => { if (b) return; target(); };'],
    ['a loop', 'export const a = (b: any[]) => { for (const _ of b) target(); };'],
    ['a function that is handed over', 'export const a = (b: any[]) => b.map(() => target());'],
  ])('follows %s', (_, code) => {
    const folder = makeProject({
      'start.ts': `import { target } from './target.ts';\n${code}`,
      'target.ts': 'export function target(): any {}',
    });
    expect(reachableFiles(folder, ['start.ts'], 'plain')).toEqual([['start.ts', 'target.ts']]);
  });
});

describe('node scripts/run.mjs scripts/count-request-files.ts', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'count-request-files.ts'), ...args], {
      encoding: 'utf8',
    });

  it('counts the files of an operation by folder and lists them', () => {
    const { stdout, status } = run('i18n.locales.delete', '--all', '--list');
    expect(status).toBe(0);
    const [, sum] = /^i18n\.locales\.delete: files in .*: (\d+)$/m.exec(stdout)!;
    const ofRoute = stdout.slice(0, stdout.indexOf('in other folders'));
    expect(ofRoute).toContain('apps/api/src/routes/i18n/locales.delete.ts\n');
    expect(ofRoute).toContain('apps/api/src/domain/project/locale/locale.store.ts\n');
    expect(ofRoute.match(/\.ts$/gm)).toHaveLength(Number(sum));
    const folders = [...ofRoute.matchAll(/^ +(\d+) {2}/gm)];
    expect(folders.reduce((all, [, count]) => all + Number(count), 0)).toBe(Number(sum));
    expect(stdout).toContain('apps/api/src/http/access/authenticate.ts\n');
  });

  it('rejects an id that no route has', () => {
    expect(run('i18n.values')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('i18n.values is not the id of an operation'),
    });
  });
});
