import { describe, expect, it } from 'vitest';
import { collectRows, inOneChunk, readOptions, rejection } from '../../../test/conformance/io.ts';
import { FormatError } from '../../format.ts';
import { xliff } from '../xliff.ts';

const options = { keySeparator: '.', localeTags: ['fr'], sourceLocaleTag: 'en' };

function read(file: string) {
  return collectRows(xliff, inOneChunk(new TextEncoder().encode(file)), readOptions(options));
}

interface Around {
  version?: string;
  uri?: string;
  languages?: string;
}

const ROOT = 'xmlns:my="urn:my" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0"';

function documentOf(files: string, around: Around = {}): string {
  const { version = '2.1', uri = 'urn:oasis:names:tc:xliff:document:2.0' } = around;
  const { languages = 'srcLang="en" trgLang="fr"' } = around;
  return `<xliff xmlns="${uri}" version="${version}" ${languages} ${ROOT}>\n${files}\n</xliff>`;
}
const fileOf = (content: string, around?: Around) =>
  documentOf(`<file id="f1">\n${content}\n</file>`, around);
const unitOf = (content: string, around?: Around) =>
  fileOf(`<unit id="u">\n${content}\n</unit>`, around);
const segmentOf = (content: string) => unitOf(`<segment>${content}</segment>`);
const sourceOf = (content: string) => segmentOf(`<source>${content}</source>`);
const sidesOf = (source: string, target: string) =>
  segmentOf(`<source>${source}</source><target>${target}</target>`);
const S = '<segment><source>s</source></segment>';

async function fault(file: string): Promise<FormatError> {
  const error = await rejection(read(file));
  expect(error, file).toBeInstanceOf(FormatError);
  expect((error as FormatError).line).toBeGreaterThan(0);
  expect((error as FormatError).column).toBeGreaterThan(0);
  return error as FormatError;
}

async function rowOf(file: string) {
  const { rows, warnings } = await read(file);
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

describe('a file of 2.x', () => {
  it('gives the source and the target of its units, with names, notes and states', async () => {
    const { rows } = await read(
      documentOf(
        `<file id="f1"><skeleton href="x"/><my:a>left out</my:a><notes><note>file</note></notes>
         <group id="g1" name="g"><notes><note id="n1">group</note></notes>
          <unit id="u1" name="app.title"><my:b/><notes><note id="n1"> one </note><note>two</note></notes>
           <segment state="final"><source>Hi</source><target>Salut</target></segment></unit>
          <unit id="u2">${S}</unit>
         </group></file>
         <file id="f2"><unit id="u1" name="x"><segment><source>X</source></segment></unit></file>`,
      ),
    );
    const reviewed = { localeTag: 'fr', text: 'Salut', state: 'reviewed' };
    expect(rows).toEqual([
      {
        ...{ name: 'app.title', id: 'u1' },
        description: 'one\ntwo',
        values: [{ localeTag: 'en', text: 'Hi' }, reviewed],
      },
      { name: 'u2', values: [{ localeTag: 'en', text: 's' }] },
      { name: 'x', id: 'u1', values: [{ localeTag: 'en', text: 'X' }] },
    ]);
  });

  it('a file may have version 2.0, 2.1 or 2.2 and any prefix', async () => {
    const of22 = { version: '2.2', uri: 'urn:oasis:names:tc:xliff:document:2.2' };
    for (const around of [{ version: '2.0' }, { version: '2.1' }, of22]) {
      expect((await rowOf(unitOf(S, around))).source).toBe('s');
    }
    const prefixed = `<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en">
      <x:file id="f"><x:unit id="u"><x:segment><x:source>a<x:ph id="1"/></x:source></x:segment></x:unit></x:file></x:xliff>`;
    expect((await rowOf(prefixed)).source).toBe('a<ph id="1"/>');
  });
});

describe('notes', () => {
  const described = async (notes: string, attributes = '') => {
    const unit = `<unit id="u" ${attributes}><notes>${notes}</notes>${S}</unit>`;
    return (await rowOf(fileOf(unit))).description;
  };

  it('notes form one description, trimmed unless xml:space preserves white space', async () => {
    expect(await described('<note>\n  a\n b </note><note/><note>c</note>')).toBe('a\n b\nc');
    expect(await described('<note> a </note>', 'xml:space="preserve"')).toBe(' a ');
    expect(await described('<note></note>')).toBe('');
  });

  it('notes that Parlance wrote may escape characters, except those that cannot be stored', async () => {
    const escaped = (text: string) => `<note category="parlance:escaped">${text}</note>`;
    expect(await described(escaped('a\\u{1}\\\\'))).toBe('a\u0001\\');
    for (const text of ['\\u{0}', '\\u{d800}']) {
      await fault(unitOf(`<notes>${escaped(text)}</notes>${S}`));
    }
    await fault(fileOf(`<unit id="u" xmlns:p="urn:parlance:xliff" p:name="\\u{0}">${S}</unit>`));
  });
});

describe('a unit of several segments', () => {
  const parts = (a: string, b: string, c: string) =>
    unitOf(`<segment id="a"><source>One.</source>${a}</segment>
      <ignorable><source> </source>${b}</ignorable>
      <segment><source>Two.</source>${c}</segment>`);

  it('several segments form one text, including what stands between them', async () => {
    const row = await rowOf(parts('<target>Un.</target>', '', '<target>Deux.</target>'));
    expect([row.source, row.target]).toEqual(['One. Two.', 'Un. Deux.']);
  });

  it('a unit joins its targets by their order', async () => {
    const reordered = parts(
      '<target order="3">Un.</target>',
      '',
      '<target order="1">Deux.</target>',
    );
    expect((await rowOf(reordered)).target).toBe('Deux. Un.');
  });

  it('a unit has no target until all its segments have one, and a warning says so', async () => {
    const { target, warnings } = await rowOf(parts('<target>Un.</target>', '', ''));
    expect(target).toBeUndefined();
    expect(warnings).toMatchObject([{ path: 'u', code: 'target_incomplete' }]);
  });

  it('a unit has the weakest state of its segments', async () => {
    const states = async (a: string, b: string) =>
      (
        await rowOf(
          unitOf(`<segment ${a}><source>a</source><target>b</target></segment>
            <segment ${b}><source>a</source><target>b</target></segment>`),
        )
      ).state;
    expect(await states('state="final"', 'state="translated"')).toBe('translated');
    expect(await states('state="reviewed"', 'state="final"')).toBe('reviewed');
    expect(await states('state="final"', 'state="initial"')).toBe('needs_review');
    expect(await states('state="final"', '')).toBeUndefined();
  });
});

describe('a text', () => {
  it('a text keeps its white space and CDATA, but no comments', async () => {
    const { source } = await rowOf(
      sourceOf('  a\r\n\tb<!-- c --><![CDATA[ & < ]]><?pi x?>&#13;&amp; '),
    );
    expect(source).toBe('  a\n\tb & < \r& ');
  });

  it('keeps inline elements as markup in one spelling, in order, with their attributes', async () => {
    const kept = async (content: string) => (await rowOf(sourceOf(content))).source;
    expect(await kept("a <ph  id = '1'\n disp='&lt;b a=\"1\">'></ph>")).toBe(
      'a <ph id="1" disp="&lt;b a=&quot;1&quot;&gt;"/>',
    );
    expect(await kept('<pc id="1">b &amp; <pc id="2"></pc></pc><pc id="3"/>')).toBe(
      '<pc id="1">b & <pc id="2"></pc></pc><pc id="3"/>',
    );
    expect(await kept('<sc id="1"/>a<ec startRef="1"/><ec id="2" isolated="yes"/>')).toBe(
      '<sc id="1"/>a<ec startRef="1"/><ec id="2" isolated="yes"/>',
    );
    expect(await kept('<mrk id="1" translate="no">a</mrk><sm id="2"/>b<em startRef="2"/>')).toBe(
      '<mrk id="1" translate="no">a</mrk><sm id="2"/>b<em startRef="2"/>',
    );
    expect(await kept('<mrk id="1" my:x="y">a</mrk><ph id="2" fs:fs="b"/>')).toBe(
      '<mrk id="1" xmlns:my="urn:my" my:x="y">a</mrk>' +
        '<ph id="2" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0" fs:fs="b"/>',
    );
  });

  it('a text contains the characters of <cp>', async () => {
    expect(
      (await rowOf(sourceOf('a<cp hex="0001"/><cp hex="001b"/><cp hex="FFFF"/>'))).source,
    ).toBe('a\u0001\u001b\uffff');
    for (const hex of ['0041', '000A', '00a0', '1', '01', 'XYZW', '', '0000', 'D800', '110000']) {
      await fault(sourceOf(`<cp hex="${hex}"/>`));
    }
    for (const cp of ['<cp/>', '<cp hex="0001">a</cp>', '<cp hex="0001" id="1"/>']) {
      await fault(sourceOf(cp));
    }
  });

  it('a text contains the original data beside each reference to it', async () => {
    const data =
      '<data id="d1">{0}</data><data id="d2">&lt;b><cp hex="0001"/></data><data id="d3"/>';
    const unit = `<originalData>${data}</originalData><segment><source><ph id="1" dataRef="d1" disp="x"/><pc id="2" dataRefStart="d2" dataRefEnd="d3">a</pc></source></segment>`;
    expect((await rowOf(unitOf(unit))).source).toBe(
      '<ph id="1" dataRef="d1" data="{0}" disp="x"/>' +
        '<pc id="2" dataRefStart="d2" dataStart="&lt;b&gt;\u0001" dataRefEnd="d3">a</pc>',
    );
  });

  it('a text contains nothing of matches and glossaries', async () => {
    const beside = `<m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match ref="#1">
      <source>no</source><target>no</target></m:match></m:matches>`;
    const { source, target } = await rowOf(unitOf(`${beside}${S}`));
    expect([source, target]).toEqual(['s', undefined]);
  });
});

describe('a target', () => {
  const targetOf = async (attributes: string, target: string, source = 's') => {
    const row = await rowOf(
      unitOf(`<segment ${attributes}><source>${source}</source>${target}</segment>`),
    );
    return [row.target, row.state];
  };

  it('a target has the state of its segment', async () => {
    expect(await targetOf('state="initial"', '<target>t</target>')).toEqual(['t', 'needs_review']);
    expect(await targetOf('state="translated"', '<target>t</target>')).toEqual(['t', 'translated']);
    expect(await targetOf('state="reviewed"', '<target>t</target>')).toEqual(['t', 'reviewed']);
    expect(await targetOf('', '<target>t</target>')).toEqual(['t', undefined]);
    expect(
      await targetOf('state="translated" subState="parlance:needs-review"', '<target>t</target>'),
    ).toEqual(['t', 'needs_review']);
  });

  it('an empty target counts as no target, unless somebody worked on it or its source is empty too', async () => {
    expect(await targetOf('', '<target/>')).toEqual([undefined, undefined]);
    expect(await targetOf('state="initial"', '<target></target>')).toEqual([undefined, undefined]);
    expect(await targetOf('state="final"', '<target/>')).toEqual(['', 'reviewed']);
    expect(await targetOf('', '<target/>', '')).toEqual(['', undefined]);
  });

  it('a unit with translate="no", its own or of its group, is not translatable', async () => {
    const unit = (id: string, attributes: string, target = '') =>
      `<unit id="${id}" ${attributes}><segment><source>Acme</source>${target}</segment></unit>`;
    const file = fileOf(`<group id="g" translate="no">${unit('a', '')}
      ${unit('c', 'translate="yes"')}${unit('d', '', '<target>ACME</target>')}</group>`);
    const { rows, warnings } = await read(file);
    expect(rows.map(({ translatable }) => translatable)).toEqual([false, undefined, false]);
    expect(rows.map(({ values }) => values[1]?.text)).toEqual([undefined, undefined, 'ACME']);
    expect(warnings).toEqual([]);
  });
});

const FAULTS: Record<string, Record<string, string>> = {
  'its root': {
    'another element': '<file/>',
    'no namespace': '<xliff version="2.1" srcLang="en"/>',
    'an unknown namespace': documentOf('', { uri: 'urn:oasis:names:tc:xliff:document:3.0' }),
    'an unknown version': documentOf('', { version: '2.9' }),
    'the version of another namespace': documentOf('', { version: '1.2' }),
    'no version': `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"/>`,
    'no srcLang': unitOf(S, { languages: '' }),
    'a malformed srcLang': unitOf(S, { languages: 'srcLang="e"' }),
    'a malformed trgLang': unitOf(S, { languages: 'srcLang="en" trgLang="french!"' }),
    'an unknown attribute': unitOf(S, { languages: 'srcLang="en" lang="en"' }),
    'no file': documentOf(''),
    'another child': documentOf('<unit id="u"/>'),
    'an extension beside files': documentOf('<my:x/>'),
    text: documentOf('text'),
    'two roots': `${unitOf(S)}<xliff/>`,
  },
  'its structure': {
    'a file without id': documentOf(`<file><unit id="u">${S}</unit></file>`),
    'a file id that is no NMTOKEN': documentOf(`<file id="a b"><unit id="u">${S}</unit></file>`),
    'a file id twice': documentOf(
      `<file id="f"><group id="g"/></file><file id="f"><group id="g"/></file>`,
    ),
    'a file without units': documentOf('<file id="f"/>'),
    'a file with notes after units': fileOf(
      `<unit id="u">${S}</unit><notes><note>n</note></notes>`,
    ),
    'a file with an extension after units': fileOf(`<unit id="u">${S}</unit><my:x/>`),
    'a file with two notes': fileOf(
      '<notes><note>n</note></notes><notes><note>n</note></notes><group id="g"/>',
    ),
    'a skeleton of nothing': fileOf('<skeleton/><group id="g"/>'),
    'a skeleton of both': fileOf('<skeleton href="x">y</skeleton><group id="g"/>'),
    'a group without id': fileOf('<group/>'),
    'a group id twice': fileOf('<group id="g"><group id="g"/></group>'),
    'a group with a segment': fileOf(`<group id="g">${S}</group>`),
    'a unit without id': fileOf(`<unit>${S}</unit>`),
    'a unit id twice': fileOf(
      `<unit id="u">${S}</unit><group id="g"><unit id="u">${S}</unit></group>`,
    ),
    'a unit without segment': unitOf('<ignorable><source> </source></ignorable>'),
    'a unit of nothing': unitOf(''),
    'a unit with text': unitOf(`text${S}`),
    'a unit with an unknown element': unitOf(`${S}<trans-unit/>`),
    'a unit with notes after segments': unitOf(`${S}<notes><note>n</note></notes>`),
    'a unit with an unknown attribute': fileOf(`<unit id="u" resname="x">${S}</unit>`),
    'a unit with a wrong translate': fileOf(`<unit id="u" translate="maybe">${S}</unit>`),
    'notes without note': unitOf(`<notes/>${S}`),
    'a note id twice': unitOf(`<notes><note id="n">a</note><note id="n">b</note></notes>${S}`),
    'a note with markup': unitOf(`<notes><note>a<ph id="1"/></note></notes>${S}`),
    'a segment without source': segmentOf(''),
    'a segment with a target only': segmentOf('<target>t</target>'),
    'a target before its source': segmentOf('<target>t</target><source>s</source>'),
    'two sources': segmentOf('<source>s</source><source>s</source>'),
    'two targets': segmentOf('<source>s</source><target>t</target><target>t</target>'),
    'an ignorable without source': unitOf(`${S}<ignorable/>`),
    'a segment id twice': unitOf(
      '<segment id="1"><source/></segment><ignorable id="1"><source/></ignorable>',
    ),
    'an extension in a segment': segmentOf('<my:x/><source>s</source>'),
    'an extension attribute on a segment': unitOf('<segment my:x="y"><source/></segment>'),
    'an extension attribute on a source': segmentOf('<source my:x="y"/>'),
    'an attribute of no source': segmentOf('<source dir="ltr"/>'),
    'a translate on a segment': unitOf('<segment translate="no"><source/></segment>'),
    'an unknown state': unitOf('<segment state="done"><source/><target/></segment>'),
    'a state without target': unitOf('<segment state="translated"><source/></segment>'),
    'a subState without state': unitOf('<segment subState="a:b"><source/></segment>'),
    'a subState without prefix': unitOf(
      '<segment state="initial" subState="b"><source/></segment>',
    ),
    'originalData without data': unitOf(`<originalData/>${S}`),
    'originalData after segments': unitOf(`${S}<originalData><data id="d">x</data></originalData>`),
    'a data without id': unitOf(`<originalData><data>x</data></originalData>${S}`),
    'a data id twice': unitOf(
      `<originalData><data id="d">x</data><data id="d">y</data></originalData>${S}`,
    ),
    'markup in data': unitOf(`<originalData><data id="d"><ph id="1"/></data></originalData>${S}`),
    'an unknown xml:space': unitOf('<segment><source xml:space="keep"/></segment>'),
    'different xml:space': segmentOf('<source xml:space="preserve"/><target/>'),
    'an order of 0': segmentOf('<source/><target order="0"/>'),
    'an order that is no number': segmentOf('<source/><target order="a"/>'),
    'an order beyond the unit': segmentOf('<source/><target order="2"/>'),
    'an order twice': unitOf(
      '<segment><source/><target order="2"/></segment><segment><source/><target/></segment>',
    ),
  },
  'its languages': {
    'a target without trgLang': unitOf('<segment><source/><target/></segment>', {
      languages: 'srcLang="en"',
    }),
    'a target of an ignorable without trgLang': unitOf(
      `${S}<ignorable><source/><target/></ignorable>`,
      { languages: 'srcLang="en"' },
    ),
    'another xml:lang on a source': segmentOf('<source xml:lang="de"/>'),
    'another xml:lang on a target': segmentOf('<source/><target xml:lang="de"/>'),
    'another inherited xml:lang': fileOf(
      `<group id="g" xml:lang="ja"><unit id="u">${S}</unit></group>`,
    ),
    'an xml:lang that only the source has': fileOf(
      '<unit id="u" xml:lang="en"><segment><source/><target/></segment></unit>',
    ),
  },
  'its codes': {
    'an unknown element': sourceOf('a <b>c</b>'),
    'an element of 1.2': sourceOf('<x id="1"/>'),
    'an element of another namespace': sourceOf('<my:ph id="1"/>'),
    'a code without id': sourceOf('<ph/>'),
    'an id that is no NMTOKEN': sourceOf('<ph id="a b"/>'),
    'an unknown attribute': sourceOf('<ph id="1" name="x"/>'),
    'a wrong value': sourceOf('<ph id="1" canCopy="maybe"/>'),
    'a wrong type': sourceOf('<ph id="1" type="bold"/>'),
    'a subType without type': sourceOf('<ph id="1" subType="a:b"/>'),
    'a subType that does not fit': sourceOf('<ph id="1" type="ui" subType="xlf:b"/>'),
    'an extension attribute on a pc': sourceOf('<pc id="1" my:x="y">a</pc>'),
    'text in an empty code': sourceOf('<ph id="1">a</ph>'),
    'an element in an empty code': sourceOf('<ph id="1"><ph id="2"/></ph>'),
    'an id twice': sourceOf('<ph id="1"/><pc id="1">a</pc>'),
    'the id of a segment': unitOf('<segment id="1"><source><ph id="1"/></source></segment>'),
    'an id twice in a target': sidesOf('<ph id="1"/>', '<ph id="1"/><ph id="1"/>'),
    'the id of another element in the source': sidesOf('<ph id="1"/>', '<pc id="1">a</pc>'),
    'the id of a code of another segment': unitOf(
      '<segment><source><ph id="1"/></source></segment><segment><source/><target><ph id="1"/></target></segment>',
    ),
    'an sc without ec': sourceOf('<sc id="1"/>'),
    'an ec without sc': sourceOf('<ec startRef="1"/>'),
    'an ec before its sc': sourceOf('<ec startRef="1"/><sc id="1"/>'),
    'two ecs of an sc': sourceOf('<sc id="1"/><ec startRef="1"/><ec startRef="1"/>'),
    'an isolated sc with an ec': sourceOf('<sc id="1" isolated="yes"/><ec startRef="1"/>'),
    'an ec that only says its id': sourceOf('<ec id="1"/>'),
    'an isolated ec without id': sourceOf('<ec isolated="yes"/>'),
    'an isolated ec with startRef': sourceOf('<sc id="1"/><ec startRef="1" isolated="yes"/>'),
    'an ec with both': sourceOf('<sc id="1"/><ec startRef="1" id="2"/>'),
    'an ec with a dir': sourceOf('<sc id="1"/><ec startRef="1" dir="rtl"/>'),
    'an sc whose ec is in the other side': sidesOf('<sc id="1"/>', '<ec startRef="1"/>'),
    'an sc and an ec with other hints': sourceOf('<sc id="1" canCopy="no"/><ec startRef="1"/>'),
    'an sc and an ec with other order': sourceOf(
      '<sc id="1" canReorder="firstNo" canCopy="no" canDelete="no"/><ec startRef="1" canReorder="firstNo" canCopy="no" canDelete="no"/>',
    ),
    'an sm without em': sourceOf('<sm id="1"/>'),
    'an em without sm': sourceOf('<em startRef="1"/>'),
    'an em before its sm': sourceOf('<em startRef="1"/><sm id="1"/>'),
    'an em without startRef': sourceOf('<em/>'),
    'a dataRef without data': sourceOf('<ph id="1" dataRef="d"/>'),
    'a dataRef to other data': unitOf(
      '<originalData><data id="d">x</data></originalData><segment><source><ph id="1" dataRef="e"/></source></segment>',
    ),
    'a dataRefStart alone': unitOf(
      '<originalData><data id="d">x</data></originalData><segment><source><pc id="1" dataRefStart="d"/></source></segment>',
    ),
    'an equivStart alone': sourceOf('<pc id="1" equivStart="a"/>'),
    'a subFlowsEnd alone': sourceOf('<pc id="1" subFlowsEnd="a"/>'),
    'subFlows that are no NMTOKENs': sourceOf('<ph id="1" subFlows="a,b  c"/>'),
    'a copyOf of nothing': sourceOf('<ph id="1" copyOf="2"/>'),
    'a copyOf of what cannot be copied': sourceOf(
      '<ph id="1" canCopy="no"/><ph id="2" copyOf="1"/>',
    ),
    'a copyOf with data': unitOf(
      '<originalData><data id="d">x</data></originalData><segment><source><ph id="1"/><ph id="2" copyOf="1" dataRef="d"/></source></segment>',
    ),
    'a canReorder without its like': sourceOf('<ph id="1" canReorder="firstNo"/>'),
    'a canReorder without the first': sourceOf(
      '<ph id="1" canReorder="no" canCopy="no" canDelete="no"/>',
    ),
    'a comment of nothing': sourceOf('<mrk id="1" type="comment">a</mrk>'),
    'a comment of both': unitOf(
      '<notes><note id="n">a</note></notes><segment><source><mrk id="1" type="comment" ref="#n=n" value="v">a</mrk></source></segment>',
    ),
    'a comment on a note that is not there': sourceOf(
      '<mrk id="1" type="comment" ref="#n=n1">a</mrk>',
    ),
    'a comment with a malformed reference': unitOf(
      '<notes><note id="n">a</note></notes><segment><source><mrk id="1" type="comment" ref="#n/n">a</mrk></source></segment>',
    ),
    'inline elements deeper than 32': sourceOf(
      Array.from({ length: 33 }, (_, n) => `<pc id="${n}">`).join('') + '</pc>'.repeat(33),
    ),
  },
};

describe.each(Object.entries(FAULTS))(
  'a file that is wrong in %s is refused with line and column',
  (_, faults) => {
    it.each(Object.entries(faults))('%s', async (_label, file) => {
      await fault(file);
    });
  },
);

describe('a fault', () => {
  it('a fault names its position, its key and the section of the standard that it breaks', async () => {
    const error = await fault(sourceOf('a\n  <ph/>'));
    expect(error.message).toBe('<ph> needs the attribute id (XLIFF 2.1 4.2.3.2)');
    expect([error.line, error.column, error.path]).toEqual([5, 3, 'u']);
  });
});

describe('what the standard allows', () => {
  it('several units may have a name: the later ones are named after their ids, then after their files', async () => {
    const units = `<unit id="a" name="n">${S}</unit><unit id="b" name="n">${S}</unit>`;
    const { rows, warnings } = await read(
      documentOf(`<file id="f1">${units}</file><file id="f2">${units}</file>`),
    );
    const names = ['b', 'a', 'f2/b'];
    expect(rows.map(({ name }) => name)).toEqual(['n', ...names]);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual(
      names.map((name) => [name, 'name_repeated']),
    );
  });

  it('an empty trgLang counts as none', async () => {
    const file = fileOf(`<unit id="a">${S}</unit>`).replace('trgLang="fr"', 'trgLang=""');
    expect((await read(file)).rows).toHaveLength(1);
  });

  it.each([
    sidesOf('<ec id="1" isolated="yes"/>', '<ec id="1" isolated="yes"/><ph id="targetOnly"/>'),
    sidesOf('<ph id="1"/><ph id="2"/>', '<ph id="2"/>'),
    sourceOf('<sc id="1" isolated="yes"/>'),
    sourceOf('<ph id="1"/><ph id="2" copyOf="1"/>'),
    sourceOf('<ph id="1" type="fmt" subType="xlf:b"/>'),
    sourceOf(
      '<pc id="1" canReorder="firstNo" canDelete="no" canCopy="no"><ph id="2" canReorder="no" canDelete="no" canCopy="no"/></pc>',
    ),
    unitOf(
      '<segment><source><sc id="1"/></source></segment><segment><source><ec startRef="1"/></source></segment>',
    ),
    unitOf(
      '<notes><note id="n1">a</note></notes><segment><source><mrk id="1" type="comment" ref="#f=f1/u=u/n=n1">a</mrk></source></segment>',
    ),
    documentOf('<file id="f"><group id="g"/></file>'),
    fileOf(`<skeleton>a<my:b/></skeleton><unit id="u" xml:lang="en">${S}</unit>`),
    fileOf(
      `<unit id="u" canResegment="no" srcDir="ltr" trgDir="auto" type="a:b" my:x="y">${S}</unit>`,
    ),
    documentOf(`<notes><note>n</note></notes><file id="f"><unit id="u">${S}</unit></file>`, {
      version: '2.2',
      uri: 'urn:oasis:names:tc:xliff:document:2.2',
    }),
  ])('what the standard allows is read: %#', async (file) => {
    await read(file);
  });
});
