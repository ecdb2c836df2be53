import { describe, expect, it } from 'vitest';
import { collectRows, inOneChunk, readOptions, rejection } from '../../test/conformance/io.ts';
import { FormatError } from '../format.ts';
import { xliff } from './xliff.ts';

const options = { keySeparator: '.', sourceLocaleTag: 'en' };

function read(file: string, localeTag = 'de') {
  const reading = readOptions({ ...options, localeTags: [localeTag] });
  return collectRows(xliff, inOneChunk(new TextEncoder().encode(file)), reading);
}

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';
const LANGUAGES = 'source-language="en" target-language="de"';

const documentOf = (files: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="${NAMESPACE}" version="1.2" xmlns:my="urn:my">\n${files}\n</xliff>`;
const fileOf = (body: string, languages = LANGUAGES) =>
  documentOf(`<file original="x" datatype="plaintext" ${languages}>\n<body>${body}</body></file>`);
const unitOf = (content: string, attributes = 'id="u"') =>
  fileOf(`<trans-unit ${attributes}>${content}</trans-unit>`);
const sourceOf = (content: string) => unitOf(`<source>${content}</source>`);
const targetOf = (target: string, attributes?: string) =>
  unitOf(`<source>s</source>${target}`, attributes);
const U = '<trans-unit id="u"><source>s</source></trans-unit>';

async function rowOf(file: string, localeTag?: string) {
  const { rows, warnings } = await read(file, localeTag);
  expect(rows).toHaveLength(1);
  const [source, target] = rows[0]!.values;
  return {
    ...rows[0]!,
    source: source?.text,
    target: target?.text,
    state: target?.state,
    warnings,
  };
}

async function fault(file: string): Promise<FormatError> {
  const error = await rejection(read(file));
  expect(error, file).toBeInstanceOf(FormatError);
  expect((error as FormatError).line).toBeGreaterThan(0);
  expect((error as FormatError).column).toBeGreaterThan(0);
  return error as FormatError;
}

describe('an XLIFF 1.2 file', () => {
  it('has the locale of the import as its target if it has another source language and no target language', async () => {
    const body = '<trans-unit id="u"><source>s</source><target>t</target></trans-unit>';
    const file = fileOf(body, 'source-language="en"');
    const { target, warnings } = await rowOf(file);
    expect(target).toBe('t');
    expect(warnings).toMatchObject([{ code: 'target_language_missing', path: 'u' }]);
    expect(await rejection(read(file, 'en'))).toBeInstanceOf(FormatError);
    const itself = await read(fileOf(body, 'source-language="de"'));
    expect(itself.rows[0]!.values).toEqual([{ localeTag: 'de', text: 't' }]);
  });

  it('contains the source and the target of its units, with names, notes and states', async () => {
    const file = `<file original="a" datatype="x" source-language="en" target-language="de" my:x="y">
      <header><tool tool-id="t" tool-name="T"/><note>file</note></header>
      <body>
       <group id="g"><note>group</note><my:x><source>no</source></my:x>
        <trans-unit id="1" resname="app.title" approved="yes">
         <source xml:lang="en">Hi</source><seg-source><mrk mtype="seg" mid="1">Hi</mrk></seg-source>
         <target xml:lang="de">Hallo</target>
         <context-group purpose="location"><context context-type="sourcefile">a</context></context-group>
         <note priority="1">one</note><note from="x">two</note>
         <alt-trans><source>no</source><target>no</target></alt-trans>
        </trans-unit>
       </group>
       <bin-unit id="b" mime-type="x"><bin-source><internal-file form="base64">AA</internal-file></bin-source></bin-unit>
       <trans-unit id="2" resname=""><source>X</source></trans-unit>
      </body></file>`;
    const other = fileOf(
      '<trans-unit id="1"><source>Y</source></trans-unit>',
      'source-language="en"',
    );
    const { rows, warnings } = await read(
      documentOf(file + other.slice(other.indexOf('<file'), other.indexOf('</xliff>'))),
    );
    const hallo = { localeTag: 'de', text: 'Hallo', state: 'reviewed' };
    expect(rows).toEqual([
      {
        name: 'app.title',
        id: '1',
        description: 'one\ntwo',
        values: [{ localeTag: 'en', text: 'Hi' }, hallo],
      },
      { name: '2', values: [{ localeTag: 'en', text: 'X' }] },
      { name: '1', values: [{ localeTag: 'en', text: 'Y' }] },
    ]);
    expect(warnings).toMatchObject([{ path: 'b', code: 'binary_skipped' }]);
  });

  it('yields distinct names for units with the same name: their ids, preceded by their files if necessary', async () => {
    const bundle = '<trans-unit id="CFBundleName"><source>A</source></trans-unit>';
    const file = (original: string, body: string) =>
      `<file original="${original}" datatype="x" source-language="en"><body>${body}</body></file>`;
    const { rows, warnings } = await read(
      documentOf(
        [
          file('App', `${bundle}<trans-unit id="1" resname="p"><source>B</source></trans-unit>`),
          file('Kit', `${bundle}<trans-unit id="2" resname="p"><source>C</source></trans-unit>`),
          file('Kit', bundle),
        ].join(''),
      ),
    );
    expect(rows.map(({ name, values }) => [name, values[0]!.text])).toEqual([
      ['CFBundleName', 'A'],
      ['p', 'B'],
      ['Kit/CFBundleName', 'A'],
      ['2', 'C'],
      ['Kit#3/CFBundleName', 'A'],
    ]);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual(
      ['Kit/CFBundleName', '2', 'Kit#3/CFBundleName'].map((path) => [path, 'name_repeated']),
    );
  });

  it('can be of an older version or have no namespace, with a warning', async () => {
    const file = targetOf('<target state="final">t <x id="1"/></target>');
    const older = (version: string, namespace: string) =>
      file
        .replace(`xmlns="${NAMESPACE}"`, namespace && `xmlns="${namespace}"`)
        .replace('version="1.2"', `version="${version}"`);
    const { rows } = await read(file);
    for (const [version, namespace, found] of [
      ['1.1', 'urn:oasis:names:tc:xliff:document:1.1', 'XLIFF 1.1,'],
      ['1.1', '', 'XLIFF 1.1 without a namespace,'],
      ['1.0', '', 'XLIFF 1.0 without a namespace,'],
      ['1.2', '', 'XLIFF 1.2 without a namespace,'],
    ] as const) {
      const { rows: read1, warnings } = await read(older(version, namespace));
      expect(read1).toEqual(rows);
      expect(warnings).toMatchObject([
        { path: '', code: 'xliff_version', message: expect.stringContaining(found) },
      ]);
    }
  });

  it('can have units inside <bin-unit>', async () => {
    const unit = '<trans-unit id="img1-1"><source>Text</source></trans-unit>';
    const { rows, warnings } = await read(
      fileOf(
        `<bin-unit id="b" mime-type="x"><bin-source><external-file href="x"/></bin-source><note>n</note>${unit}</bin-unit>`,
      ),
    );
    expect(rows).toEqual([{ name: 'img1-1', values: [{ localeTag: 'en', text: 'Text' }] }]);
    expect(warnings).toMatchObject([{ path: 'b', code: 'binary_skipped' }]);
  });

  it('has names instead of the encoded ids of Parlance, and keeps the ids of other tools', async () => {
    const ids = ['_-Save_20_the_20_changes', '_-caf_e9__5f__', '_-x', '_-zz_', '_-_110000_'];
    const units = ids.map((id) => `<trans-unit id="${id}"><source>s</source></trans-unit>`);
    const { rows } = await read(fileOf(units.join('')));
    expect(rows.map(({ name }) => name)).toEqual(['Save the changes', ...ids.slice(1)]);
  });

  it('has no target language if the attribute is empty', async () => {
    const file = fileOf(U, 'source-language="en" target-language=""');
    expect(await rowOf(file)).toMatchObject({ source: 's', target: undefined, warnings: [] });
  });

  it('loses the reference from a mark to a segment', async () => {
    const mark = '<mrk mtype="protected" mid="2">x</mrk>';
    expect(await rowOf(targetOf(`<target>${mark}</target>`))).toMatchObject({
      target: '<mrk mtype="protected">x</mrk>',
      warnings: [],
    });
  });

  it("can have a text without a name, like Xcode's export of the empty name", async () => {
    expect(await rowOf(unitOf('<source/>', 'id=""'))).toMatchObject({ name: '', source: '' });
  });

  it('can declare its target language only on its targets', async () => {
    const row = await rowOf(
      fileOf(
        '<trans-unit id="u"><source>s</source><target xml:lang="pt_BR">t</target></trans-unit>',
        'source-language="en"',
      ),
      'pt-BR',
    );
    expect(row.values[1]).toEqual({ localeTag: 'pt-BR', text: 't' });
  });

  it('has the texts of its targets if its source and target languages are the same', async () => {
    const row = await rowOf(
      fileOf(
        '<trans-unit id="u"><source>KEY</source><target>Text</target></trans-unit>',
        'source-language="en" target-language="en"',
      ),
      'en',
    );
    expect(row.values).toEqual([{ localeTag: 'en', text: 'Text' }]);
  });
});

describe('a text of XLIFF 1.2', () => {
  const kept = async (content: string) => (await rowOf(sourceOf(content))).source;

  it('contains inline elements as normalized markup with their attributes', async () => {
    expect(await kept('a <g id="1" ctype="bold">b &amp; <x id = "2"></x></g> c')).toBe(
      'a <g id="1" ctype="bold">b & <x id="2"/></g> c',
    );
    expect(await kept('<bx id="1" rid="1"/>a<ex id="2" rid="1"/><g id="3"/>')).toBe(
      '<bx id="1" rid="1"/>a<ex id="2" rid="1"/><g id="3"/>',
    );
    expect(await kept('<x id="INTERPOLATION" equiv-text="{{ a }}"/> <x id="INTERPOLATION"/>')).toBe(
      '<x id="INTERPOLATION" equiv-text="{{ a }}"/> <x id="INTERPOLATION"/>',
    );
    expect(
      await kept(
        '<bpt id="1">&lt;a title="<sub>t <x id="2"/></sub>"&gt;</bpt>a<ept id="1">&lt;/a&gt;</ept>',
      ),
    ).toBe('<bpt id="1"><a title="<sub>t <x id="2"/></sub>"></bpt>a<ept id="1"></a></ept>');
    expect(
      await kept('<it id="1" pos="open">[</it><ph id="2">%s</ph><mrk mtype="term">a</mrk>'),
    ).toBe('<it id="1" pos="open">[</it><ph id="2">%s</ph><mrk mtype="term">a</mrk>');
    expect(await kept('<x id="1" my:a="b"/>')).toBe('<x id="1" xmlns:my="urn:my" my:a="b"/>');
  });

  it('contains no segment marks', async () => {
    const { target } = await rowOf(
      targetOf(
        '<target><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B<x id="1"/></mrk></target>',
      ),
    );
    expect(target).toBe('A. B<x id="1"/>');
  });

  it('lacks the attributes that its inline elements cannot have, and causes one warning', async () => {
    const { source, warnings } = await rowOf(sourceOf('<x id="1" size="2"/><x size="3" id="2"/>'));
    expect(source).toBe('<x id="1"/><x id="2"/>');
    expect(warnings).toMatchObject([{ path: 'u', code: 'attribute_skipped' }]);
  });
});

describe('a target of XLIFF 1.2', () => {
  it.each([
    ['new', 'needs_review'],
    ['needs-translation', 'needs_review'],
    ['needs-adaptation', 'needs_review'],
    ['needs-l10n', 'needs_review'],
    ['needs-review-adaptation', 'needs_review'],
    ['needs-review-l10n', 'needs_review'],
    ['needs-review-translation', 'needs_review'],
    ['translated', 'translated'],
    ['signed-off', 'reviewed'],
    ['final', 'reviewed'],
    ['x-own', undefined],
    ['constructor', undefined],
  ])('maps the state %s to %s', async (state, wanted) => {
    const row = await rowOf(targetOf(`<target state="${state}">t</target>`));
    expect([row.target, row.state]).toEqual(['t', wanted]);
    expect(row.warnings).toHaveLength(state === 'constructor' ? 1 : 0);
  });

  it('counts as reviewed in an approved unit, unless its own state differs', async () => {
    const stateOf = async (target: string) =>
      (await rowOf(targetOf(target, 'id="u" approved="yes"'))).state;
    expect(await stateOf('<target>t</target>')).toBe('reviewed');
    expect(await stateOf('<target state="x-own">t</target>')).toBe('reviewed');
    expect(await stateOf('<target state="needs-l10n">t</target>')).toBe('needs_review');
  });

  it('counts as missing if it is empty, unless a person has edited it or its source is also empty', async () => {
    const valueOf12 = async (target: string) => (await rowOf(targetOf(target))).target;
    expect(await valueOf12('<target/>')).toBeUndefined();
    expect(await valueOf12('<target state="new"></target>')).toBeUndefined();
    expect(await valueOf12('<target state="needs-translation"/>')).toBeUndefined();
    expect(await valueOf12('<target state="translated"/>')).toBe('');
    expect((await rowOf(unitOf('<source/><target/>'))).target).toBe('');
  });

  it('belongs to a text that is not translatable if its unit or group has translate="no"', async () => {
    const isLocked = async (file: string) => (await read(file)).rows[0]!.translatable === false;
    expect(await isLocked(fileOf(`<group translate="no">${U}</group>`))).toBe(true);
    expect(await isLocked(unitOf('<source/>', 'id="u" translate="no"'))).toBe(true);
    expect(await isLocked(unitOf('<source/>', 'id="u" translate="yes"'))).toBe(false);
  });
});

const FAULTS: Record<string, string> = {
  'no namespace': '<xliff version="2.0"/>',
  'an old version': `<xliff xmlns="${NAMESPACE}" version="1.1"/>`,
  'no version': `<xliff xmlns="${NAMESPACE}"/>`,
  'no file': documentOf(''),
  'another child of the root': documentOf('<body/>'),
  'no source-language': fileOf(U, ''),
  'a malformed source-language': fileOf(U, 'source-language="e"'),
  'a malformed target-language': fileOf(U, 'source-language="en" target-language="d!"'),
  'no body': documentOf('<file source-language="en"/>'),
  'two bodies': documentOf('<file source-language="en"><body/><body/></file>'),
  'a header after the body': documentOf('<file source-language="en"><body/><header/></file>'),
  'a unit outside a body': documentOf(`<file source-language="en">${U}</file>`),
  'a unit without id': unitOf('<source/>', ''),
  'a unit id twice': fileOf(`${U}<group>${U}</group>`),
  'the id of a bin-unit': fileOf(`${U}<bin-unit id="u"/>`),
  'a group id twice': fileOf('<group id="g"/><group id="g"/>'),
  'a unit without source': unitOf('<target>t</target>'),
  'a unit of nothing': unitOf(''),
  'a target before its source': unitOf('<target>t</target><source>s</source>'),
  'two sources': unitOf('<source>s</source><source>s</source>'),
  'two targets': targetOf('<target>t</target><target>t</target>'),
  'text in a unit': unitOf('text<source>s</source>'),
  'an unknown element in a unit': unitOf('<source>s</source><segment/>'),
  'an unknown element in a body': fileOf('<unit id="u"/>'),
  'a note in a body': fileOf('<note>n</note>'),
  'another xml:lang on a source': unitOf('<source xml:lang="fr">s</source>'),
  'another xml:lang on a target': targetOf('<target xml:lang="de-AT">t</target>'),
  'a wrong translate': unitOf('<source/>', 'id="u" translate="maybe"'),
  'a wrong xml:space': unitOf('<source/>', 'id="u" xml:space="keep"'),
  'markup that is no inline element': sourceOf('a <b>c</b>'),
  'an element of 2.x': sourceOf('<pc id="1">a</pc>'),
  'an element of another namespace': sourceOf('<my:x id="1"/>'),
  'a code without id': sourceOf('<x/>'),
  'an it without pos': sourceOf('<it id="1">a</it>'),
  'an it with a wrong pos': sourceOf('<it id="1" pos="middle">a</it>'),
  'a mrk without mtype': sourceOf('<mrk>a</mrk>'),
  'a sub outside of code': sourceOf('<sub>a</sub>'),
  'a code in code': sourceOf('<ph id="1"><x id="2"/></ph>'),
  'text in an empty code': sourceOf('<x id="1">a</x>'),
  'a character code of a valid character': sourceOf('<ph id="1" ctype="x-parlance-char">0041</ph>'),
  'a character code of nothing': sourceOf('<ph id="1" ctype="x-parlance-char"/>'),
  'a note with markup': unitOf('<source/><note>a <b>c</b></note>'),
};

describe('an invalid XLIFF 1.2 file', () => {
  it.each(Object.entries(FAULTS))(
    'causes an error with the line and column: %s',
    async (_label, file) => {
      await fault(file);
    },
  );

  it('causes an error that names the violated section of the standard', async () => {
    const error = await fault(unitOf('\n <target>t</target>'));
    expect(error.message).toBe(
      'a <trans-unit> must not contain a <target> here (XLIFF 1.2, <trans-unit>)',
    );
    expect([error.line, error.column]).toEqual([5, 2]);
  });
});
