import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const hasGettext = spawnSync('msgmerge', ['--version']).status === 0;
if (!hasGettext) console.warn('Skipped: the programs of gettext are not installed.');

/** Runs a program on a file of the clone, and returns its error messages. */
function complaintsOf(clone: Clone, program: string, ...args: string[]): string {
  const { status, stderr } = spawnSync(program, args, { cwd: clone.root, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

describe.skipIf(!hasGettext)('gettext files', () => {
  const PO = { files: [{ path: 'po/{locale}.po', source: 'po/app.pot' }] };
  const POT = `msgid ""
msgstr ""
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#: a.c:1
msgid "Open"
msgstr ""

#: a.c:2
msgid "two\\n"
msgstr ""

msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`;

  it('pass msgfmt and msgmerge after a pull, and the next push finds no change', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, PO);
    clone.write('po/app.pot', POT);
    clone.write(
      'po/de.po',
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=ASCII\\n"\n\nmsgid "two\\n"\nmsgstr ""\n\n# note\n#~ msgid "Open"\n#~ msgstr "Alt"\n',
    );
    clone.write(
      'po/ar.po',
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    );
    expect((await clone.run('push', '--all')).exit).toBe(0);
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
    await world.put(projectId, { Open: 'Öffnen', 'two\n': 'zwei' }, 'de');
    await world.put(projectId, { Open: 'Ouvrir à', 'two\n': 'deux' }, 'fr');
    const family = Object.fromEntries(forms.map((form) => [`%d file.${form}`, `م ${form}`]));
    await world.put(projectId, family, 'ar');
    const pulled = await clone.run('pull');
    expect(pulled.json.warnings).toMatchObject([
      { code: 'charset_changed', file: 'po/de.po' },
      { code: 'plural_forms_added', file: 'po/ar.po' },
    ]);
    for (const locale of ['de', 'fr', 'ar']) {
      const path = `po/${locale}.po`;
      expect(complaintsOf(clone, 'msgfmt', path, '-o', '/dev/null'), locale).toBe('');
      expect(complaintsOf(clone, 'msgmerge', '-q', path, 'po/app.pot'), locale).toBe('');
      expect(clone.read(path)).toMatch(/charset=UTF-8/);
    }
    expect(clone.read('po/de.po')).not.toContain('#~');
    expect(clone.read('po/ar.po')).toContain('msgstr[5] "م other"');
    expect((await clone.run('push', '--all')).json.data).toEqual({ dryRun: false, pushed: [] });
    expect((await clone.run('diff')).exit).toBe(0);
  });

  it('can have only some forms of a plural, which a push sends', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, PO);
    clone.write('po/app.pot', POT);
    clone.write(
      'po/de.po',
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "A"\nmsgstr[1] ""\n',
    );
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ '%d file.one': 'A' });
    expect((await clone.run('push', '--all')).json.data).toEqual({ dryRun: false, pushed: [] });
  });

  it('cause a conflict that names the new rule if a new rule reads their texts differently', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, PO);
    clone.write('po/app.pot', POT);
    const entry = (text: string) =>
      `msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "A"\nmsgstr[1] "${text}"\n`;
    clone.write('po/ru.po', entry('B'));
    expect((await clone.run('push', '--all')).exit).toBe(0);
    await world.put(projectId, { '%d file.many': 'C' }, 'ru');
    expect((await clone.run('pull')).exit).toBe(0);
    // Simulates the lock file of another version, which read the second form of this file as another text.
    clone.write('po/ru.po', entry('B'));
    const lock = clone.json('parlance.lock') as {
      projects: Record<string, { files: Record<string, string>; settings: string }>;
    };
    const locked = Object.values(lock.projects)[0]!;
    const hash = createHash('sha256').update(clone.read('po/ru.po')).digest('hex');
    locked.files['po/ru.po'] = `sha256:${hash}`;
    locked.settings = 'of another version';
    clone.write('parlance.lock', lock);
    const { exit, json } = await clone.run('push', '--all');
    expect(exit).toBe(4);
    expect(json.errors[1]).toMatchObject({ path: '%d file.many', file: 'po/ru.po' });
    expect(json.errors[1]!.message).toContain('without Plural-Forms has two forms');
    expect((await world.texts(projectId, 'ru'))['%d file.many']).toBe('C');
  });
});

describe('a file with metadata', () => {
  it.each([
    [
      'inlang',
      { a: [{ declarations: ['input n'], selectors: ['n'], match: { 'n=one': 'A', 'n=*': 'B' } }] },
    ],
    [
      'FormatJS',
      {
        a: [
          { type: 0, value: 'A ' },
          { type: 1, value: 'n' },
        ],
      },
    ],
    ['Transifex', { a: { string: 'A', developer_comment: 'of a' } }],
    ['Signal', { a: { messageformat: 'A', description: 'of a' } }],
  ])('causes, in a push and in an import, a warning that names %s', async (tool, content) => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, { files: [{ path: '{locale}.json' }] });
    clone.write('en.json', content);
    const warning = { code: 'metadata_as_text', message: expect.stringContaining(tool) };
    const pushed = await clone.run('push', '--all');
    expect(pushed.json.warnings).toMatchObject([warning]);
    const { data } = await world.tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content,
      dryRun: true,
    });
    expect(data.warnings).toContainEqual(expect.objectContaining(warning));
  });
});

describe('messages of a browser extension', () => {
  it('can have descriptions and placeholders, and a second push finds no change', async () => {
    const projectId = await world.createProject();
    const file = { path: '_locales/{locale:chrome}/messages.json', format: 'chrome' };
    const clone = world.clone(projectId, { files: [file] });
    clone.write('_locales/en/messages.json', {
      hi: {
        message: 'Hi $NAME$',
        description: 'Shown at the top',
        placeholders: { name: { content: '$1' } },
      },
    });
    const pushed = await clone.run('push', '--all');
    expect(pushed.json.errors).toEqual([]);
    expect(pushed.json.warnings).toEqual([]);
    expect(await world.texts(projectId)).toEqual({ hi: 'Hi $NAME$' });
    expect((await clone.run('push', '--all')).json.data).toEqual({ dryRun: false, pushed: [] });
    await world.put(projectId, { hi: '$NAME$, hallo' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.json('_locales/de/messages.json')).toMatchObject({
      hi: { message: '$NAME$, hallo', placeholders: { name: { content: '$1' } } },
    });
  });
});
