import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const has = (program: string, ...argv: string[]): boolean =>
  spawnSync(program, argv, { stdio: 'ignore' }).error === undefined;

const PLURAL = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>files</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@count@</string>
    <key>count</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>one</key><string>%d file</string>
      <key>other</key><string>%d files</string>
    </dict>
  </dict>
</dict>
</plist>
`;

/** Tests the way from the files of the source locale to translated files, by `init`, `push` and `pull`. */
describe('a project that has only its source files', () => {
  it.skipIf(!has('plparse', '--help') || !has('sfparse', '--help'))(
    'gets .strings and .stringsdict files that GNUstep reads, each with its own texts',
    async () => {
      const projectId = await world.createProject();
      const clone = world.clone(projectId);
      clone.write('App/en.lproj/Localizable.strings', '/* A button */\n"save" = "Save";\n');
      clone.write('App/en.lproj/Localizable.stringsdict', PLURAL);
      expect((await clone.run('init', '--force', '--project', projectId)).exit).toBe(0);
      expect((await clone.run('push')).exit).toBe(0);
      const texts = { save: 'Sichern', 'files.one': '%d Datei', 'files.other': '%d Dateien' };
      await world.put(projectId, texts, 'de');
      // The source files are up to date, and they still determine the paths of the translations.
      expect((await clone.run('pull')).exit).toBe(0);
      const folder = join(clone.root, 'App/de.lproj');
      expect(clone.read('App/de.lproj/Localizable.strings')).toBe(
        '/* A button */\n"save" = "Sichern";\n',
      );
      expect(clone.read('App/de.lproj/Localizable.stringsdict')).toContain('%d Dateien');
      const parse = (program: string, file: string) =>
        spawnSync(program, [join(folder, file)], { encoding: 'utf8' }).stderr;
      expect(parse('sfparse', 'Localizable.strings')).toContain('seems ok (1 entries)');
      for (const file of ['Localizable.strings', 'Localizable.stringsdict']) {
        expect(parse('plparse', file)).toMatch(/a dictionary\s*$/);
      }
      expect((await clone.run('diff')).exit).toBe(0);
    },
  );

  it.skipIf(!has('aapt2', 'version'))('gets Android resources that aapt2 compiles', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    const path = (folder: string) => `app/src/main/res/${folder}/strings.xml`;
    const plurals =
      '<plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals>';
    clone.write(
      path('values'),
      `<resources>\n<string name="dont">Don\\'t</string>\n${plurals}\n</resources>\n`,
    );
    expect((await clone.run('init', '--force', '--project', projectId)).exit).toBe(0);
    expect((await clone.run('push')).exit).toBe(0);
    const texts = { dont: "L'arbre", 'files.one': '%d Datei', 'files.other': '%d Dateien' };
    await world.put(projectId, texts, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read(path('values-de'))).toContain("L\\'arbre");
    const argv = ['compile', '--dir', 'app/src/main/res', '-o', 'out.zip'];
    const { status, stderr } = spawnSync('aapt2', argv, { cwd: clone.root, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('a text or a key of a Rails file that Ruby reads as a boolean', () => {
  const text = 'en:\n  a: A\n  answer: no\n  yes: "Yes"\n';

  it('appears as a finding of parlance check with line and column, and a key has quotes in a new file', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, { files: [{ path: '{locale}.yml' }] });
    clone.write('en.yml', text);
    for (const flags of [['--offline'], []]) {
      const { json } = await clone.run('check', ...flags);
      expect(json.data.findings).toMatchObject([
        { code: 'text_without_quotes', path: 'answer', file: 'en.yml', line: 3, column: 11 },
        { code: 'text_without_quotes', path: 'yes', file: 'en.yml', line: 4, column: 8 },
      ]);
    }
    expect((await clone.run('push')).exit).toBe(0);
    await world.put(projectId, { a: 'A', answer: 'Nein', yes: 'Ja' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('de.yml')).toBe('de:\n  a: A\n  answer: Nein\n  "yes": "Ja"\n');
  });
});
