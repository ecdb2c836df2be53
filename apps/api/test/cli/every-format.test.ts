import { FILE_FORMATS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDocument } from '../../../../packages/cli/src/documents/documents.ts';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

type Texts = Record<string, string>;
type Format = NonNullable<ReturnType<typeof formatById>>['id'];

const CONTEXT = { keySeparator: '.', sourceLocale: 'en' };

/** Returns the texts of a file in the source locale. */
async function textsOf(clone: Clone, path: string, format: Format): Promise<Texts> {
  const spec = { format } as never;
  const place = { spec, values: {}, locale: 'en', path, prefix: '' };
  const read = await parseDocument(place, Buffer.from(clone.read(path)), CONTEXT);
  if (!('rows' in read)) throw new Error(read.message);
  const texts = read.rows.flatMap(({ name, values }) => {
    const own = values.find(({ localeTag }) => localeTag === 'en');
    return own ? [[name, own.text] as const] : [];
  });
  return Object.fromEntries(texts);
}

/** Returns a file with texts of the source locale. */
async function fileOf(format: Format, texts: Texts): Promise<string> {
  async function* rows() {
    yield Object.entries(texts).map(([name, text]) => ({
      name,
      values: [{ localeTag: 'en', text }],
    }));
  }
  const written = formatById(format)!.write(rows(), {
    keySeparator: '.',
    sourceLocaleTag: 'en',
    localeTags: ['en'],
    shape: 'flat',
  });
  let file = '';
  for await (const piece of written) file += piece;
  return file;
}

/** Each format with a path pattern and the path of the source file. */
const LAYOUTS: [Format, string, string][] = [
  ['json', 'l/{locale}.json', 'l/en.json'],
  ['yaml', 'l/{locale}.yaml', 'l/en.yaml'],
  ['csv', 'all.csv', 'all.csv'],
  ['xliff', 'l/{locale}.xliff', 'l/en.xliff'],
  ['po', 'l/{locale}.po', 'l/en.po'],
  ['android', 'res/values{-locale:android}/strings.xml', 'res/values/strings.xml'],
  ['strings', '{locale:apple}.lproj/L.strings', 'en.lproj/L.strings'],
  ['xcstrings', 'L.xcstrings', 'L.xcstrings'],
  ['resx', 'Strings{.locale}.resx', 'Strings.resx'],
  ['arb', 'l10n/app_{locale}.arb', 'l10n/app_en.arb'],
  ['formatjs', 'lang/{locale}.json', 'lang/en.json'],
  ['chrome', '_locales/{locale:chrome}/messages.json', '_locales/en/messages.json'],
  ['properties', 'm{_locale:java}.properties', 'm.properties'],
];

it.each(LAYOUTS)(
  'push and pull treat each text of a %s file as the documentation says',
  async (format, pattern, path) => {
    const base: Texts = {
      same: 'Same',
      there: 'There',
      here: 'Here',
      both: 'Both',
      empty_here: 'Empty',
      removed_here: 'Removed here',
      removed_there: 'Removed there',
    };
    const projectId = await world.createProject(base);
    const clone = world.clone(projectId, { files: [{ path: pattern, format }] });
    expect((await clone.run('pull')).exit).toBe(0);
    expect(await textsOf(clone, path, format)).toEqual(base);

    await world.put(projectId, { there: 'There 2', both: 'Both there', new_there: 'New there' });
    const keyId = (await world.keyId(projectId, 'removed_there'))!;
    await world.tenant.client.i18n.keys.delete({ projectId, keyId });
    const { removed_here: _, ...kept } = base;
    const edits: Texts = {
      here: 'Here 2',
      both: 'Both here',
      new_here: 'New here',
      empty_here: '',
    };
    // PO treats an empty text as missing.
    if (format === 'po') edits.empty_here = base.empty_here!;
    const file = await fileOf(format, { ...kept, ...edits });
    clone.write(path, file);

    const before = await world.texts(projectId);
    expect((await clone.run('push')).exit).toBe(4);
    expect(await world.texts(projectId)).toEqual(before);
    expect((await clone.run('push', '--conflicts', 'theirs')).exit).toBe(0);
    const pushed = { ...before, here: 'Here 2', new_here: 'New here' };
    expect(await world.texts(projectId)).toEqual(pushed);
    expect(clone.read(path)).toBe(file);

    expect((await clone.run('pull')).exit).toBe(4);
    expect(clone.read(path)).toBe(file);
    expect((await clone.run('pull', '--conflicts', 'theirs')).exit).toBe(0);
    const { removed_here: __, ...others } = pushed as Texts;
    const pulled = { ...others, removed_there: 'Removed there' };
    expect(await textsOf(clone, path, format)).toEqual(pulled);

    expect((await clone.run('pull', '--prune', '--restore')).exit).toBe(0);
    const synced = await world.texts(projectId);
    expect(await textsOf(clone, path, format)).toEqual(synced);
    expect((await clone.run('diff')).exit).toBe(0);

    const { there: ___, ...left } = synced;
    const empty: Texts = format === 'po' ? {} : { empty_here: '' };
    clone.write(path, await fileOf(format, { ...left, ...empty }));
    await world.tenant.client.i18n.keys.delete({
      projectId,
      keyId: (await world.keyId(projectId, 'new_there'))!,
    });
    const { new_there: restored, ...active } = synced;
    expect((await clone.run('push')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual(active);
    expect((await clone.run('push', '--allow-empty')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ ...active, ...empty });
    expect((await clone.run('push', '--prune', '--restore')).exit).toBe(0);
    expect(await world.texts(projectId)).toEqual({ ...left, ...empty, new_there: restored });
    expect((await clone.run('diff')).exit).toBe(0);
  },
);

const STRINGSDICT = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>files</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
    <key>files</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>one</key><string>%d file</string>
      <key>other</key><string>%d files</string>
    </dict>
  </dict>
</dict></plist>
`;

it('the activity of a project names the format of each pushed file', async () => {
  const projectId = await world.createProject();
  const apple = '{locale:apple}.lproj/L.stringsdict';
  const layouts = [...LAYOUTS, ['stringsdict', apple, 'en.lproj/L.stringsdict'] as const];
  const clone = world.clone(projectId, {
    files: layouts.map(([format, path]) => ({ path: `${format}/${path}`, format, prefix: format })),
  });
  for (const [format, , path] of layouts) {
    const file = format === 'stringsdict' ? STRINGSDICT : await fileOf(format, { a: 'A', b: 'B' });
    clone.write(`${format}/${path}`, file);
  }
  const pushed = async (...flags: string[]) => {
    const before = await world.tenant.client.dashboard.activity({ limit: 100 });
    const known = new Set(before.data.map(({ id }) => id));
    expect((await clone.run('push', ...flags)).json.errors).toEqual([]);
    const { data } = await world.tenant.client.dashboard.activity({ limit: 100 });
    return data.flatMap((one) => (known.has(one.id) ? [] : (one.import?.format ?? [])));
  };
  expect((await pushed()).sort()).toEqual([...FILE_FORMATS].sort());
  clone.write('yaml/l/en.yaml', await fileOf('yaml', { a: 'A' }));
  expect(await pushed('--prune')).toEqual(['yaml']);
});
