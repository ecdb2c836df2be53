import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

it('parlance translate explains how to add a missing locale, and locales add adds the locale', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId);
  const translate = ['translate', '--locale', 'es', '--engine', 'pseudo'];
  const { exit, json } = await clone.run(...translate);
  expect(exit).toBe(2);
  expect(json.errors[0]!.message).toBe(
    'The project has no locale es. --locale names one of these: de. Or add it with parlance locales add es.',
  );
  expect((await clone.run('locales', 'add', 'es')).json.data).toMatchObject({
    locale: { code: 'es', enabled: true },
  });
  expect((await clone.run(...translate)).exit).toBe(0);
  expect(Object.keys(await world.texts(projectId, 'es'))).toEqual(['a']);
});

it('parlance translate says that the project has no source texts, or no locale to translate into', async () => {
  const projectId = await world.createProject();
  const clone = world.clone(projectId);
  const translate = async () => (await clone.runWith({}, 'translate', '--engine', 'pseudo')).out;
  expect(await translate()).toBe(
    'The project has no source texts: parlance push sends those of the files of en.\n',
  );
  await world.put(projectId, { a: 'A' });
  expect(await translate()).toContain('1 of 1 string translated');
  expect(await translate()).toBe(
    'Nothing to translate: every locale of the project has its texts.\n',
  );
  await clone.run('locales', 'remove', 'de', '--yes');
  expect(await translate()).toBe(
    'The project has no locale to translate into: parlance locales add <locale> adds one.\n',
  );
});

it('parlance push --all and parlance doctor name the locale of a PO file without texts', async () => {
  const po = (locale: string, text: string) =>
    `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n\nmsgid "Save"\nmsgstr "${text}"\n`;
  const clone = world.clone(await world.createProject(), { files: [{ path: '{locale}.po' }] });
  for (const locale of ['en', 'it']) clone.write(`${locale}.po`, po(locale, ''));
  const pushed = await clone.run('push', '--all');
  expect([pushed.exit, pushed.json.warnings]).toEqual([
    0,
    expect.arrayContaining([
      {
        code: 'locale_absent',
        message:
          'it  its files have no texts yet, so that push does not add it: parlance locales add it adds it to the project',
      },
    ]),
  ]);
  expect((await clone.run('doctor')).json.data.examinations).toContainEqual({
    name: '{locale}.po',
    state: 'warning',
    detail:
      'it is not a locale of the project: its files have no texts yet; parlance locales add it adds it, or delete them',
  });
  await clone.run('locales', 'add', 'it');
  const { warnings } = (await clone.run('push', '--all')).json;
  expect(warnings.map(({ code }) => code)).not.toContain('locale_absent');
});

it('parlance release create --skip-unchanged reports that nothing was published', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId);
  const create = async () => clone.runWith({}, 'release', 'create', '--skip-unchanged');
  expect((await create()).out).toMatch(/^Published production 1 /);
  expect((await create()).out).toMatch(/^Nothing new to publish: production still serves 1 /);
  await world.put(projectId, { a: 'B' });
  expect((await create()).out).toMatch(/^Published production 2 /);
});

it('parlance doctor names the slug of the project, the address of bundles, and each locale of an entry once', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const { data: project } = await world.tenant.client.i18n.projects.get({ projectId });
  const files = [{ path: '{namespace}/{locale}.json', prefix: '{namespace}.' }];
  const clone = world.clone(project.slug, { files });
  for (const path of ['a/de', 'a/en', 'b/en']) clone.write(`${path}.json`, {});
  const { out } = await clone.runWith({}, 'doctor');
  expect(out).toContain(`slug ${project.slug}`);
  expect(out).toContain(`/v1/i18n/bundles/${projectId}/<environment>/<locale>`);
  expect(out).toContain('3 files: de, en\n');
});

it('diff, status and pull mention a configuration entry that no file matches', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId, { files: [{ path: 'locals/{locale}.json' }] });
  clone.write('locales/en.json', { a: 'A' });
  for (const command of ['diff', 'status', 'pull']) {
    const { json } = await clone.run(command);
    expect(json.warnings).toMatchObject([
      {
        code: 'no_file',
        level: 'note',
        message: expect.stringMatching(
          /^No file matches locals\/\{locale\}\.json(?:; this pull|\.)/,
        ),
      },
    ]);
  }
});

it('the error for an unknown locale names the existing locales', async () => {
  const projectId = await world.createProject({ a: 'A' });
  const clone = world.clone(projectId);
  for (const command of ['pull', 'translate', 'status']) {
    const { exit, json } = await clone.run(command, '--locale', 'fr');
    expect([exit, json.errors[0]!.message]).toEqual([
      2,
      expect.stringMatching(/ --locale names one of these: (?:en, )?de\./),
    ]);
  }
  const source = await clone.run('translate', '--locale', 'en');
  expect([source.exit, source.json.errors[0]!.message]).toEqual([
    2,
    'en is the source locale of the project: nothing is translated into it. --locale names one of these: de.',
  ]);
});

it('keys list reports that no key matches', async () => {
  const clone = world.clone(await world.createProject({ a: 'A' }));
  const { exit, out, err } = await clone.runWith({}, 'keys', 'list', 'x.*');
  expect([exit, out, err]).toEqual([0, '', 'No key matches "x.*".\n']);
});

it('init --create adds a new project to a configuration without a project', async () => {
  const clone = world.clone('x', {});
  const path = 'locales/{locale}.json';
  clone.write('locales/de.json', { a: 'A' });
  clone.write(
    'parlance.json',
    `{\n  // Texts\n  "sourceLocale": "de",\n  "files": [{ "path": "${path}" }]\n}\n`,
  );
  expect((await clone.run('init')).json.errors[0]!.message).toContain('--create <name>');
  const { exit, json } = await clone.run('init', '--create', 'Beside');
  expect([exit, json.data]).toMatchObject([
    0,
    { created: 'beside', config: { project: 'beside', server: world.app.url } },
  ]);
  expect(clone.read('parlance.json')).toBe(
    `{\n  // Texts\n  "sourceLocale": "de",\n  "server": "${world.app.url}",\n  "project": "beside",\n  "files": [{ "path": "${path}" }]\n}\n`,
  );
  expect((await clone.run('push')).exit).toBe(0);
  const { data } = await world.tenant.client.i18n.projects.get({ projectId: 'beside' });
  expect([data.sourceLocale, await world.texts(data.id, 'de')]).toEqual(['de', { a: 'A' }]);
  const again = await clone.run('init', '--create', 'Again');
  expect([again.exit, again.json.errors[0]!.message]).toEqual([
    2,
    expect.stringContaining('names the project beside'),
  ]);
});

it('gettext files without a source file have English sources, and pull reports fuzzy texts', async () => {
  const clone = world.clone('x');
  clone.remove();
  clone.write('locale/es/LC_MESSAGES/django.po', 'msgid "Save"\nmsgstr ""\n');
  const { out } = await clone.runWith({}, 'init', '--create', 'Django');
  expect(out).toContain('No file is of the source locale en');
  expect(out).toContain('Next: make the file of en, then parlance push --all.\n');
  clone.write('locale/en/LC_MESSAGES/django.po', 'msgid "Save"\nmsgstr ""\n');
  expect((await clone.runWith({}, 'push')).err).toContain('note: ');
  expect((await clone.runWith({}, 'push', '--quiet')).err).toBe('');
  expect((await clone.run('locales', 'add', 'es')).exit).toBe(0);
  const { err } = await clone.runWith({}, 'translate', '--engine', 'pseudo', '--pull');
  expect(err).toContain('1 text fuzzy: gettext shows the source text until somebody reviews');
});

it('pull names the texts that a PO file cannot contain, and keeps the texts of the file', async () => {
  const projectId = await world.createProject({ Save: 'Save' });
  await world.put(projectId, { Save: 'Sichern' }, 'de');
  const clone = world.clone(projectId, { files: [{ path: '{locale}.po' }] });
  expect((await clone.run('pull')).exit).toBe(0);
  await world.translate(projectId, { Save: ['\n', 'translated'] });
  const { json } = await clone.run('pull');
  expect(json.warnings).toMatchObject([{ code: 'only_line_breaks', file: 'de.po', path: 'Save' }]);
  expect(clone.read('de.po')).toContain('msgstr "Sichern"');
  const { out } = await clone.runWith({}, 'pull');
  expect(out).toContain('1 text only in the files, not in the project: pull --prune removes it.');
  const { meta } = await world.tenant.client.i18n.projects.export({
    projectId,
    locales: ['de'],
    format: 'po',
  });
  expect(meta.warnings).toMatchObject([{ code: 'only_line_breaks', path: 'Save' }]);
});

it('translate reports texts from the translation memory, and an estimate without missing texts has no warning', async () => {
  const projectId = await world.createProject({ a: 'Save' });
  await world.put(projectId, { a: 'Sichern' }, 'de');
  const clone = world.clone(projectId);
  const { json } = await clone.run('translate', '--estimate', '--outdated');
  expect(json.warnings).toEqual([]);
  await world.put(projectId, { b: 'Save', c: 'Open' });
  const { out } = await clone.runWith({}, 'translate', '--engine', 'pseudo');
  expect(out).toContain(
    'completed: 2 of 2 strings translated: 1 from the translation memory, the others by pseudo, 0 failed.',
  );
});

it('translate --outdated counts the outdated texts of people, and keeps these texts', async () => {
  const projectId = await world.createProject({ a: 'Save', b: 'Open' });
  await world.translate(projectId, { a: ['Sichern', 'translated'] });
  const clone = world.clone(projectId);
  const engine = ['--engine', 'pseudo'];
  expect((await clone.run('translate', ...engine)).exit).toBe(0);
  await world.put(projectId, { a: 'Save it', b: 'Open it' });
  expect((await clone.runWith({}, 'translate', ...engine)).out).not.toContain('Outdated');
  const { exit, out } = await clone.runWith({}, 'translate', ...engine, '--outdated');
  expect([exit, out]).toEqual([0, expect.stringContaining('1 of 1 string translated')]);
  expect(out).toContain('Outdated as before: 1 text (de 1), those that people wrote.');
});

it('init and locales add suggest a next step that fits the files and the texts of the project', async () => {
  const clone = world.clone('x');
  clone.remove();
  const next = async (...argv: string[]) =>
    /^Next: (.*)$/m.exec((await clone.runWith({}, ...argv)).out)?.[1];
  clone.write('locales/en.json', {});
  expect(await next('init', '--create', 'Nothing yet')).toBe(
    'write the texts of en into their file, then parlance push. No file has a text yet.',
  );
  expect(await next('locales', 'add', 'es')).toBe('parlance push: the project has no texts yet.');
  clone.write('locales/en.json', { a: 'A' });
  expect(await next('init', '--force', '--create', 'One')).toBe(
    'parlance doctor, then parlance push.',
  );
  clone.write('locales/fr.json', { a: 'A fr' });
  expect(await next('init', '--force', '--create', 'Two')).toContain('parlance push --all.');
  await clone.run('push');
  expect(await next('locales', 'add', 'es')).toBe('parlance translate --locale es.');
  expect(await next('locales', 'add', 'fr')).toContain(', or parlance push --all for its file.');
  clone.write('parlance.json', { files: [{ path: 'none/{locale}.json' }] });
  expect(await next('init', '--create', 'Three')).toContain('No file has a text yet.');
});
