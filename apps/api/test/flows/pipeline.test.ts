import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Release } from '@parlance/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { createScriptedEngine, directoryOf } from '../engines/scripted-engine.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let folder: string;
let script: string;

beforeAll(async () => {
  const engine = createScriptedEngine({
    readiness: async (_, target) =>
      target === 'es' ? { status: 'ready' } : { status: 'unsupported', reason: 'no such pair' },
    say: (body) => (body.includes('unspeakable') ? '' : body.toUpperCase()),
  });
  app = await startTestApp({ overrides: { engines: directoryOf(engine) } });
  tenant = await createTenant(app);
  const page = await readFile(new URL('../../../../docs/ci.md', import.meta.url), 'utf8');
  script = /## The pipeline[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)![1]!;
});
afterAll(() => app.close());

beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
  folder = await mkdtemp(join(tmpdir(), 'parlance-pipeline-'));
  await mkdir(join(folder, 'locales'));
  return () => rm(folder, { recursive: true });
});

let runs = 0;

/** Runs the script of the page on a source file, like the next run of a pipeline. */
async function run(source: Record<string, string>): Promise<{ code: number; errors: string }> {
  await writeFile(join(folder, 'locales/en.json'), JSON.stringify(source));
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    PARLANCE_URL: app.url,
    PARLANCE_PROJECT: projectId,
    PARLANCE_KEY: tenant.apiKey.token,
    CI_JOB_ID: `run-${++runs}`,
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { cwd: folder, env }, (error, _, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, errors: stderr }),
    );
  });
}

const releases = async (): Promise<Release[]> =>
  (await tenant.client.i18n.releases.list({ projectId })).data;

describe('the pipeline of the page on CI', () => {
  beforeEach(async () => {
    for (const code of ['es', 'de']) await tenant.client.i18n.locales.create({ projectId, code });
  });

  it('publishes existing translations, reports a language without an engine, and skips unchanged locales', async () => {
    for (const _ of ['both lack texts', 'only German does']) {
      const { code, errors } = await run({ a: 'One' });
      expect(code, errors).toBe(0);
      expect(errors).toContain('de: unsupported_pair: ');
      expect(errors).toContain('strings failed');
      expect((await releases()).map(({ version }) => version)).toEqual([1]);
    }
    expect(JSON.parse(await readFile(join(folder, 'locales/es.json'), 'utf8'))).toEqual({
      a: 'ONE',
    });
  });

  it('updates machine translations after a change of a source string, and other translations become outdated', async () => {
    await run({ a: 'One', b: 'Two' });
    await tenant.client.i18n.projects.import({ projectId, locale: 'de', content: { a: 'Eins' } });
    const { code, errors } = await run({ a: 'Another', b: 'Two' });
    expect(code, errors).toBe(0);
    const [latest] = await releases();
    expect(latest!.version).toBe(2);
    const { data } = await tenant.client.i18n.values.list({ projectId, check: 'outdated' });
    expect(data.map(({ locale, key }) => `${locale}:${key}`)).toEqual(['de:a']);
    expect(JSON.parse(await readFile(join(folder, 'locales/es.json'), 'utf8'))).toEqual({
      a: 'ANOTHER',
      b: 'TWO',
    });
  });

  it('fails and publishes nothing if the engine cannot translate a text', async () => {
    await tenant.client.i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
    const { code } = await run({ a: 'An unspeakable {thing}' });
    expect(code).toBe(1);
    expect(await releases()).toEqual([]);
  });
});
