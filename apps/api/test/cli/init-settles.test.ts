import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clone } from '../../../../packages/cli/test/clone.ts';
import { DOWN, ENTER, Person } from '../../../../packages/cli/test/person.ts';
import { createApiKeyFor, createProject } from '../app/build.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const RESX = '<root><data name="a" xml:space="preserve"><value>Hi {0}</value></data></root>';

describe('parlance init', () => {
  it('sets the encoding of .properties files, and prefixes for bundles with the same keys', async () => {
    const clone = new Clone({});
    clone.write('a/texts.properties', 'title=A\n');
    clone.write('b/texts.properties', 'title=B\n');
    clone.write('b/texts_de.properties', 'title=B de\n');
    writeFileSync(join(clone.root, 'a/texts_fr.properties'), Buffer.from('title=é\n', 'latin1'));
    for (const name of ['Main', 'About']) {
      clone.write(`Forms/${name}.resx`, RESX);
      clone.write(`Forms/${name}.de.resx`, RESX);
    }
    await clone.run('init');
    expect(clone.json('parlance.json').files).toEqual([
      { path: 'Forms/{namespace}{.locale}.resx', prefix: '{namespace}.' },
      { path: 'a/texts{_locale:java}.properties', prefix: 'a.', charset: 'iso-8859-1' },
      { path: 'b/texts{_locale:java}.properties', prefix: 'b.' },
    ]);
    clone.remove();
  });

  it('sets no prefix with which other keys begin', async () => {
    const clone = new Clone({});
    for (const code of ['en', 'de']) {
      clone.write(`locales/${code}.json`, { common: { other: code } });
      clone.write(`locales/${code}/common.json`, { title: code });
      clone.write(`locales/${code}/errors.json`, { title: code });
    }
    await clone.run('init');
    expect(clone.json('parlance.json').files).toEqual([
      { path: 'locales/{locale}.json', prefix: 'locales.' },
      { path: 'locales/{locale}/{namespace}.json', prefix: 'locales2.{namespace}.' },
    ]);
    clone.remove();
  });

  it('detects the message format of the texts, and sets it in the project', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    clone.write('Strings/en-US/Resources.resw', RESX.replace('Hi {0}', '{0, plural, other {#}}'));
    const init = async (...flags: string[]) =>
      (await clone.runWith({}, 'init', '--force', '--project', projectId, ...flags)).out;
    expect(await init()).toContain('Message format of these files: icu. The project has auto');
    expect(await init('--set-message-format')).toContain('The project has it now.');
    expect(await init()).not.toContain('Message format');
  });

  it.each([
    ['{locale}.json', 'zh-CN.json', 'zh-CN'],
    ['app_{locale:posix}.arb', 'app_zh_CN.arb', 'zh_CN'],
    ['values{-locale:android}/strings.xml', 'values-zh-rCN/strings.xml', 'zh-rCN'],
  ])('maps a locale that the project has under another tag: %s', async (path, file, spelling) => {
    const projectId = await world.createProject({ a: 'A' });
    await world.put(projectId, { a: '甲' }, 'zh-Hans');
    const clone = world.clone(projectId);
    const texts: Record<string, string> = {
      json: '{"a":"A"}',
      arb: '{"a":"A"}',
      xml: '<resources><string name="a">A</string></resources>',
    };
    const source = path.replace(/\{(-?)locale[^}]*\}/, (_, dash) => (dash ? '' : 'en'));
    const text = texts[file.split('.').at(-1)!]!;
    clone.write(`lib/${source}`, text);
    clone.write(`lib/${file}`, text.replace(/"a":"A"|<string.*string>/, ''));
    await clone.runWith({}, 'init', '--force', '--project', projectId);
    expect(clone.json('parlance.json')).toMatchObject({
      locales: { map: { 'zh-Hans': spelling } },
    });
    const { exit, json } = await clone.run('pull');
    expect([exit, json.warnings.filter(({ code }) => code === 'locale_same')]).toEqual([0, []]);
    expect(clone.read(`lib/${file}`)).toContain('甲');
    clone.remove();
  });

  it('names the only project that the key has access to', async () => {
    const { id } = await createProject(world.tenant.client, { slug: 'the-only-one' });
    const key = await createApiKeyFor(world.tenant.user, ['i18n:read'], { projectIds: [id] });
    const clone = new Clone({ ...world.env, PARLANCE_KEY: key.token });
    clone.write('locales/en.json', { a: 'A' });
    const { exit, out } = await clone.runWith({}, 'init');
    clone.remove();
    expect([exit, out]).toEqual([0, expect.stringContaining('The project is the-only-one')]);
  });

  it('reports in a dry run that a project would be created, and creates no project', async () => {
    const clone = new Clone(world.env);
    clone.write('locales/en.json', { a: 'A' });
    const { exit, out } = await clone.runWith({}, 'init', '--create', 'Later', '--dry-run');
    clone.remove();
    expect([exit, out]).toEqual([0, expect.stringContaining('Would create the project Later')]);
    expect(out).not.toMatch(/Next:|Add "project"/);
    const { data } = await world.tenant.client.i18n.projects.list({});
    expect(data.map(({ name }) => name)).not.toContain('Later');
  });

  it('creates a project with the source locale and the message format of the files', async () => {
    const clone = new Clone(world.env);
    clone.write('lib/l10n/app_en_GB.arb', { '@@locale': 'en_GB', a: 'A' });
    const { exit, json } = await clone.run('init', '--create', 'Bread & butter');
    expect(exit).toBe(0);
    const projectId = clone.json('parlance.json').project as string;
    expect(json.data.created).toBe(projectId);
    const { data } = await world.tenant.client.i18n.projects.get({ projectId });
    expect(data).toMatchObject({
      name: 'Bread & butter',
      sourceLocale: 'en-GB',
      settings: { messageFormat: 'flutter' },
    });
    expect((await clone.run('push')).exit).toBe(0);
    expect(await world.texts(data.id, 'en-GB')).toEqual({ a: 'A' });
    clone.remove();
  });

  it('uses the server of the only login, even without a terminal', async () => {
    const projectId = await world.createProject();
    const { PARLANCE_KEY, PARLANCE_URL } = world.env;
    const clone = new Clone({});
    clone.write('locales/en.json', {});
    const login = ['login', '--with-key', '--url', PARLANCE_URL!];
    expect((await clone.runWith({ stdin: PARLANCE_KEY! }, ...login)).exit).toBe(0);
    expect((await clone.run('init', '--project', projectId)).exit).toBe(0);
    expect(clone.json('parlance.json')).toMatchObject({ server: new URL(PARLANCE_URL!).origin });
    expect((await clone.run('status')).exit).toBe(0);
    clone.remove();
  });

  it.each([
    ['a new', null],
    ['an existing', { files: [{ path: 'locales/{locale}.json' }] }],
  ])(
    'asks for the source locale of a project for %s configuration if no file is English',
    async (_, config) => {
      const clone = new Clone(world.env);
      clone.write('locales/de.json', { a: 'A' });
      clone.write('locales/fr.json', { a: 'A' });
      if (config) clone.write('parlance.json', config);
      const name = config ? 'For a configuration' : 'For files';
      const { exit, json } = await clone.run('init', '--create', name);
      expect([exit, json.errors[0]?.message]).toEqual([
        2,
        expect.stringMatching(
          /^No file is of the source locale en\. Pass --source-locale .*: the files have de, fr\.$/,
        ),
      ]);
      const { projects } = world.tenant.client.i18n;
      expect((await projects.list({})).data.map((one) => one.name)).not.toContain(name);
      const person = new Person([/Locale of the source texts/, DOWN + ENTER]);
      const asked = await clone.runWith({ terminal: person }, 'init', '--create', name);
      expect([asked.exit, person.unasked]).toEqual([0, []]);
      expect(clone.json('parlance.json').sourceLocale).toBe('fr');
      const projectId = clone.json('parlance.json').project as string;
      expect((await projects.get({ projectId })).data.sourceLocale).toBe('fr');
      clone.remove();
    },
  );

  it('asks for one of several logins without a terminal', async () => {
    const clone = new Clone({});
    clone.write('locales/en.json', { a: 'A' });
    const servers = { 'https://a.example': { key: 'a' }, 'https://b.example': { key: 'b' } };
    clone.write('.home/.config/parlance/credentials.json', { servers });
    const message =
      'You have keys for https://a.example and https://b.example. Pass --url with one of these addresses.';
    for (const command of [['init', '--create', 'Several'], ['whoami']]) {
      const { exit, json } = await clone.run(...command);
      expect([exit, json.errors[0]!.message]).toEqual([2, message]);
    }
    clone.remove();
  });
});
