import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { type FileRow, FormatError } from '../format.ts';
import { android } from './android.ts';

const writing = (localeTag: string) => ({
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: [localeTag],
  shape: 'flat' as const,
});

const read = (file: string, localeTag = 'en') =>
  collectRows(android, inOneChunk(Buffer.from(file)), readOptions(writing(localeTag)));

async function texts(file: string, localeTag = 'en'): Promise<[string, string][]> {
  const { rows } = await read(file, localeTag);
  return rows.map(({ name, values }) => [name, values[0]!.text]);
}

async function write(rows: readonly FileRow[], localeTag = 'en'): Promise<string> {
  const bytes = await collectBytes(android.write(batches(rows), writing(localeTag)));
  return Buffer.from(bytes).toString();
}

async function patch(
  base: string,
  edits: Readonly<Record<string, string | null>>,
  localeTag = 'en',
): Promise<{ file: string; refused: string[] }> {
  const { rows } = await read(base, localeTag);
  const left = new Map(Object.entries(edits));
  const next = rows.flatMap((row) => {
    const text = left.get(row.name);
    left.delete(row.name);
    if (text === undefined) return [row];
    return text === null ? [] : [{ ...row, values: [{ localeTag, text }] }];
  });
  for (const [name, text] of left) if (text !== null) next.push(rowOf(name, text, localeTag));
  const options = { ...writing(localeTag), limits: TEST_LIMITS, missing: 'remove' as const };
  const { bytes, report } = await collectPatch(android, Buffer.from(base), next, options);
  return { file: bytes.toString(), refused: report.refused.map(({ path }) => path) };
}

const rowOf = (name: string, text: string, localeTag = 'en'): FileRow => ({
  name,
  values: [{ localeTag, text }],
});

function formOf(category: string, text: string, localeTag: string): FileRow {
  const plural = { family: 'files', category, domain: 'integer' } as FileRow['plural'] & object;
  return { ...rowOf(`files.${category}`, text, localeTag), plural };
}

const FILE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE resources [ <!ENTITY app "My &quot;App&quot;"> ]>
<!-- Licence -->
<resources xmlns:tools="http://schemas.android.com/tools" xmlns:x="urn:oasis:names:tc:xliff:document:1.2">

  <!-- Shown on the button -->
  <string name="save" tools:ignore="MissingTranslation">Save</string>
  <string name='brand' translatable="false">&app;</string>
  <string name="brand" product="tablet">&app; Tab</string>
  <color name="red">#f00</color>
  <string name="link">@string/save</string>
  <string name="hi">Hi <x:g id="user" example="Ann">%1$s</x:g>!</string>
  <plurals name="files">
    <item quantity="other">%d files</item>
    <!-- just one -->
    <item quantity="one">%d file</item>
  </plurals>
  <string-array name="days"><item>Mon</item><item>Tue</item></string-array>
  <string name="empty"/>
</resources>
`;

describe('an Android file', () => {
  it('yields comments, products, plurals, arrays and untranslatable texts when read', async () => {
    const { rows, warnings } = await read(FILE);
    const values = (text: string) => [{ localeTag: 'en', text }];
    const plural = { family: 'files', domain: 'integer' };
    expect(rows).toEqual([
      { name: 'save', description: 'Shown on the button', values: values('Save') },
      { name: 'brand', translatable: false, values: values('&app;') },
      { name: 'brand[product=tablet]', values: values('&app; Tab') },
      { name: 'hi', values: values('Hi <x:g id="user" example="Ann">%1$s</x:g>!') },
      { name: 'files.other', plural: { ...plural, category: 'other' }, values: values('%d files') },
      {
        name: 'files.one',
        description: 'just one',
        plural: { ...plural, category: 'one' },
        values: values('%d file'),
      },
      { name: 'days[0]', values: values('Mon') },
      { name: 'days[1]', values: values('Tue') },
      { name: 'empty', values: values('') },
    ]);
    expect(warnings).toMatchObject([
      { code: 'own_entities', message: expect.stringContaining('&app;') },
      { code: 'references_skipped', path: 'link' },
    ]);
  });

  it('contains descriptions and products, and groups plurals and arrays, when written', async () => {
    const file = await write([
      { ...rowOf('days[1]', 'Tue'), description: 'Days -- short' },
      formOf('other', '%d files', 'en'),
      { ...rowOf('a[product=tv]', 'A'), translatable: false },
      formOf('one', '%d file', 'en'),
      rowOf('days[0]', 'Mon'),
    ]);
    expect(file.split('\n').slice(2, -2)).toEqual([
      '    <string-array name="days">',
      '        <item>Mon</item>',
      '        <!-- Days - - short -->',
      '        <item>Tue</item>',
      '    </string-array>',
      '    <plurals name="files">',
      '        <item quantity="one">%d file</item>',
      '        <item quantity="other">%d files</item>',
      '    </plurals>',
      '    <string name="a" product="tv" translatable="false">A</string>',
    ]);
    const again = (await read(file)).rows;
    expect(await write(again)).toBe(file);
  });

  it.each([
    ['ru', ['one', 'few', 'many']],
    ['uk', ['one', 'few', 'many']],
    ['pl', ['one', 'few', 'many']],
  ])('gets an `other` form in %s that the reader leaves out', async (localeTag, categories) => {
    const rows = categories.map((category) => formOf(category, `%d ${category}`, localeTag));
    const file = await write(rows, localeTag);
    expect(file).toContain('<item quantity="other">%d many</item>');
    expect((await read(file, localeTag)).rows).toEqual(rows);
    const { file: patched } = await patch(file, { 'files.many': 'x' }, localeTag);
    expect(patched).toBe(file.replaceAll('%d many', 'x'));
    const other = [...rows, formOf('other', 'part', localeTag)];
    expect((await read(await write(other, localeTag), localeTag)).rows).toEqual(other);
  });

  it('gets no `other` form if the language uses the form for integers', async () => {
    for (const localeTag of ['en', 'cs', 'sk', 'lt', 'ar', 'ja', 'fr']) {
      const rows = [formOf('one', 'x', localeTag)];
      expect(await write(rows, localeTag)).not.toContain('other');
    }
  });

  it('changes only in the texts that a patch changes', async () => {
    const { file } = await patch(FILE, {
      save: "Don't save",
      'brand[product=tablet]': '&app; & more',
      hi: 'Hello <x:g id="user" example="Ann">%1$s</x:g>',
      'files.one': 'a file',
      'days[1]': 'Tuesday',
      empty: 'full',
    });
    expect(file).toBe(
      FILE.replace('>Save<', ">Don\\'t save<")
        .replace('&app; Tab', '&app; &amp; more')
        .replace(
          'Hi <x:g id="user" example="Ann">%1$s</x:g>!',
          'Hello <x:g id="user" example="Ann">%1$s</x:g>',
        )
        .replace('%d file<', 'a file<')
        .replace('Tue<', 'Tuesday<')
        .replace('<string name="empty"/>', '<string name="empty">full</string>'),
    );
  });

  it('gets new plural forms in the order of CLDR, and gets new elements at the end of an array', async () => {
    const base = `<resources>
  <plurals name="n">
    <item quantity="one">a</item>
    <item quantity="other">b</item>
  </plurals>
  <plurals name="m"/>
  <string-array name="d">
    <item>x</item>
  </string-array>
</resources>`;
    const edits = { 'n.many': '4', 'n.few': '3', 'n.zero': '0', 'd[1]': 'y', 'm.one': '1' };
    const { file } = await patch(base, edits);
    expect(await texts(file)).toEqual([
      ['n.zero', '0'],
      ['n.one', 'a'],
      ['n.few', '3'],
      ['n.many', '4'],
      ['n.other', 'b'],
      ['m.one', '1'],
      ['d[0]', 'x'],
      ['d[1]', 'y'],
    ]);
    expect(file.match(/<plurals/g)).toHaveLength(2);
  });

  it('loses a removed string with its comment, and an array or plural with its last item', async () => {
    const { file, refused } = await patch(FILE, {
      save: null,
      'files.one': null,
      'files.other': null,
      'days[0]': null,
      'days[1]': null,
    });
    expect(refused).toEqual([]);
    for (const gone of ['Save', 'Shown', 'plurals', 'array']) expect(file).not.toContain(gone);
    expect(file).toContain('<color name="red">#f00</color>');
    expect((await patch(FILE, { 'days[0]': null })).refused).toEqual(['days[0]']);
  });

  it('gets a new string even if the plural before it is removed because its `other` has no text', async () => {
    const items = ['one', 'few', 'other'].map((form) => `<item quantity="${form}">x</item>`);
    const base = `<resources>\n  <string name="a">A</string>\n  <plurals name="n">${items.join('')}</plurals>\n</resources>\n`;
    const { file } = await patch(base, { 'n.other': null, z: 'Z' });
    expect(file).toBe(
      '<resources>\n  <string name="a">A</string>\n  <string name="z">Z</string>\n</resources>\n',
    );
  });

  it('gets new strings even if it contains no strings', async () => {
    for (const base of ['<resources/>', '<resources></resources>', '<resources>\n</resources>\n']) {
      expect(await texts((await patch(base, { a: 'x' })).file)).toEqual([['a', 'x']]);
    }
  });

  it.each([
    ['<resources><string name="a">\\u12</string></resources>', 'a'],
    ['<resources><string name="a">1</string>\n<string name="a">2</string></resources>', 'a'],
    ['<resources><plurals name="p"><item quantity="banana">x</item></plurals></resources>', 'p'],
    ['<resources><plurals name="p"><item>x</item></plurals></resources>', 'p'],
    ['<resources><string>x</string></resources>', ''],
    ['<resources><string name="a">&undeclared;</string></resources>', 'a'],
    ['<resources><string name="a">&constructor;</string></resources>', 'a'],
    ['<resources><string name="a">&#0;</string></resources>', 'a'],
    ['<resources><string name="a">\\u0000</string></resources>', 'a'],
    ['<resources><string name="a">\\ud800</string></resources>', 'a'],
    ['<resources><string name="a">]]></string></resources>', 'a'],
    ['<resources><string name="a"><![CDATA[x</string></resources>', 'a'],
    ['<resources/><resources/>', ''],
    ['<strings/>', ''],
    ['<?xml version="1.0" encoding="utf-7"?><resources/>', ''],
    ['<!DOCTYPE resources SYSTEM "file:///etc/passwd"><resources/>', ''],
    ['<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><resources/>', ''],
    ['<!DOCTYPE r [<!ENTITY % a "x"> %a;]><resources/>', ''],
    ['<resources><!DOCTYPE r><string name="a">x</string></resources>', ''],
    ['<resources><x:y/></resources>', ''],
    ['<resources xmlns:xml="urn:x"/>', ''],
    ['<resources xmlns:x="http://www.w3.org/XML/1998/namespace"/>', ''],
    ['<r:resources xmlns:r="urn:x"><r:string name="a">x</r:string></r:resources>', ''],
  ])('causes an error with a position if it is invalid: %s', async (file, path) => {
    const error = (await rejection(read(file))) as FormatError;
    expect(error).toBeInstanceOf(FormatError);
    expect(error.path).toBe(path);
    expect(error.line).toBeGreaterThan(0);
  });

  it('keeps a prefix that markup binds to another namespace', async () => {
    const text = '<xliff:g xmlns:xliff="urn:x">y</xliff:g>';
    const file = `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><string name="a">${text}</string><x:string xmlns:x="urn:x" name="b">z</x:string></resources>`;
    expect(await texts(file)).toEqual([['a', text]]);
  });

  it('keeps entities unexpanded, even if they would expand to large texts', async () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "ha">${Array.from({ length: 50 }, (_, n) => {
      const inner = n === 0 ? '&a;' : `&a${n - 1};`;
      return `<!ENTITY a${n} "${inner.repeat(20)}">`;
    }).join('')}]><resources><string name="x">&a49;</string></resources>`;
    expect(await texts(bomb)).toEqual([['x', '&a49;']]);
  });

  it('can be read in time in proportion to its size', async () => {
    const growth = await growthOf(25_000, async (count) => {
      const items = '<item>x</item>'.repeat(count);
      const comments = '<!-- x -->'.repeat(count);
      const quotes = `<string name="q">${'"<b> </b>'.repeat(count / 10)}</string>`;
      const file = `<resources><string-array name="a">${items}</string-array>${comments}${quotes}</resources>`;
      const { rows } = await read(file);
      expect(rows).toHaveLength(count + 1);
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
    const attribute = `<resources><string name="${'x'.repeat(10_000_000)}`;
    expect(await rejection(read(attribute))).toBeInstanceOf(FormatError);
    expect(await texts('<resources><string name="__proto__">x</string></resources>')).toEqual([
      ['__proto__', 'x'],
    ]);
  });
});
