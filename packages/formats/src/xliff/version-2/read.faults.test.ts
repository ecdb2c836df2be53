import { describe, expect, it } from 'vitest';
import {
  documentOf,
  fault,
  fileOf,
  SEGMENT,
  segmentOf,
  sidesOf,
  sourceOf,
  unitOf,
} from '../../../test/xliff-2.ts';

const FAULTS: Record<string, Record<string, string>> = {
  'its root': {
    'another element': '<file/>',
    'no namespace': '<xliff version="2.1" srcLang="en"/>',
    'an unknown namespace': documentOf('', { uri: 'urn:oasis:names:tc:xliff:document:3.0' }),
    'an unknown version': documentOf('', { version: '2.9' }),
    'the version of another namespace': documentOf('', { version: '1.2' }),
    'no version': `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"/>`,
    'no srcLang': unitOf(SEGMENT, { languages: '' }),
    'a malformed srcLang': unitOf(SEGMENT, { languages: 'srcLang="e"' }),
    'a malformed trgLang': unitOf(SEGMENT, { languages: 'srcLang="en" trgLang="french!"' }),
    'an unknown attribute': unitOf(SEGMENT, { languages: 'srcLang="en" lang="en"' }),
    'no file': documentOf(''),
    'another child': documentOf('<unit id="u"/>'),
    'an extension beside files': documentOf('<my:x/>'),
    text: documentOf('text'),
    'two roots': `${unitOf(SEGMENT)}<xliff/>`,
  },
  'its structure': {
    'a file without id': documentOf(`<file><unit id="u">${SEGMENT}</unit></file>`),
    'a file id that is no NMTOKEN': documentOf(
      `<file id="a b"><unit id="u">${SEGMENT}</unit></file>`,
    ),
    'a file id twice': documentOf(
      `<file id="f"><group id="g"/></file><file id="f"><group id="g"/></file>`,
    ),
    'a file without units': documentOf('<file id="f"/>'),
    'a file with notes after units': fileOf(
      `<unit id="u">${SEGMENT}</unit><notes><note>n</note></notes>`,
    ),
    'a file with an extension after units': fileOf(`<unit id="u">${SEGMENT}</unit><my:x/>`),
    'a file with two notes': fileOf(
      '<notes><note>n</note></notes><notes><note>n</note></notes><group id="g"/>',
    ),
    'a skeleton of nothing': fileOf('<skeleton/><group id="g"/>'),
    'a skeleton of both': fileOf('<skeleton href="x">y</skeleton><group id="g"/>'),
    'a group without id': fileOf('<group/>'),
    'a group id twice': fileOf('<group id="g"><group id="g"/></group>'),
    'a group with a segment': fileOf(`<group id="g">${SEGMENT}</group>`),
    'a unit without id': fileOf(`<unit>${SEGMENT}</unit>`),
    'a unit id twice': fileOf(
      `<unit id="u">${SEGMENT}</unit><group id="g"><unit id="u">${SEGMENT}</unit></group>`,
    ),
    'a unit without segment': unitOf('<ignorable><source> </source></ignorable>'),
    'a unit of nothing': unitOf(''),
    'a unit with text': unitOf(`text${SEGMENT}`),
    'a unit with an unknown element': unitOf(`${SEGMENT}<trans-unit/>`),
    'a unit with notes after segments': unitOf(`${SEGMENT}<notes><note>n</note></notes>`),
    'a unit with an unknown attribute': fileOf(`<unit id="u" resname="x">${SEGMENT}</unit>`),
    'a unit with a wrong translate': fileOf(`<unit id="u" translate="maybe">${SEGMENT}</unit>`),
    'notes without note': unitOf(`<notes/>${SEGMENT}`),
    'a note id twice': unitOf(
      `<notes><note id="n">a</note><note id="n">b</note></notes>${SEGMENT}`,
    ),
    'a note with markup': unitOf(`<notes><note>a<ph id="1"/></note></notes>${SEGMENT}`),
    'a segment without source': segmentOf(''),
    'a segment with a target only': segmentOf('<target>t</target>'),
    'a target before its source': segmentOf('<target>t</target><source>s</source>'),
    'two sources': segmentOf('<source>s</source><source>s</source>'),
    'two targets': segmentOf('<source>s</source><target>t</target><target>t</target>'),
    'an ignorable without source': unitOf(`${SEGMENT}<ignorable/>`),
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
    'originalData without data': unitOf(`<originalData/>${SEGMENT}`),
    'originalData after segments': unitOf(
      `${SEGMENT}<originalData><data id="d">x</data></originalData>`,
    ),
    'a data without id': unitOf(`<originalData><data>x</data></originalData>${SEGMENT}`),
    'a data id twice': unitOf(
      `<originalData><data id="d">x</data><data id="d">y</data></originalData>${SEGMENT}`,
    ),
    'markup in data': unitOf(
      `<originalData><data id="d"><ph id="1"/></data></originalData>${SEGMENT}`,
    ),
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
      `${SEGMENT}<ignorable><source/><target/></ignorable>`,
      { languages: 'srcLang="en"' },
    ),
    'another xml:lang on a source': segmentOf('<source xml:lang="de"/>'),
    'another xml:lang on a target': segmentOf('<source/><target xml:lang="de"/>'),
    'another inherited xml:lang': fileOf(
      `<group id="g" xml:lang="ja"><unit id="u">${SEGMENT}</unit></group>`,
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

describe.each(Object.entries(FAULTS))('an XLIFF 2 file with an error in %s', (_, faults) => {
  it.each(Object.entries(faults))(
    'causes an error with the line and column: %s',
    async (_label, file) => {
      await fault(file);
    },
  );
});

describe('an XLIFF 2 error', () => {
  it('names its position, its key and the violated section of the standard', async () => {
    const error = await fault(sourceOf('a\n  <ph/>'));
    expect(error.message).toBe('<ph> needs the attribute id (XLIFF 2.1 4.2.3.2)');
    expect([error.line, error.column, error.path]).toEqual([5, 3, 'u']);
  });
});
