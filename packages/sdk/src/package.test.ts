import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileProjects } from '../../../scripts/checks/compile-projects.ts';
import { ensurePacked } from '../../../scripts/run/build.mjs';
import { SLOWNESS } from '../../../scripts/slowness.ts';
import { answerJson, answerProblem, startServer } from '../test/local-server.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const TARBALL = join(ROOT, 'packages/sdk/dist/sdk.tgz');
const require = createRequire(import.meta.url);
const TYPE_ROOT = dirname(dirname(require.resolve('@types/node/package.json')));
const MINUTE_MS = 60_000 * SLOWNESS;

let folder: string;
let packageFolder: string;
let installFolder: string;

/** Runs npm with the version of Node that runs this test. */
async function npm(cwd: string, ...args: string[]): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const { stdout } = await run('npm', [...args, '--cache', join(folder, 'cache')], {
    cwd,
    env: { ...process.env, PATH: path },
    timeout: 2 * MINUTE_MS,
  });
  return stdout;
}

const programs = new Map<string, string>();
let messages: ReadonlyMap<string, string>;

const messagesOf = (name: string): string | undefined => messages.get(programs.get(name)!);

async function addProgram(
  name: string,
  source: string,
  lib: string[],
  types: string[],
  options: Record<string, unknown> = {},
): Promise<void> {
  const root = join(installFolder, name);
  await mkdir(root);
  await writeFile(join(root, 'program.ts'), source);
  const config = {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      lib,
      types,
      typeRoots: [TYPE_ROOT],
      ...options,
    },
    files: ['program.ts'],
  };
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify(config));
  programs.set(name, root);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-sdk-test-'));
  packageFolder = join(folder, 'package');
  installFolder = join(folder, 'install');
  expect(await ensurePacked(ROOT, process.execPath)).toBe(true);
  await mkdir(packageFolder);
  await run('tar', ['-xzf', TARBALL, '-C', packageFolder, '--strip-components=1']);
  await mkdir(installFolder);
  await writeFile(join(installFolder, 'package.json'), '{ "private": true, "type": "module" }');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--offline'];
  await npm(installFolder, 'install', TARBALL, ...quiet);
}, 5 * MINUTE_MS);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the package of the SDK', () => {
  it('installs no other package, and contains only code, declarations, a license and a README', async () => {
    const installed = await readdir(join(installFolder, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@parlance']);
    const root = join(installFolder, 'node_modules/@parlance/sdk');
    expect((await readdir(root)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = await readdir(join(root, 'dist'));
    expect(files.filter((name) => !/\.(js|d\.ts)$/.test(name))).toEqual([]);
    for (const name of files) {
      const text = await readFile(join(root, 'dist', name), 'utf8');
      const sources = [...text.matchAll(/from '([^']+)'/g)].map(([, source]) => source);
      expect(
        sources.filter((source) => !/^\.\/[\w-]+\.js$/.test(source!)),
        name,
      ).toEqual([]);
      expect(text).not.toContain('node:');
    }
  });

  it('makes calls, reads pages, retries and throws under plain Node', async () => {
    let busy = 1;
    const server = await startServer(({ url, method, body }, response) => {
      if (url.startsWith('/v1/organizations')) {
        const isFirst = !url.includes('cursor');
        const meta = { nextCursor: isFirst ? 'c' : null, limit: 1 };
        answerJson(response, { data: [{ slug: isFirst ? 'a' : 'b' }], meta });
      } else if (method === 'POST' && url === '/v1/i18n/projects') {
        answerJson(response, { data: { id: 'p', ...JSON.parse(body.toString()) }, meta: {} }, 201);
      } else if (busy-- > 0) {
        answerProblem(response, 503, 'engine_model_loading', { 'retry-after': '0' });
      } else {
        answerProblem(response, 404, 'not_found');
      }
    });
    try {
      await writeFile(
        join(installFolder, 'sample.js'),
        `import { createClient, isParlanceError } from '@parlance/sdk';
const client = createClient({ baseUrl: process.argv[2], apiKey: 'k' });
const { data } = await client.i18n.projects.create({ name: 'Shop', sourceLocale: 'en' });
const slugs = [];
for await (const { slug } of client.organizations.listAll()) slugs.push(slug);
const error = await client.i18n.projects.get({ projectId: data.id }).catch((reason) => reason);
console.log(JSON.stringify({ data, slugs, code: isParlanceError(error) && error.code }));
`,
      );
      const { stdout } = await run(process.execPath, ['sample.js', server.baseUrl], {
        cwd: installFolder,
        timeout: MINUTE_MS,
      });
      expect(JSON.parse(stdout)).toEqual({
        data: { id: 'p', name: 'Shop', sourceLocale: 'en' },
        slugs: ['a', 'b'],
        code: 'not_found',
      });
      expect(server.requests.filter(({ url }) => url === '/v1/i18n/projects/p')).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  const sample = `import { createClient, isParlanceError, type Project } from '@parlance/sdk';
const client = createClient({ baseUrl: 'http://localhost', apiKey: 'k' });
const { data } = await client.i18n.projects.create({ name: 'Shop', sourceLocale: 'en' });
const project: Project = data;
const separator: '.' | ':' | '|' | '/' | null = project.settings.keySeparator;
for await (const key of client.i18n.keys.listAll({ projectId: project.id })) key.name.toUpperCase();
const job = await client.translate.jobs.create(
  { strings: ['a', { id: '1', text: 'b' }], sourceLocale: 'en', targetLocales: ['de'] },
  { waitSeconds: 5 },
);
job.data.status satisfies 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
await client.i18n.files.jsonImport({ projectId: project.id, file: new Blob(['{}']) });
await client.i18n.projects.import({ projectId: project.id, locale: 'en', content: { a: { b: 'c' } } });
await client.i18n.projects.import({ projectId: project.id, locale: 'en', body: 'a', contentType: 'text/csv' });
const file: Response = await client.i18n.projects.export(
  { projectId: project.id, locale: 'de', format: 'csv' },
  { raw: 'text/csv' },
);
await file.text();
const bundle = await client.i18n.bundles.get(
  { projectId: project.id, environment: 'production', localeCode: 'de' },
  { ifNoneMatch: '"a"' },
);
if (!bundle.notModified) bundle.data.messages satisfies object;
try {
  await client.auth.signUp({ email: 'a@example.org', password: '12345678', name: 'A' });
} catch (error) {
  if (isParlanceError(error, 'rate_limited')) error.code satisfies 'rate_limited';
}
// @ts-expect-error: sourceLocale is missing
await client.i18n.projects.create({ name: 'Shop' });
// @ts-expect-error: no such member
await client.i18n.projects.create({ name: 'Shop', sourceLocale: 'en', color: 'x' });
// @ts-expect-error: no such scope
await client.apiKeys.create({ name: 'ci', scopes: ['i18n:all'] });
// @ts-expect-error: a project must be named
await client.i18n.keys.list();
// @ts-expect-error: either content or a body
await client.i18n.projects.import({ projectId: project.id, locale: 'en' });
// @ts-expect-error: not paged
client.usage.getAll();
`;

  describe('the types of the package', () => {
    const browser = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];
    const exact = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    let example: string;
    let names: (string | undefined)[];

    beforeAll(async () => {
      const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
      example = /^```ts\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? '';
      const generated = await readFile(join(packageFolder, 'dist/contract.d.ts'), 'utf8');
      const declared = generated.matchAll(/^export (?:interface|type) (\w+)/gm);
      names = [...declared].map(([, name]) => name);
      await addProgram('browser', sample, browser, []);
      await addProgram('node', sample, ['es2022'], ['node']);
      await addProgram('example', example + UNDEFINED_MEMBERS, ['es2023'], ['node'], exact);
      await addProgram('same', comparisonOf(names), ['es2024'], ['node']);
      messages = await compileProjects([...programs.values()]);
    });

    it.each(['browser', 'node'])(
      'accept correct calls and reject incorrect calls, in %s',
      (name) => {
        expect(messagesOf(name)).toBe('');
      },
    );

    it('let optional members be undefined with exactOptionalPropertyTypes', () => {
      expect(example).toContain('apiKey: process.env.');
      expect(messagesOf('example')).toBe('');
    });

    it('equal the types of the repository, by operation and by name', () => {
      expect(names.length).toBeGreaterThan(60);
      expect(messagesOf('same')).toBe('');
    });
  });
});

const UNDEFINED_MEMBERS = `
const maybe = <T>(value: T): T | undefined => (Math.random() > 2 ? value : undefined);
await parlance.i18n.keys.list(
  { projectId: project.id, cursor: maybe('a'), limit: maybe(1) },
  { signal: maybe(AbortSignal.timeout(1)), timeoutMs: maybe(1), headers: maybe({}) },
);
// @ts-expect-error: a project must be named
await parlance.i18n.keys.list({ projectId: maybe('a') });
`;

/**
 * Returns the source code of a TypeScript program. Compiling it compares types of the published
 * package with types of the repository.
 */
const comparisonOf = (
  names: readonly (string | undefined)[],
): string => `import type * as ours from '${join(import.meta.dirname, 'contract.ts')}';
import type * as theirs from '${join(packageFolder, 'dist/contract.js')}';
type Complete<T> = T extends Blob ? T : string extends keyof T ? T : T extends object ? { [K in keyof T]-?: Complete<T[K]> } : T;
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Same<A, B> = Mutual<A, B> extends true ? Mutual<Complete<A>, Complete<B>> : false;
type Differing = {
  [Id in keyof ours.Operations | keyof theirs.Operations]: Same<ours.Operations[Id], theirs.Operations[Id]> extends true ? never : Id;
}[keyof ours.Operations | keyof theirs.Operations];
// @ts-expect-error: a member is missing
export const missing: Same<ours.Project, Omit<theirs.Project, 'name'>> = true;
// @ts-expect-error: an optional member is missing
export const optional: Same<ours.Release, Omit<theirs.Release, 'checks'>> = true;
// @ts-expect-error: a member is optional
export const partial: Same<ours.Project, Partial<theirs.Project>> = true;
export const operations: [Differing] extends [never] ? true : Differing = true;
${names
  .filter((name) => name !== 'MessageList')
  .map((name) => `export const same${name}: Same<ours.${name}, theirs.${name}> = true;`)
  .join('\n')}
`;
