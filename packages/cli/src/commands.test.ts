import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clone } from './test/clone.ts';
import { World } from './test/world.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

describe('parlance init', () => {
  it.each([
    [
      'crowdin.yml',
      'files:\n  - source: /src/locales/en/*.json\n    translation: /src/locales/%two_letters_code%/%original_file_name%\n    languages_mapping:\n      two_letters_code:\n        pt-BR: pt\n',
      {
        files: [{ path: 'src/locales/{locale}/{namespace}.json', prefix: '{namespace}.' }],
        locales: { map: { 'pt-BR': 'pt' } },
      },
    ],
    [
      '.tolgeerc.json',
      '{ "push": { "filesTemplate": "./public/{namespace}/{languageTag}.{extension}" } }',
      { files: [{ path: 'public/{namespace}/{locale}.json', prefix: '{namespace}.' }] },
    ],
    [
      '.phrase.yml',
      'phrase:\n  push:\n    sources:\n      - file: ./locales/<locale_name>.json\n',
      { files: [{ path: 'locales/{locale}.json' }] },
    ],
    [
      '.tx/config',
      '[o:org:p:project:r:resource]\nfile_filter = locale/<lang>.yaml\nsource_lang = en\nlang_map = pt_BR: pt-br\n',
      {
        sourceLocale: 'en',
        files: [{ path: 'locale/{locale}.yaml' }],
        locales: { map: { 'pt-BR': 'pt-br' } },
      },
    ],
    [
      'i18n.json',
      '{ "locale": { "source": "fr" }, "buckets": { "json": { "include": ["locales/[locale].json"] } } }',
      { sourceLocale: 'fr', files: [{ path: 'locales/{locale}.json' }] },
    ],
    [
      'accent.json',
      '{ "files": [{ "target": "localization/%slug%/%document_path%.json" }] }',
      { files: [{ path: 'localization/{locale}/{namespace}.json', prefix: '{namespace}.' }] },
    ],
    [
      'localazy.json',
      `{ "download": { "files": "locales/\${lang}.json" } }`,
      { files: [{ path: 'locales/{locale}.json' }] },
    ],
  ])('reads %s', async (name, content, expected) => {
    const clone = new Clone({});
    clone.write(name, content);
    const { exit, json } = await clone.run('init');
    expect(exit).toBe(0);
    expect(json.data.from).toBe(name);
    expect(clone.json('parlance.json')).toMatchObject(expected);
    clone.remove();
  });

  it('finds locale files by their names, and keeps a configuration that is there', async () => {
    const clone = new Clone({});
    for (const path of ['web/i18n/en.json', 'web/i18n/de.json', 'package.json', 'src/app.json']) {
      clone.write(path, {});
    }
    expect((await clone.run('init')).exit).toBe(0);
    expect(clone.json('parlance.json').files).toEqual([{ path: 'web/i18n/{locale}.json' }]);
    expect((await clone.run('init')).exit).toBe(2);
    clone.remove();
  });

  it('does not run what a configuration holds, and fails on one without locale files', async () => {
    const clone = new Clone({});
    clone.write('crowdin.yml', 'files: !!js/function "function () { throw 1 }"\n');
    const { exit } = await clone.run('init');
    expect(exit).not.toBe(0);
    expect(existsSync(join(clone.root, 'parlance.json'))).toBe(false);
    clone.remove();
  });
});

describe('parlance release', () => {
  it('publishes, lists, rolls back and promotes', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    const first = await clone.run('release', 'create', '--note', 'one');
    expect(first.json.data.release).toMatchObject({ version: 1, note: 'one' });
    await world.put(projectId, { a: 'A 2' });
    await clone.run('release', 'create');
    const back = await clone.run('release', 'rollback');
    expect(back.json.data.release).toMatchObject({ version: 3, fromRelease: { version: 1 } });
    await world.tenant.client.i18n.environments.create({ projectId, name: 'Next', slug: 'next' });
    expect((await clone.run('release', 'promote', '--from', 'next')).exit).toBe(2);
    const promoted = await clone.run('release', 'promote', '--from', 'production', '--to', 'next');
    expect(promoted.json.data.release).toMatchObject({ environment: 'next', version: 1 });
    const { json } = await clone.run('release', 'list');
    expect((json.data.releases as unknown[]).length).toBe(3);
    const other = await clone.run('release', 'create', '--env', 'nonsense');
    expect([other.exit, other.json.errors[0]!.message]).toEqual([
      2,
      expect.stringContaining('next'),
    ]);
  });

  it('publishes once if a step of a pipeline is repeated', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }));
    const env = { ...world.env, GITHUB_RUN_ID: '7' };
    const runs = [1, 2].map(() => clone.runWith({ env }, 'release', 'create', '--json'));
    const versions = (await Promise.all(runs)).map(({ json }) => json.data?.release);
    expect(versions.filter(Boolean)).toEqual(expect.arrayContaining([expect.anything()]));
    const { json } = await clone.run('release', 'list');
    expect(json.data.releases).toHaveLength(1);
  });
});

describe('parlance export and import', () => {
  it('carry one file without a configuration, and keep texts of the project', async () => {
    const projectId = await world.createProject({ 'a.b': 'A' });
    const clone = new Clone({ ...world.env, PARLANCE_PROJECT: projectId });
    expect((await clone.run('export', 'out.json', '--locale', 'en', '--nested')).exit).toBe(0);
    expect(clone.json('out.json')).toEqual({ a: { b: 'A' } });
    const piped = await clone.runWith(
      { env: { ...world.env, PARLANCE_PROJECT: projectId } },
      ...['export', '--locale', 'en', '--format', 'csv'],
    );
    expect(piped.out).toContain('a.b,A');
    clone.write('in.json', { 'a.b': 'other', c: 'C' });
    await clone.run('import', 'in.json', '--locale', 'en');
    expect(await world.texts(projectId)).toEqual({ 'a.b': 'A', c: 'C' });
    await clone.run('import', 'in.json', '--locale', 'en', '--mode', 'overwrite');
    expect(await world.texts(projectId)).toEqual({ 'a.b': 'other', c: 'C' });
    expect((await clone.run('export', 'out.txt', '--locale', 'en')).exit).toBe(2);
    clone.remove();
  });
});

describe('parlance translate, keys rename, doctor and completion', () => {
  it('translate fills in what is missing', async () => {
    const projectId = await world.createProject({ a: 'Save' });
    const clone = world.clone(projectId);
    expect((await clone.run('translate', '--estimate')).json.data).toMatchObject({ units: 4 });
    const { exit, json } = await clone.run('translate', '--locale', 'de');
    expect([exit, json.data.job]).toEqual([0, expect.objectContaining({ status: 'completed' })]);
    expect(Object.keys(await world.texts(projectId, 'de'))).toEqual(['a']);
  });

  it('keys rename renames in the project and in the files', async () => {
    const projectId = await world.createProject({ old: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    expect((await clone.run('keys', 'rename', 'old', 'new')).exit).toBe(0);
    expect(clone.json('locales/en.json')).toEqual({ new: 'A' });
    expect((await clone.run('keys', 'rename', 'old', 'new')).exit).toBe(2);
  });

  it('doctor says what is broken and what the key may do', async () => {
    const clone = world.clone(await world.createProject({ a: 'A' }));
    await clone.run('pull');
    const { exit, json } = await clone.run('doctor');
    expect(exit).toBe(0);
    expect(json.data.examinations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'push, sync', state: 'ok' }),
        expect.objectContaining({ name: 'parlance.lock', state: 'ok' }),
        expect.objectContaining({ name: 'locales/{locale}.json', state: 'ok' }),
      ]),
    );
    const broken = await clone.runWith({ env: { HOME: clone.root } }, 'doctor', '--json');
    expect(broken.exit).toBe(1);
  });

  it('completion knows every command and flag', async () => {
    const clone = new Clone({});
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { exit, out } = await clone.runWith({}, 'completion', shell);
      expect(exit).toBe(0);
      for (const word of ['push', 'promote', 'replace-reviewed']) expect(out).toContain(word);
    }
    expect((await clone.run('completion', 'tcsh')).exit).toBe(2);
    clone.remove();
  });
});
