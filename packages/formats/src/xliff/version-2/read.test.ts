import { describe, expect, it } from 'vitest';
import {
  documentOf,
  fault,
  fileOf,
  read,
  rowOf,
  SEGMENT,
  sidesOf,
  sourceOf,
  unitOf,
} from '../../../test/xliff-2.ts';

describe('an XLIFF 2 file', () => {
  it('contains the source and the target of its units, with names, notes and states', async () => {
    const { rows } = await read(
      documentOf(
        `<file id="f1"><skeleton href="x"/><my:a>left out</my:a><notes><note>file</note></notes>
         <group id="g1" name="g"><notes><note id="n1">group</note></notes>
          <unit id="u1" name="app.title"><my:b/><notes><note id="n1"> one </note><note>two</note></notes>
           <segment state="final"><source>Hi</source><target>Salut</target></segment></unit>
          <unit id="u2">${SEGMENT}</unit>
         </group></file>
         <file id="f2"><unit id="u1" name="x"><segment><source>X</source></segment></unit></file>`,
      ),
    );
    const reviewed = { localeTag: 'fr', text: 'Salut', state: 'reviewed' };
    expect(rows).toEqual([
      {
        name: 'app.title',
        id: 'u1',
        description: 'one\ntwo',
        values: [{ localeTag: 'en', text: 'Hi' }, reviewed],
      },
      { name: 'u2', values: [{ localeTag: 'en', text: 's' }] },
      { name: 'x', id: 'u1', values: [{ localeTag: 'en', text: 'X' }] },
    ]);
  });

  it('can have version 2.0, 2.1 or 2.2 and any prefix', async () => {
    const of22 = { version: '2.2', uri: 'urn:oasis:names:tc:xliff:document:2.2' };
    for (const around of [{ version: '2.0' }, { version: '2.1' }, of22]) {
      expect((await rowOf(unitOf(SEGMENT, around))).source).toBe('s');
    }
    const prefixed = `<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en">
      <x:file id="f"><x:unit id="u"><x:segment><x:source>a<x:ph id="1"/></x:source></x:segment></x:unit></x:file></x:xliff>`;
    expect((await rowOf(prefixed)).source).toBe('a<ph id="1"/>');
  });
});

describe('notes of XLIFF 2', () => {
  const described = async (notes: string, attributes = '') => {
    const unit = `<unit id="u" ${attributes}><notes>${notes}</notes>${SEGMENT}</unit>`;
    return (await rowOf(fileOf(unit))).description;
  };

  it('form one description, trimmed unless xml:space preserves white space', async () => {
    expect(await described('<note>\n  a\n b </note><note/><note>c</note>')).toBe('a\n b\nc');
    expect(await described('<note> a </note>', 'xml:space="preserve"')).toBe(' a ');
    expect(await described('<note></note>')).toBe('');
  });

  it('can contain escapes if Parlance wrote them, except for characters that cannot be stored', async () => {
    const escaped = (text: string) => `<note category="parlance:escaped">${text}</note>`;
    expect(await described(escaped('a\\u{1}\\\\'))).toBe('a\u0001\\');
    for (const text of ['\\u{0}', '\\u{d800}']) {
      await fault(unitOf(`<notes>${escaped(text)}</notes>${SEGMENT}`));
    }
    await fault(
      fileOf(`<unit id="u" xmlns:p="urn:parlance:xliff" p:name="\\u{0}">${SEGMENT}</unit>`),
    );
  });
});

describe('an XLIFF 2 unit with several segments', () => {
  const parts = (a: string, b: string, c: string) =>
    unitOf(`<segment id="a"><source>One.</source>${a}</segment>
      <ignorable><source> </source>${b}</ignorable>
      <segment><source>Two.</source>${c}</segment>`);

  it('forms one text, including the content between the segments', async () => {
    const row = await rowOf(parts('<target>Un.</target>', '', '<target>Deux.</target>'));
    expect([row.source, row.target]).toEqual(['One. Two.', 'Un. Deux.']);
  });

  it('joins its targets in their order', async () => {
    const reordered = parts(
      '<target order="3">Un.</target>',
      '',
      '<target order="1">Deux.</target>',
    );
    expect((await rowOf(reordered)).target).toBe('Deux. Un.');
  });

  it('has no target until all its segments have a target, and causes a warning', async () => {
    const { target, warnings } = await rowOf(parts('<target>Un.</target>', '', ''));
    expect(target).toBeUndefined();
    expect(warnings).toMatchObject([{ path: 'u', code: 'target_incomplete' }]);
  });

  it('has the lowest state of its segments', async () => {
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

describe('an XLIFF 2 text', () => {
  it('keeps its white space and CDATA, but loses its comments', async () => {
    const { source } = await rowOf(
      sourceOf('  a\r\n\tb<!-- c --><![CDATA[ & < ]]><?pi x?>&#13;&amp; '),
    );
    expect(source).toBe('  a\n\tb & < \r& ');
  });

  it('contains inline elements in their order, as normalized markup with all their attributes', async () => {
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

  it('contains the characters of <cp>', async () => {
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

  it('contains the original data next to each reference to it', async () => {
    const data =
      '<data id="d1">{0}</data><data id="d2">&lt;b><cp hex="0001"/></data><data id="d3"/>';
    const unit = `<originalData>${data}</originalData><segment><source><ph id="1" dataRef="d1" disp="x"/><pc id="2" dataRefStart="d2" dataRefEnd="d3">a</pc></source></segment>`;
    expect((await rowOf(unitOf(unit))).source).toBe(
      '<ph id="1" dataRef="d1" data="{0}" disp="x"/>' +
        '<pc id="2" dataRefStart="d2" dataStart="&lt;b&gt;\u0001" dataRefEnd="d3">a</pc>',
    );
  });

  it('contains no matches or glossary entries', async () => {
    const beside = `<m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match ref="#1">
      <source>no</source><target>no</target></m:match></m:matches>`;
    const { source, target } = await rowOf(unitOf(`${beside}${SEGMENT}`));
    expect([source, target]).toEqual(['s', undefined]);
  });
});

describe('an XLIFF 2 target', () => {
  const targetOf = async (attributes: string, target: string, source = 's') => {
    const row = await rowOf(
      unitOf(`<segment ${attributes}><source>${source}</source>${target}</segment>`),
    );
    return [row.target, row.state];
  };

  it('has the state of its segment', async () => {
    expect(await targetOf('state="initial"', '<target>t</target>')).toEqual(['t', 'needs_review']);
    expect(await targetOf('state="translated"', '<target>t</target>')).toEqual(['t', 'translated']);
    expect(await targetOf('state="reviewed"', '<target>t</target>')).toEqual(['t', 'reviewed']);
    expect(await targetOf('', '<target>t</target>')).toEqual(['t', undefined]);
    expect(
      await targetOf('state="translated" subState="parlance:needs-review"', '<target>t</target>'),
    ).toEqual(['t', 'needs_review']);
  });

  it('counts as missing if it is empty, unless a person has edited it or its source is also empty', async () => {
    expect(await targetOf('', '<target/>')).toEqual([undefined, undefined]);
    expect(await targetOf('state="initial"', '<target></target>')).toEqual([undefined, undefined]);
    expect(await targetOf('state="final"', '<target/>')).toEqual(['', 'reviewed']);
    expect(await targetOf('', '<target/>', '')).toEqual(['', undefined]);
  });

  it('belongs to a text that is not translatable if its unit or group has translate="no"', async () => {
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

describe('an unusual XLIFF 2 file', () => {
  it('yields distinct names for units with the same name: their ids, preceded by their files if necessary', async () => {
    const units = `<unit id="a" name="n">${SEGMENT}</unit><unit id="b" name="n">${SEGMENT}</unit>`;
    const { rows, warnings } = await read(
      documentOf(`<file id="f1">${units}</file><file id="f2">${units}</file>`),
    );
    const names = ['b', 'a', 'f2/b'];
    expect(rows.map(({ name }) => name)).toEqual(['n', ...names]);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual(
      names.map((name) => [name, 'name_repeated']),
    );
  });

  it('has no target language if trgLang is empty', async () => {
    const file = fileOf(`<unit id="a">${SEGMENT}</unit>`).replace('trgLang="fr"', 'trgLang=""');
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
    fileOf(`<skeleton>a<my:b/></skeleton><unit id="u" xml:lang="en">${SEGMENT}</unit>`),
    fileOf(
      `<unit id="u" canResegment="no" srcDir="ltr" trgDir="auto" type="a:b" my:x="y">${SEGMENT}</unit>`,
    ),
    documentOf(`<notes><note>n</note></notes><file id="f"><unit id="u">${SEGMENT}</unit></file>`, {
      version: '2.2',
      uri: 'urn:oasis:names:tc:xliff:document:2.2',
    }),
  ])('causes no error if the standard allows the file: %#', async (file) => {
    await read(file);
  });
});
