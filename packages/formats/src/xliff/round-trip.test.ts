import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { hostileNames, hostileTexts } from '../../test/conformance/data.ts';
import { collectBytes, collectRows, inOneChunk, readOptions } from '../../test/conformance/io.ts';
import type { FileRow, WriteOptions } from '../format.ts';
import { isNmtoken } from './inline/characters.ts';
import { unitIdOf } from './names.ts';
import { xliff } from './xliff.ts';

const options: WriteOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['en', 'de'],
  shape: 'flat',
};

async function write(rows: FileRow[], xliffVersion: '1.2' | '2.1'): Promise<string> {
  const batches = (async function* () {
    yield rows;
  })();
  const bytes = await collectBytes(xliff.write(batches, { ...options, xliffVersion }));
  return new TextDecoder().decode(bytes);
}

async function read(file: string) {
  return collectRows(xliff, inOneChunk(new TextEncoder().encode(file)), readOptions(options));
}

function row(name: string, source: string, target?: string): FileRow {
  const values = [{ localeTag: 'en', text: source }];
  if (target !== undefined) values.push({ localeTag: 'de', text: target });
  return { name, values };
}

/** Parts of valid and invalid inline markup. The test combines the parts of a group. */
const families: string[][] = [
  ['<x id="1"/>', '<x id="2"/>', '<x/>', '<x id="1" />', "<x id='1'/>", '<x id="1"></x>', '</x>'],
  ['<g id="1">', '<g id="2">', '<g id="1"/>', '</g>', '<bx id="1" rid="1"/>', '<ex id="1"/>'],
  ['<ph id="1">', '<bpt id="1">', '<sub>', '</ph>', '</bpt>', '</sub>', '<x id="1"/>', '\u0001'],
  ['<it id="1" pos="open">', '</it>', '<it id="1">', '<ept id="1">', '</ept>', '<sub/>', '<sub>'],
  ['<mrk mtype="seg" mid="1">', '<mrk mtype="term">', '</mrk>', '<g id="1">', '</g>', '<mrk>'],
  [
    '<ph id="char1" ctype="x-parlance-char">0001</ph>',
    '<ph id="char1"/>',
    '\u0001',
    '0007',
    '<sub ctype="x-parlance-char">',
    '</sub>',
    '<ph id="char2" ctype="x-parlance-char">',
  ],
  ['<pc id="1">', '<pc id="2">', '<pc id="3"/>', '</pc>', '<mrk id="4">', '</mrk>', '<ph id="1"/>'],
  [
    '<sc id="1"/>',
    '<sc id="2"/>',
    '<ec startRef="1"/>',
    '<ec startRef="2"/>',
    '<ec/>',
    '<ec id="2" isolated="yes"/>',
    '<sc id="1" isolated="yes"/>',
    '<ec id="1" startRef="1"/>',
  ],
  ['<sc id="1" canCopy="no"/>', '<ec startRef="1" canCopy="no"/>', '<ec startRef="1"/>'],
  [
    '<sm id="1"/>',
    '<sm id="2" translate="no"/>',
    '<em startRef="1"/>',
    '<em startRef="2"/>',
    '<em/>',
  ],
  [
    '<mrk id="1" type="term">',
    '</mrk>',
    '<mrk id="2" type="comment" ref="#n=n1">',
    '<mrk id="3" type="comment" value="v"/>',
    '<mrk id="4" type="comment"/>',
    '<mrk id="5" type="comment" ref="#f=f1/u=k/n=n2"/>',
    '<mrk id="6" type="comment" ref="#x"/>',
    '<mrk id="7" type="comment" ref="#n=n1" value="v">',
    '<mrk id="8" type="a:b" ref="http://x">',
  ],
  [
    '<ph id="1" dataRef="d1"/>',
    '<ph id="2" dataRef="d1" data="{0}"/>',
    '<ph id="3" data="x"/>',
    '<ph id="4" dataRef="d1" data="{1}"/>',
    '<ph id="5" dataRef="d2" data="a&#10;\u0001&lt;"/>',
    '<ph id="6" dataRef="d2" data=""/>',
    '<ph id="7" data="{0}" dataRef="d1"/>',
    '</pc>',
    '<pc id="8" dataRefStart="d3" dataStart="&lt;b>" dataRefEnd="d4">',
    '<pc id="8" dataRefStart="d3" dataStart="&lt;b&gt;" dataRefEnd="d4">',
    '<pc id="9" dataRefStart="d1" dataStart="x" dataRefEnd="d1" dataEnd="y"/>',
    '<pc id="9" dataRefStart="d1" dataStart="{0}" dataRefEnd="d1" dataEnd="{0}"/>',
  ],
  [
    '<ph id="1"/>',
    '<ph id="2" copyOf="1"/>',
    '<ph id="3" copyOf="2"/>',
    '<ph id="1" canCopy="no"/>',
    '<ph id="4" canReorder="no" canCopy="no" canDelete="no"/>',
    '<ph id="5" canReorder="no"/>',
    '<ph id="6" canReorder="firstNo" canCopy="no" canDelete="no"/>',
    '<pc id="1"/>',
    '<ph id="7" type="ui" subType="xlf:var"/>',
    '<ph id="8" subType="a:b"/>',
    '<ph id="a b"/>',
  ],
  [
    '<mrk id="1" xmlns:a="urn:a" a:b="c" a:d="e"/>',
    '<mrk id="2" a:b="c"/>',
    '<cp hex="0001"/>',
    '<mrk id="3" a:b="c" xmlns:a="urn:a"/>',
    '<ph id="4" xmlns:a="urn:a" a:b="c"/>',
    '<ph id="5" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0" fs:fs="b"/>',
    '<cp hex="0041"/>',
    '<mrk id="6" xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:id="a"/>',
    '\u0001',
    '<mrk id="7" xmlns:a="urn:a" a:b="c" xmlns:c="urn:a" c:b="c"/>',
    '<x id="é" xml:lang="en"/>',
    '<mrk id="8" xmlns:a="" a:b="c"/>',
    '<mrk id="9" xmlns:a=" urn:a" a:b="c"/>',
  ],
  [
    '<x id="1" ctype="&lt;b&gt;" equiv-text="&quot;&#9;"/>',
    '<x id="1" ctype="&#65;"/>',
    '<x id="1" ctype="\u0001"/>',
    '<x id="1" id="2"/>',
    '<x id="1" unknown="1"/>',
    '<x id=""/>',
  ],
];
const around = [
  '<b>',
  '</b>',
  '<',
  '>',
  '&',
  '&lt;',
  ' ',
  '\n',
  '\r',
  '\t',
  'text',
  '😀',
  '\u0001',
];

const soups = fc
  .tuple(
    fc.shuffledSubarray(families, { minLength: 1, maxLength: 2 }),
    fc.constantFrom(...around, ...hostileTexts),
  )
  .chain(([some, text]) => {
    const soup = fc
      .array(fc.constantFrom(...some.flat(), text), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const option = fc.option(soup, { nil: undefined });
    return fc.tuple(soup, option, option);
  });

describe.each(['1.2', '2.1'] as const)('a text written as %s', (version) => {
  it('round-trips code unit by code unit, even if it looks like markup', async () => {
    await fc.assert(
      fc.asyncProperty(soups, async ([source, target, description]) => {
        const rows = [row('k', source, target)];
        if (description !== undefined) rows[0]!.description = description;
        const file = await write(rows, version);
        const back = await read(file);
        expect(back.rows).toEqual(rows);
        expect(await write(back.rows, version)).toBe(file);
      }),
      { numRuns: testRuns(400) },
    );
  });
});

/** Returns the content of the first element with the given name, as it is in the file. */
function contentOf(name: string, file: string): string | undefined {
  return new RegExp(`<${name}[^>]*>([^]*?)</${name}>`).exec(file)?.[1];
}

describe('the writer of XLIFF texts', () => {
  const written = async (text: string, version: '1.2' | '2.1') =>
    contentOf('source', await write([row('k', text)], version));

  it("writes inline elements of the file's version as elements, and escapes everything else", async () => {
    const plain = 'a < b & <b>c</b> ]]>';
    const escaped = 'a &lt; b &amp; &lt;b&gt;c&lt;/b&gt; ]]&gt;';
    for (const version of ['1.2', '2.1'] as const)
      expect(await written(plain, version)).toBe(escaped);
    const codes12 = 'x <g id="1">y &amp; <x id="2"/></g> z';
    expect(await written('x <g id="1">y & <x id="2"/></g> z', '1.2')).toBe(codes12);
    expect(await written('<x id="2"/>', '2.1')).toBe('&lt;x id="2"/&gt;');
    const codes21 = 'x <pc id="1">y &amp; <ph id="2" disp="&lt;br&gt;"/></pc> z';
    expect(await written('x <pc id="1">y & <ph id="2" disp="&lt;br&gt;"/></pc> z', '2.1')).toBe(
      codes21,
    );
    expect(await written('<pc id="1"/>', '1.2')).toBe('&lt;pc id="1"/&gt;');
    expect(await written('<ph id="1"><br/></ph>', '1.2')).toBe('<ph id="1">&lt;br/&gt;</ph>');
  });

  it('writes only combinations of elements that are valid', async () => {
    expect(await written('<ph id="1"/><ph id="1"/>', '2.1')).toBe('<ph id="1"/>&lt;ph id="1"/&gt;');
    expect(await written('<ec startRef="1"/><sc id="1"/>', '2.1')).not.toContain('<');
    expect(await written('<sc id="1"/>a<ec startRef="1"/>', '2.1')).toBe(
      '<sc id="1"/>a<ec startRef="1"/>',
    );
    expect(await written('<g id="1">a<x id="1"/>', '1.2')).toBe('&lt;g id="1"&gt;a<x id="1"/>');
    expect(await written('<g id="1">a</mrk></g>', '1.2')).toBe('<g id="1">a&lt;/mrk&gt;</g>');
  });

  it('encodes characters that XML cannot contain: <cp> in 2.1, a private code in 1.2', async () => {
    expect(await written('a\u0001\uffff', '2.1')).toBe('a<cp hex="0001"/><cp hex="FFFF"/>');
    expect(await written('a\u001f', '1.2')).toBe(
      'a<ph id="char1" ctype="x-parlance-char">001F</ph>',
    );
    expect(await written('<ph id="1">\u001f</ph>', '1.2')).toBe(
      '<ph id="1"><sub ctype="x-parlance-char">001F</sub></ph>',
    );
  });

  it('writes the original data of a unit next to its segments, and the notes to which annotations refer', async () => {
    const text =
      '<ph id="1" dataRef="d1" data="&lt;br/&gt;"/><mrk id="2" type="comment" ref="#n=n1">a</mrk>';
    const file = await write([{ ...row('k', text), description: 'why' }], '2.1');
    expect(file).toContain('<notes><note id="n1">why</note></notes>');
    expect(file).toContain('<originalData><data id="d1">&lt;br/&gt;</data></originalData>');
    expect(contentOf('source', file)).toBe(
      '<ph id="1" dataRef="d1"/><mrk id="2" type="comment" ref="#n=n1">a</mrk>',
    );
  });
});

describe('the writer of XLIFF units', () => {
  it('writes a complete file in 2.1', async () => {
    const rows: FileRow[] = [
      { ...row('app.title', 'Hi', 'Hallo'), description: 'A & B' },
      row('with space', 'x'),
    ];
    rows[0]!.values[1]!.state = 'needs_review';
    expect(await write(rows, '2.1')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
  <file id="f1">
    <unit id="app.title" name="app.title" xml:space="preserve">
      <notes><note>A &amp; B</note></notes>
      <segment state="translated" subState="parlance:needs-review">
        <source>Hi</source>
        <target>Hallo</target>
      </segment>
    </unit>
    <unit id="_-with_20_space" name="with space" xml:space="preserve">
      <segment state="initial">
        <source>x</source>
      </segment>
    </unit>
  </file>
</xliff>
`);
  });

  it('writes a complete file in 1.2', async () => {
    const rows = [row('a\tb', 'Hi', 'Hallo'), row('c', 'x')];
    rows[0]!.values[1]!.state = 'reviewed';
    expect(await write(rows, '1.2')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="messages" datatype="plaintext" source-language="en" target-language="de">
    <body>
      <trans-unit id="a&#9;b" resname="a&#9;b" xml:space="preserve" approved="yes">
        <source>Hi</source>
        <target state="signed-off">Hallo</target>
      </trans-unit>
      <trans-unit id="c" resname="c" xml:space="preserve">
        <source>x</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`);
  });

  it('writes an id from which the name can be restored if another tool has dropped the name', async () => {
    const names = [...hostileNames, '_-', '_-x', '_-a_20_b', '_', '__', '_20_', 'é_-'];
    const rows = [...new Set(names)].map((name) => row(name, 'x'));
    for (const version of ['1.2', '2.1'] as const) {
      const file = (await write(rows, version)).replaceAll(
        /(?<=<(?:trans-)?unit [^>]*) (?:(?:res|parlance:)?name="[^"]*"|extradata="parlance:name=[^"]*")/g,
        '',
      );
      expect(file).not.toContain('name=');
      const { rows: found } = await read(file);
      expect(found.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
    }
  });

  it('writes the name itself as an id in 1.2, if ids can be any string', async () => {
    const file = await write([row('Save the changes', 'x'), row('errors/404', 'y')], '1.2');
    expect(file).toContain('<trans-unit id="Save the changes"');
    expect(file).toContain('<trans-unit id="errors/404"');
  });

  it('writes no attribute of another namespace in 1.2, which tools with its schema reject', async () => {
    const rows = hostileNames.map((name): FileRow => {
      const values = [
        { localeTag: 'en', text: 'x', state: 'needs_review' },
        { localeTag: 'de', text: '' },
      ] as const;
      return { name, id: `${name}!`, values: [...values] };
    });
    const file = await write(
      [...rows, { name: 'no source', values: [{ localeTag: 'de', text: 'y' }] }],
      '1.2',
    );
    expect(file.match(/ (?!xml:)[\w-]+:[\w-]+=/g)).toBeNull();
    const { rows: found } = await read(file);
    expect(found.map(({ name, values }) => ({ name, values }))).toEqual([
      ...rows.map(({ name, values }) => ({ name, values })),
      { name: 'no source', values: [{ localeTag: 'de', text: 'y' }] },
    ]);
  });

  it('writes an id that is an NMTOKEN and unique for every name', async () => {
    const names = fc.string({ unit: 'binary', maxLength: 8 });
    const tricky = fc.array(fc.constantFrom('_', '-', '_-', '5f', '_5f_', '__', 'a', ' ', 'é'), {
      maxLength: 6,
    });
    await fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.oneof(
            names,
            tricky.map((parts) => parts.join('')),
          ),
          { maxLength: 20 },
        ),
        (all) => {
          const ids = all.map(unitIdOf);
          expect(ids.every(isNmtoken)).toBe(true);
          expect(new Set(ids).size).toBe(all.length);
        },
      ),
      { numRuns: testRuns(100) },
    );
  });

  it('writes the id of a row as the id of its unit, or as a mark if the id is invalid or taken', async () => {
    const identified = (name: string, id: string): FileRow => ({ ...row(name, 'x'), id });
    const rows = [
      identified('home.title', '1'),
      identified('home.lead', 'Save the changes'),
      identified('home.more', '1'),
      row('1', 'x'),
    ];
    const unitsOf = (file: string) =>
      [
        ...file.matchAll(
          /unit id="([^"]*)"[^>]*?(?: (?:parlance:id="|extradata="parlance:id=)([^"]*)")?>/g,
        ),
      ].map(([, id, own]) => (own === undefined ? [id] : [id, own]));
    const file = await write(rows, '1.2');
    const others = [['home.more', '1'], ['1-2']];
    expect(unitsOf(file)).toEqual([['1'], ['Save the changes'], ...others]);
    const newer = await write(rows, '2.1');
    expect(unitsOf(newer)).toEqual([['1'], ['home.lead', 'Save the changes'], ...others]);
    for (const written of [file, newer]) {
      expect((await read(written)).rows.map(({ id }) => id)).toEqual([
        '1',
        'Save the changes',
        '1',
        '1-2',
      ]);
    }
  });

  it('writes any id so that the reader returns the same id', async () => {
    const id = fc.oneof(
      fc.constantFrom(...hostileNames, '_-a_20_b', 'a-2', '1'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const ids = fc.array(
      id.filter((one) => one !== '' && !one.includes('\0') && one.isWellFormed()),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(ids, fc.constantFrom('1.2', '2.1'), async (all, version) => {
        const rows = all.map((one, index) => ({ ...row(`key.${index}`, 'x'), id: one }));
        const { rows: found } = await read(await write(rows, version));
        expect(found.map(({ id: own }) => own)).toEqual(all);
      }),
      { numRuns: testRuns(50) },
    );
  });

  it('accepts only one target locale', async () => {
    const pieces = xliff.write((async function* () {})(), { ...options, localeTags: ['de', 'fr'] });
    await expect(pieces.next()).rejects.toThrow(RangeError);
  });
});
