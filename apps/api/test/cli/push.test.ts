import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

const EN = 'locales/en.json';
const DE = 'locales/de.json';

describe('parlance push', () => {
  it('creates the keys of the file, and then sends nothing more', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    clone.write(EN, { a: 'A', b: 'B' });
    expect((await clone.run('push')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'B' });
    expect((await clone.run('push')).json.data).toMatchObject({ dryRun: false, pushed: [] });
  });

  it('does not overwrite newer texts of the project with an outdated file', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { b: 'B there' });
    clone.write(EN, { a: 'A here', b: 'B' });
    await clone.run('push');
    clone.write(EN, { a: 'A again', b: 'B' });
    await clone.run('push');
    expect(await world.texts(projectId)).toEqual({ a: 'A again', b: 'B there' });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ a: 'A again', b: 'B there' });
  });

  it('exits with code 4 for a conflict, names the conflict and writes nothing', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A there' });
    clone.write(EN, { a: 'A here', b: 'B here' });
    const { exit, json } = await clone.run('push');
    expect(exit).toBe(4);
    expect(json.errors[1]).toMatchObject({ code: 'conflict', path: 'a', file: EN });
    expect(json.data.conflicts).toEqual([
      {
        kind: 'conflict',
        key: 'a',
        locale: 'en',
        base: 'A',
        file: 'A here',
        project: 'A there',
      },
    ]);
    expect(await world.texts(projectId)).toEqual({ a: 'A there', b: 'B' });
    expect((await clone.run('push', '--conflicts', 'ours')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A here', b: 'B here' });
  });

  it.each(['push', 'push --all', 'sync'])(
    'lets a pull with --prune remove the translations of a key that %s --prune archived',
    async (command) => {
      const projectId = await world.createProject({ a: 'A', b: 'B' });
      await world.put(projectId, { a: 'a', b: 'b' }, 'de');
      const clone = world.clone(projectId);
      await clone.run('pull');
      clone.write(EN, { a: 'A' });
      expect((await clone.run(...command.split(' '), '--prune')).exit).toBe(0);
      if (command !== 'sync') {
        expect((await clone.run('push', '--all')).json.data).toMatchObject({ pushed: [] });
        expect(clone.json(DE)).toEqual({ a: 'a', b: 'b' });
        expect((await clone.run('pull', '--prune')).exit).toBe(0);
      }
      expect(clone.json(DE)).toEqual({ a: 'a' });
      expect((await clone.run('diff')).exit).toBe(0);
    },
  );

  it('archives removed keys only with --prune, and never archives keys that others added', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { c: 'C' });
    clone.write(EN, { a: 'A' });
    await clone.run('push');
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'B', c: 'C' });
    const { json } = await clone.run('push', '--prune');
    expect(json.data.pushed).toMatchObject([{ locale: 'en', archived: 1 }]);
    expect(await world.texts(projectId)).toEqual({ a: 'A', c: 'C' });
  });

  it('stays in sync with a project that the configuration names by a slug, even by an earlier slug', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const { projects } = world.tenant.client.i18n;
    const { slug } = (await projects.get({ projectId })).data;
    const clone = world.clone(slug);
    expect((await clone.run('pull')).exit).toBe(0);
    await projects.update({ projectId, slug: `${slug}-renamed` });
    clone.write(EN, { a: 'A here' });
    expect((await clone.run('push')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A here' });
    expect(Object.keys(clone.json('parlance.lock').projects as object)).toEqual([projectId]);
  });

  it('sends the metadata of a format: comments, plurals and untranslatable entries', async () => {
    const projectId = await world.createProject();
    const path = 'res/values{-locale:android}/strings.xml';
    const clone = world.clone(projectId, { files: [{ path, prefix: 'app.' }] });
    const file = (one: string) =>
      `<resources>\n<!-- A button -->\n<string name="save">Save</string>\n<string name="id" translatable="false">x</string>\n<plurals name="files"><item quantity="one">${one}</item><item quantity="other">%d files</item></plurals>\n</resources>\n`;
    clone.write('res/values/strings.xml', file('%d file'));
    expect((await clone.run('push')).exit).toBe(0);
    const { data } = await world.tenant.client.i18n.keys.list({ projectId });
    const byName = new Map(data.map((key) => [key.name, key]));
    expect(byName.get('app.save')).toMatchObject({ description: 'A button', translatable: true });
    expect(byName.get('app.id')).toMatchObject({ translatable: false });
    const { data: rows } = await world.tenant.client.i18n.rows.list({ projectId, locales: ['en'] });
    const family = rows.find(({ family: own }) => own !== null);
    expect(family).toMatchObject({ key: 'app.files' });
    clone.write('res/values/strings.xml', file('one file'));
    expect((await clone.run('push')).json.data.pushed).toMatchObject([{ updated: 1, created: 0 }]);
    expect(await world.texts(projectId)).toMatchObject({
      'app.files.one': 'one file',
      'app.files.other': '%d files',
    });
  });

  it('sends the stale state of a key of a string catalog', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, { files: [{ path: 'App.xcstrings' }] });
    const strings = { Open: {}, Gone: { extractionState: 'stale' } };
    clone.write('App.xcstrings', { sourceLanguage: 'en', strings, version: '1.0' });
    expect((await clone.run('push')).exit).toBe(0);
    const { data } = await world.tenant.client.i18n.keys.list({ projectId });
    expect(data.map(({ name, tags }) => [name, tags])).toEqual([
      ['Gone', ['stale']],
      ['Open', []],
    ]);
  });

  it('sends the ids of XLIFF units with names, even ids with spaces', async () => {
    const projectId = await world.createProject();
    const path = 'app{-locale}.xlf';
    const clone = world.clone(projectId, { files: [{ path }] });
    clone.write(
      'app.xlf',
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="f" datatype="plaintext" source-language="en"><body>
    <trans-unit id="Show the home page" resname="home"><source>Home</source></trans-unit>
  </body></file>
</xliff>
`,
    );
    expect((await clone.run('push')).exit).toBe(0);
    const { data } = await world.tenant.client.i18n.projects.export({
      projectId,
      locale: 'de',
      format: 'xliff',
      xliffVersion: '1.2',
    });
    expect(data).toMatchObject({
      content: expect.stringContaining('<trans-unit id="Show the home page" resname="home"'),
    });
  });

  it('sends comments, contexts, plurals and fuzzy flags of gettext files, and sends new comments', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, { files: [{ path: 'po/{locale:posix}.po' }] });
    const header = (locale: string) =>
      `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n`;
    const en = (comment: string) => `${header('en')}
#. ${comment}
msgctxt "menu"
msgid "Save"
msgstr ""

msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`;
    clone.write('po/en.po', en('A button'));
    expect((await clone.run('push', '--key', '%d *')).exit).toBe(0);
    clone.write('po/en.po', en('A button').replace(/#. .*/, '#'));
    expect((await clone.run('push')).exit).toBe(0);
    const keys = async () => (await world.tenant.client.i18n.keys.list({ projectId })).data;
    const saved = 'menu\u0004Save';
    const described = async () =>
      (await keys()).map(({ name, description }) => [name, description]);
    const plurals = [
      ['%d file.one', ''],
      ['%d file.other', ''],
    ];
    expect(await described()).toEqual([...plurals, [saved, '']]);
    const { data: rows } = await world.tenant.client.i18n.rows.list({ projectId, locales: ['en'] });
    expect(rows.some(({ key, family }) => key === '%d file' && family !== null)).toBe(true);
    clone.write('po/en.po', en('A button'));
    const { err } = await clone.runWith({}, 'push', '--dry-run');
    expect(err).toContain('en  0 new, 0 changed, 1 description');
    expect((await clone.runWith({}, 'push')).out).toBe('Pushed 1 description.\n');
    expect(await described()).toEqual([...plurals, [saved, 'A button']]);
    // A comment that a developer changed is sent. A description that a person wrote stays.
    clone.write('po/en.po', en('Another one'));
    expect((await clone.runWith({}, 'push')).out).toBe('Pushed 1 description.\n');
    expect(await described()).toEqual([...plurals, [saved, 'Another one']]);
    const keyId = (await world.keyId(projectId, saved))!;
    const description = 'Of a person';
    await world.tenant.client.i18n.keys.update({ projectId, keyId, description });
    clone.write('po/en.po', en('A third one'));
    expect((await clone.run('push')).json.data).toMatchObject({ pushed: [] });
    expect(await described()).toEqual([...plurals, [saved, description]]);
    clone.write(
      'po/de.po',
      `${header('de')}\n#, fuzzy\nmsgctxt "menu"\nmsgid "Save"\nmsgstr "Sichern"\n`,
    );
    expect((await clone.run('push', '--locale', 'de')).exit).toBe(0);
    const { data: values } = await world.tenant.client.i18n.values.list({
      projectId,
      locale: 'de',
    });
    expect(values).toMatchObject([{ text: 'Sichern', state: 'needs_review' }]);
  });

  it('reports how many translations become outdated, even in locales that it does not push', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B', c: 'C' });
    await world.put(projectId, { a: 'A de', b: 'B de' }, 'de');
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write(EN, { a: 'A 2', b: 'B', c: 'C 2', d: 'D' });
    const { err } = await clone.runWith({}, 'push', '--dry-run');
    expect(err).toContain('1 translation of 2 changed texts becomes outdated: de 1\n');
    expect((await clone.run('push', '--dry-run')).json.data.outdated).toEqual({ de: 1 });
    const { out } = await clone.runWith({}, 'diff', '--format', 'markdown');
    expect(out).toMatch(/\n\n1 translation of 2 changed texts becomes outdated: de 1\.\n$/);
    const keeps = await clone.runWith({}, 'push', '--keep-translations');
    expect(keeps.err).toContain('Translations of 2 changed texts are kept.\n');
    const { i18n } = world.tenant.client;
    const { data } = await i18n.values.list({ projectId, locale: 'de', outdated: true });
    expect(data).toEqual([]);
  });

  it('translates missing texts with --translate, and waits by default', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    clone.write(EN, { a: 'A' });
    const { exit, json } = await clone.run('push', '--translate');
    expect([exit, json.data.job]).toMatchObject([0, { status: 'completed' }]);
    expect(await world.texts(projectId, 'de')).toHaveProperty('a');
    clone.write(EN, { a: 'A', b: 'B' });
    const started = await clone.run('push', '--translate', '--no-wait');
    expect(started.json.data.job).toMatchObject({ id: expect.any(String) });
  });

  it('sends edits of a fresh checkout with conflicts.source, and keeps newer texts of the project', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    const committed = clone.read('parlance.lock');
    const push = async (texts: Record<string, string>) => {
      // Restores the committed lock file, because each CI job starts with a fresh checkout.
      clone.write('parlance.lock', committed);
      clone.write(EN, texts);
      return (await clone.run('push', '--prune')).exit;
    };
    expect(await push({ a: 'A 2', b: 'B' })).toBe(0);
    await world.put(projectId, { b: 'B there' });
    expect(await push({ a: 'A 3', b: 'B' })).toBe(4);
    const config = clone.json('parlance.json');
    clone.write('parlance.json', { ...config, conflicts: { source: 'ours', targets: 'theirs' } });
    expect(await push({ a: 'A 3', b: 'B' })).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A 3', b: 'B there' });
    expect(await push({ b: 'B' })).toBe(0);
    expect(await world.texts(projectId)).toEqual({ b: 'B there' });
  });

  it('sends only the source locale by default', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    clone.write(EN, { a: 'A' });
    clone.write(DE, { a: 'A de' });
    await clone.run('push');
    expect(await world.texts(projectId, 'de')).toEqual({});
    await clone.run('push', '--all');
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'A de' });
  });

  it('sends no empty translation by default, but sends the key of an empty source text', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    clone.write(EN, { a: 'A', b: '' });
    clone.write('locales/de.json', { a: '', b: '' });
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: '' });
    expect(await world.texts(projectId, 'de')).toEqual({});
    expect((await clone.run('diff')).exit).toBe(0);
    await world.put(projectId, { a: 'A de' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.json('locales/de.json')).toEqual({ a: 'A de', b: '' });
    await clone.run('push', '--all', '--allow-empty');
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'A de', b: '' });
  });

  it('exits with code 2 if no file matches', async () => {
    const clone = world.clone(await world.createProject());
    const { exit, json } = await clone.run('push');
    expect(exit).toBe(2);
    expect(json.errors).toMatchObject([{ code: 'usage' }]);
    expect((await clone.run('push', '--allow-none')).exit).toBe(0);
  });

  it('changes nothing in the project with --dry-run', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    clone.write(EN, { b: 'B' });
    const { exit, json } = await clone.run('push', '--dry-run');
    expect([exit, json.data.dryRun]).toEqual([0, true]);
    expect(await world.texts(projectId)).toEqual({ a: 'A' });
  });

  it('names the line of an invalid file, and sends nothing', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    clone.write(EN, '{\n  "a": "new",\n  "b": }\n');
    const { exit, json } = await clone.run('push');
    expect(exit).toBe(1);
    expect(json.errors).toMatchObject([
      { code: 'content_invalid', file: EN, line: 3 },
      {
        code: 'nothing_done',
        message: `Nothing was sent. Correct ${EN}, or pass --keep-going to send the rest.`,
      },
    ]);
    expect(await world.texts(projectId)).toEqual({ a: 'A' });
  });
});
