import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const BROKEN = '{ "a": }';

describe('parlance push with an unreadable file', () => {
  it('sends the other files, names the unreadable file of a translation, and exits with code 6', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId);
    clone.write('locales/en.json', { a: 'A' });
    clone.write('locales/de.json', BROKEN);
    clone.write('locales/fr.json', { a: 'A fr' });
    const { exit, json } = await clone.run('push', '--all');
    expect(exit).toBe(6);
    expect(json.errors).toMatchObject([
      { code: 'content_invalid', file: 'locales/de.json', line: 1 },
    ]);
    expect(json.data.skipped).toEqual(['locales/de.json']);
    expect(await world.texts(projectId, 'fr')).toEqual({ a: 'A fr' });
    const again = await clone.run('push');
    expect([again.exit, again.json.errors]).toEqual([0, []]);
    expect(again.json.warnings).toMatchObject([
      { code: 'content_invalid', file: 'locales/de.json' },
    ]);
    clone.write('locales/de.json', { a: 'A de' });
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'A de' });
  });

  it('sends nothing if a source file is unreadable, unless --keep-going is set', async () => {
    const projectId = await world.createProject();
    const files = ['a', 'b'].map((name) => ({ path: `${name}/{locale}.json` }));
    const clone = world.clone(projectId, { files });
    clone.write('a/en.json', BROKEN);
    clone.write('b/en.json', { b: 'B' });
    expect((await clone.run('push')).exit).toBe(1);
    expect(await world.texts(projectId)).toEqual({});
    expect((await clone.run('push', '--keep-going')).exit).toBe(6);
    expect(await world.texts(projectId)).toEqual({ b: 'B' });
  });

  it('sends nothing if there is a conflict', async () => {
    const projectId = await world.createProject({ a: 'A there' });
    const clone = world.clone(projectId);
    clone.write('locales/en.json', { a: 'A here', b: 'B' });
    clone.write('locales/de.json', BROKEN);
    expect((await clone.run('push', '--all', '--keep-going')).exit).toBe(4);
    expect(await world.texts(projectId)).toEqual({ a: 'A there' });
  });

  it('keeps newer translations of the project while their file cannot be read', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'A de' }, 'de');
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write('locales/de.json', BROKEN);
    await world.put(projectId, { a: 'A de there' }, 'de');
    clone.write('locales/en.json', { a: 'A', b: 'B 2' });
    expect((await clone.run('push', '--all')).exit).toBe(6);
    clone.write('locales/de.json', { a: 'A de' });
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'A de there' });
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.json('locales/de.json')).toEqual({ a: 'A de there' });
  });

  it('archives and restores no key of an entry with an unreadable source file', async () => {
    const names = ['a', 'b', 'c'];
    const entry = fc.record({ isBroken: fc.boolean(), isRemoved: fc.boolean() });
    const property = fc.asyncProperty(fc.tuple(entry, entry, entry), async (entries) => {
      const projectId = await world.createProject();
      const files = names.map((name) => ({
        path: `${name}/{locale}.json`,
        ...(name === 'c' && { prefix: 'c.' }),
      }));
      const clone = world.clone(projectId, { files });
      const keys = names.map((name) => (name === 'c' ? 'c.' : name));
      for (const name of names) {
        clone.write(`${name}/en.json`, { [`${name}1`]: '1', [`${name}2`]: '2', [`${name}3`]: '3' });
      }
      expect((await clone.run('push')).exit).toBe(0);
      const archived = keys.map((key, index) => `${key === 'c.' ? 'c.' : ''}${names[index]}3`);
      for (const key of archived) {
        const keyId = (await world.keyId(projectId, key))!;
        await world.tenant.client.i18n.keys.delete({ projectId, keyId });
      }
      for (const [at, { isBroken, isRemoved }] of entries.entries()) {
        const name = names[at]!;
        const texts = { ...(isRemoved ? {} : { [`${name}1`]: '1' }), [`${name}2`]: '2 new' };
        clone.write(`${name}/en.json`, isBroken ? BROKEN : { ...texts, [`${name}3`]: '3' });
      }
      const { exit } = await clone.run('push', '--prune', '--restore', '--keep-going');
      const isAnyBroken = entries.some(({ isBroken }) => isBroken);
      const isAllBroken = entries.every(({ isBroken }) => isBroken);
      expect(exit).toBe(isAllBroken ? 1 : isAnyBroken ? 6 : 0);
      // A broken file without a prefix may contain any key.
      const isUnknown = entries[0].isBroken || entries[1].isBroken;
      const expected: [string, string][] = entries.flatMap(({ isBroken, isRemoved }, index) => {
        const name = names[index] === 'c' ? 'c.c' : names[index]!;
        const isPruned = isRemoved && !isBroken && !isUnknown;
        const rest: [string, string][] = isBroken
          ? [[`${name}2`, '2']]
          : [
              [`${name}2`, '2 new'],
              [`${name}3`, '3'],
            ];
        return isPruned ? rest : [[`${name}1`, '1'], ...rest];
      });
      expect(await world.texts(projectId)).toEqual(Object.fromEntries(expected));
    });
    await fc.assert(property, { numRuns: testRuns(4), endOnFailure: true });
  });
});

describe('parlance', () => {
  const stopped = async (file: string, ...command: string[]) => {
    const projectId = await world.createProject({ a: 'A', old: 'Old' });
    const clone = world.clone(projectId);
    for (const locale of ['en', 'de', 'fr']) {
      clone.write(`locales/${locale}.json`, { a: 'A', new: 'New' });
    }
    clone.write(file, '{\n  "a": }');
    const { exit, json } = await clone.run(...command);
    expect([exit, json.errors[0]]).toMatchObject([1, { file, line: 2 }]);
    expect(Object.keys(await world.texts(projectId)).sort()).toEqual(['a', 'old']);
    return { clone, projectId, said: json.errors[1]!.message };
  };

  it('sync stops at an unreadable file, and continues with the locales that its error names', async () => {
    const { clone, projectId, said } = await stopped('locales/de.json', 'sync');
    const nothing = 'Nothing was sent or written, because a sync reads all files first.';
    const flags = ['--locale', 'en', '--locale', 'fr'];
    const way = `work on the other locales with ${flags.join(' ')}`;
    expect(said).toBe(`${nothing} Correct locales/de.json, or ${way}.`);
    const { exit, json } = await clone.run('sync', ...flags);
    expect([exit, json.errors]).toEqual([0, []]);
    expect(json.warnings).toMatchObject([{ code: 'content_invalid', file: 'locales/de.json' }]);
    expect(Object.keys(await world.texts(projectId)).sort()).toEqual(['a', 'new', 'old']);
    expect(clone.read('locales/de.json')).toBe('{\n  "a": }');
    clone.write('locales/de.json', { a: 'A', new: 'Neu' });
    expect((await clone.run('sync')).exit).toBe(0);
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'A', new: 'Neu' });
  });

  it.each([
    ['pull', 'Nothing was written.'],
    ['status', 'The files were not compared.'],
    ['diff', 'The files were not compared.'],
  ])(
    '%s stops at an unreadable file, and names the locales that it can process',
    async (command, nothing) => {
      const { clone, said } = await stopped('locales/fr.json', command);
      const way = 'work on the other locales with --locale en --locale de';
      expect(said).toBe(`${nothing} Correct locales/fr.json, or ${way}.`);
      const again = await clone.run(command, '--locale', 'en', '--locale', 'de');
      expect([again.exit, again.json.errors]).toEqual([command === 'diff' ? 1 : 0, []]);
    },
  );

  it.each([
    ['push', 'Nothing was sent. Correct locales/en.json, or pass --keep-going to send the rest.'],
    [
      'sync',
      'Nothing was sent or written, because a sync reads all files first. Correct locales/en.json, or run parlance push --keep-going to send the rest.',
    ],
    ['pull', 'Nothing was written. Correct locales/en.json.'],
  ])('%s stops at an unreadable source file, and names the remedy', async (command, message) => {
    expect((await stopped('locales/en.json', command)).said).toBe(message);
  });

  it('keys rename stops at an unreadable file, and does not rename the key', async () => {
    await stopped('locales/de.json', 'keys', 'rename', 'a', 'b');
  });
});

it('parlance push names files whose locale has another spelling, and files beside `source`', async () => {
  const projectId = await world.createProject();
  const clone = world.clone(projectId, {
    files: [
      { path: 'i/m_{locale:java}.properties', source: 'i/m.properties' },
      { path: 'l/{locale}.json' },
    ],
  });
  for (const name of ['m', 'm_en', 'm_pt-br']) clone.write(`i/${name}.properties`, 'a=A\n');
  clone.write('l/pt_BR.json', {});
  const { exit, json } = await clone.run('push');
  expect(exit).toBe(0);
  expect(json.warnings).toMatchObject([
    { code: 'no_file', message: expect.stringContaining('l/{locale}.json') },
    { code: 'unread_file', file: 'i/m_pt-br.properties' },
    { code: 'unread_file', file: 'l/pt_BR.json' },
  ]);
  expect((await clone.runWith({}, 'push')).err).toContain('i/m_en.properties  not read');
});

it('parlance push names a file of the source locale that was created after init', async () => {
  const clone = world.clone(await world.createProject(), {
    files: [{ path: 'locales/{locale}.yml' }],
  });
  clone.write('locales/en.yml', 'en:\n  a: A\n');
  for (const name of ['devise.en.yml', 'devise.de.yml', 'en.txt', 'notes.yml']) {
    clone.write(`locales/${name}`, 'en:\n  b: B\n');
  }
  const { exit, json } = await clone.run('push');
  expect([exit, json.warnings]).toEqual([
    0,
    [
      {
        code: 'unread_file',
        level: 'note',
        file: 'locales/devise.en.yml',
        message: expect.stringContaining('No entry'),
      },
    ],
  ]);
  const shown = (await clone.run('init', '--dry-run')).json.data;
  const files = expect.arrayContaining([{ path: 'locales/devise.{locale}.yml' }]);
  expect(shown).toMatchObject({ config: { files } });
});
