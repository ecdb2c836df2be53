import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clone } from '../../../../packages/cli/test/clone.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

describe('parlance', () => {
  it('export and import copy one file without a configuration, and import keeps other texts of the project', async () => {
    const projectId = await world.createProject({ 'a.b': 'A' });
    const clone = new Clone({ ...world.env, PARLANCE_PROJECT: projectId });
    expect((await clone.run('export', 'out.json', '--locale', 'en', '--nested')).exit).toBe(0);
    expect(clone.json('out.json')).toEqual({ a: { b: 'A' } });
    const piped = await clone.runWith(
      { env: { ...world.env, PARLANCE_PROJECT: projectId } },
      'export',
      '--locale',
      'en',
      '--format',
      'csv',
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

  it('export, import, translate and release accept --config, even if no parent folder has a configuration', async () => {
    const [projectId, other] = [await world.createProject({ a: 'A' }), await world.createProject()];
    const clone = world.clone(projectId);
    clone.write('in.json', { b: 'B' });
    clone.write('elsewhere/.git/HEAD', '');
    const above = ['--cwd', 'elsewhere', '--config', '../parlance.json'];
    for (const command of [
      ['import', '../in.json', '--locale', 'en'],
      ['export', 'out.json', '--locale', 'en'],
      ['translate', '--estimate'],
      ['release', 'create'],
    ]) {
      expect([command[0], (await clone.run(...command, ...above)).exit]).toEqual([command[0], 0]);
      // Without a configuration, the commands do not know the project.
      expect((await clone.run(...command, '--cwd', 'elsewhere')).exit).toBe(2);
    }
    expect(clone.json('elsewhere/out.json')).toEqual({ a: 'A', b: 'B' });
    const files = ['en', 'de'].map((name) => ({
      path: `${name}/{locale}.json`,
      ...(name === 'de' && { project: other }),
    }));
    clone.write('parlance.json', { project: projectId, files });
    expect((await clone.run('release', 'show', '--config', 'parlance.json')).exit).toBe(0);
    const estimates = (await clone.run('translate', '--estimate')).json.data.projects;
    expect(estimates).toMatchObject([{ project: projectId }, { project: other }]);
    expect((await clone.run('release', 'show', '--project', other)).exit).toBe(2);
    expect(
      (await clone.run('export', 'out.json', '--locale', 'en', '--config', 'no.json')).exit,
    ).toBe(2);
  });

  it('import detects the format of standard input and of a file, and names the unsupported format of a file', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const env = { ...world.env, PARLANCE_PROJECT: projectId };
    const clone = new Clone(env);
    const stdin = '/* Button */\n"save" = "Save";\n';
    const piped = await clone.runWith({ env, stdin }, 'import', '--locale', 'en', '--json');
    expect(piped.json.data.format).toBe('strings');
    clone.write('app_en.arb', { '@@locale': 'en', open: 'Open' });
    const arb = await clone.run('import', 'app_en.arb', '--locale', 'en', '--dry-run');
    expect(arb.json.data).toMatchObject({ format: 'arb', keys: { total: 1 } });
    const unknown = await clone.runWith({ env, stdin: 'Hello' }, 'import', '--locale', 'en');
    expect(unknown.exit).toBe(2);
    clone.write('app_de.ts', '<TS version="2.1"></TS>');
    const qt = await clone.run('import', 'app_de.ts', '--locale', 'de');
    expect([qt.exit, qt.json.errors[0]?.message]).toEqual([2, expect.stringContaining('Qt TS')]);
    clone.remove();
  });

  it('import reads the msgid of a gettext file according to --po-kind', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    clone.write('de.po', 'msgid "home.title"\nmsgstr "Start"\n');
    const { exit } = await clone.run('import', 'de.po', '--locale', 'de', '--po-kind', 'ids');
    expect(exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A' });
    expect(await world.texts(projectId, 'de')).toEqual({ 'home.title': 'Start' });
    clone.write('de.json', { a: 'B' });
    const json = await clone.run('import', 'de.json', '--locale', 'de', '--po-kind', 'ids');
    expect(json.exit).toBe(2);
  });
});

describe('parlance', () => {
  it('locales add and translate print an error of the service once', async () => {
    const projectId = await world.createProject({ a: 'Save' });
    const clone = world.clone(projectId);
    const { err } = await clone.runWith({}, 'locales', 'add', 'english');
    expect(err).toMatch(
      /^error: The argument tag \(english\) does not begin .*did you mean en\? \(request \S+\)\n$/,
    );
    const malformed = await clone.runWith({}, 'locales', 'add', 'nope');
    expect(malformed.err).toMatch(
      /^error: The argument tag \(nope\) is not a well-formed BCP 47 tag/,
    );
    const named = await clone.runWith({}, 'translate', '--engine', 'nope');
    expect(named.err).toMatch(
      /^error: --engine is not an engine of this server; use one of .+\. \(request \S+\)\n$/,
    );
  });

  it('translate fills in missing values', async () => {
    const projectId = await world.createProject({ a: 'Save' });
    const clone = world.clone(projectId);
    expect((await clone.run('translate', '--estimate')).json.data).toMatchObject({ units: 4 });
    const { exit, json } = await clone.run('translate', '--locale', 'de');
    expect([exit, json.data.job]).toEqual([0, expect.objectContaining({ status: 'completed' })]);
    expect(Object.keys(await world.texts(projectId, 'de'))).toEqual(['a']);
    await world.put(projectId, { b: 'Open' });
    const flags = ['--engine', 'pseudo', '--formality', 'formal'];
    const pulled = await clone.run('translate', ...flags, '--pull');
    expect([pulled.exit, pulled.json.data.pull]).toMatchObject([0, { dryRun: false }]);
    expect(clone.json('locales/de.json')).toEqual(await world.texts(projectId, 'de'));
    expect((await clone.run('translate', '--engine', '?')).exit).toBe(2);
    expect((await clone.run('translate', '--pull', '--no-wait')).exit).toBe(2);
  });

  it('translate names the texts that are sent to no engine', async () => {
    const projectId = await world.createProject({ a: '{if open}Open{endif} now' });
    const { out } = await world.clone(projectId).runWith({}, 'translate', '--locale', 'de');
    expect(out).toContain(
      'de a: unknown_syntax: the text has code of an unknown syntax: {if open}',
    );
  });

  it('translate counts the failed texts after the first ten', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `k${at}`);
    const texts = Object.fromEntries(names.map((name) => [name, '{if open}Open{endif} now']));
    const clone = world.clone(await world.createProject(texts));
    const { out } = await clone.runWith({}, 'translate', '--locale', 'de');
    expect(out).toMatch(/de k0, k1, .*k9: unknown_syntax: .*\nand 2 more\n$/);
  });

  it('keys rename renames a key in the project and in the files', async () => {
    const projectId = await world.createProject({ old: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    expect((await clone.run('keys', 'rename', 'old', 'new', '--dry-run')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ old: 'A' });
    expect((await clone.run('keys', 'rename', 'old', 'new')).exit).toBe(0);
    expect(clone.json('locales/en.json')).toEqual({ new: 'A' });
    expect((await clone.run('keys', 'rename', 'old', 'new')).exit).toBe(2);
  });

  it('keys list lists the keys that a pattern matches', async () => {
    const clone = world.clone(await world.createProject({ 'm.a': '1', 'm.b.c': '2', ma: '3' }));
    const list = async (...pattern: string[]) =>
      (await clone.runWith({}, 'keys', 'list', ...pattern)).out.trim().split('\n');
    expect(await list()).toEqual(['m.a', 'm.b.c', 'ma']);
    expect(await list('m.*')).toEqual(['m.a', 'm.b.c']);
    expect(await list('m.*.c')).toEqual(['m.b.c']);
    expect(await list('ma')).toEqual(['ma']);
    expect(await list('m.?')).toEqual(['']);
  });

  it('keys unused lists keys that the program does not reference', async () => {
    const clone = new Clone({});
    const keys = ['used', 'ns.name', 'errors.a', 'errors.b', 'rows.7', 'kept.x', 'gone', 'quoted'];
    const families = { item_one: 'One', item_other: 'Some', file_one: 'One', file_other: 'Some' };
    clone.write('parlance.json', { files: [{ path: 'locales/{locale}.json' }] });
    clone.write('locales/en.json', {
      ...Object.fromEntries(keys.map((key) => [key, 'Text'])),
      ...families,
      android_name: 'Text',
    });
    clone.write('parlance.d.ts', 'type Key = "gone";');
    clone.write('node_modules/x/index.js', 't("gone")');
    clone.write(
      'src/app.tsx',
      `t('used'); t("app:ns.name"); t('errors.' + code); t(\`rows.\${n}\`); t('item', { count });
       // It doesn't hide the next one: <p>Don't</p> {t('quoted')}
       R.string.android_name`,
    );
    const { exit, json } = await clone.run('keys', 'unused', 'src', '--ignore', 'kept.*');
    expect([exit, json.data]).toEqual([1, { keys: 11, files: 1, unused: ['gone', 'file'] }]);
    clone.write('src/more.ts', "t('gone'); t('file', { count: 1 });");
    expect(await clone.run('keys', 'unused', '--ignore', 'kept.*')).toMatchObject({ exit: 0 });
    clone.write('parlance.json', {
      files: [{ path: 'locales/{locale}.json' }],
      check: { unused: { in: ['src/*.tsx'], ignore: ['kept.*', 'file*'] } },
    });
    expect((await clone.run('keys', 'unused')).json.data).toMatchObject({ unused: ['gone'] });
    clone.write('empty/.keep', '');
    expect((await clone.run('keys', 'unused', 'empty')).json.errors[0]!.message).toBe(
      'No file of the program is in empty that "check.unused.in" names. Name another folder.',
    );
    for (const folder of ['..', 'none', 'locales']) {
      expect(await clone.run('keys', 'unused', folder), folder).toMatchObject({ exit: 2 });
    }
    clone.remove();
  });

  it('doctor warns of an archived project and of stopped delivery', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    const { projects } = world.tenant.client.i18n;
    const { name, slug } = (await projects.get({ projectId })).data;
    const examined = async (part = 'project') =>
      ((await clone.run('doctor')).json.data.examinations as { name: string }[]).find(
        (examination) => examination.name === part,
      );
    await projects.stopDelivery({ projectId });
    await projects.delete({ projectId });
    expect(await examined()).toEqual({
      name: 'project',
      state: 'warning',
      detail: `"${name}", slug ${slug}, source en, archived, delivery stopped: apps get no texts`,
    });
    expect(await examined('bundles')).toMatchObject({
      detail: expect.stringContaining(`/v1/i18n/bundles/${projectId}/<environment>/<locale>`),
    });
  });

  it('doctor reports problems and the rights of the key', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    const { exit, json } = await clone.run('doctor');
    expect(exit).toBe(0);
    expect(json.data.examinations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'push, sync, keys rename', state: 'ok' }),
        expect.objectContaining({ name: 'parlance.lock', state: 'ok' }),
        expect.objectContaining({ name: 'locales/{locale}.json', state: 'ok' }),
      ]),
    );
    const { locales } = world.tenant.client.i18n;
    expect(json.data.examinations).toContainEqual({
      name: 'locales',
      state: 'ok',
      detail: 'no file here yet for de: parlance pull writes it once it has texts',
    });
    await locales.create({ projectId, code: 'fr' });
    for (const localeCode of ['de', 'fr']) {
      await locales.update({ projectId, localeCode, enabled: false });
    }
    clone.write('locales/de.json', { a: 'A' });
    clone.write('locales/fr.json', { a: 'A' });
    clone.write('parlance.json', {
      ...JSON.parse(clone.read('parlance.json')),
      pull: { pseudo: ['en-XA'] },
    });
    await clone.run('pull');
    clone.write('locales/pt_BR.json', {});
    clone.write('locales/package.json', {});
    const warned = (await clone.run('doctor')).json.data.examinations;
    expect((warned as { state: string }[]).filter(({ state }) => state === 'warning')).toEqual([
      {
        name: 'locales/{locale}.json',
        state: 'warning',
        detail:
          'de, fr are disabled in the project: their files are left out; parlance locales add <locale> enables each, or delete them',
      },
      {
        name: 'locales/{locale}.json',
        state: 'warning',
        detail: expect.stringMatching(/^locales\/pt_BR\.json: /),
      },
      { name: 'git', state: 'warning', detail: expect.anything() },
    ]);
    const broken = await clone.runWith({ env: { HOME: clone.root } }, 'doctor', '--json');
    expect(broken.exit).toBe(1);
  });

  it('doctor suggests the libraries that the repository names, with their effect on findings', async () => {
    const projectId = await world.createProject({ a: 'Hello {name}' });
    await world.put(projectId, { a: 'Hallo' }, 'de');
    const clone = world.clone(projectId);
    const examined = async () =>
      ((await clone.run('doctor')).json.data.examinations as { name: string }[]).find(
        (examination) => examination.name === 'libraries',
      );
    expect(await examined()).toBeUndefined();
    clone.write('package.json', { dependencies: { 'vue-i18n': '11' } });
    expect(await examined()).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(
        /^vue-i18n show.*would add \d+ findings? and remove \d+ in 2 texts$/,
      ),
    });
    const settings = { runtimes: ['vue-i18n'] };
    await world.tenant.client.i18n.projects.update({ projectId, settings });
    expect(await examined()).toMatchObject({ state: 'ok', detail: 'vue-i18n' });
  });

  it('completion lists commands and flags for bash, zsh and fish', async () => {
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
