import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import type { FileRow, FileValue, PatchOptions } from '../format.ts';
import { xliff } from './xliff.ts';

type Texts = Record<string, { en?: string; de?: string; state?: FileValue['state'] }>;

const rowsOf = (texts: Texts): FileRow[] =>
  Object.entries(texts).map(([name, { en, de, state }]) => ({
    name,
    values: [
      ...(en === undefined ? [] : [{ localeTag: 'en', text: en }]),
      ...(de === undefined ? [] : [{ localeTag: 'de', text: de, ...(state && { state }) }]),
    ],
  }));

const OPTIONS: PatchOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['en', 'de'],
  shape: 'flat',
  limits: TEST_LIMITS,
  missing: 'keep',
};

async function patch(base: string, texts: Texts, missing: 'keep' | 'remove' = 'keep') {
  const options = { ...OPTIONS, missing };
  const { bytes, report } = await collectPatch(xliff, Buffer.from(base), rowsOf(texts), options);
  return { text: bytes.toString(), report };
}

const FILE_12 = `<?xml version='1.0'?>
<!-- kept -->
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
	<file original="app" source-language="en" target-language='de' datatype="plaintext">
		<header><tool tool-id="x" tool-name="X"/></header>
		<body>
			<trans-unit id="1" resname="save" approved="yes">
				<source>Save</source>
				<target state='final'>Sichern</target>
				<alt-trans><target>Speichern</target></alt-trans>
				<note>A button</note>
			</trans-unit>
			<trans-unit id="2" resname="open"><source>Open <g id="a">it</g></source><target/></trans-unit>
			<trans-unit id="3" resname="cut">
				<source><![CDATA[Cut & go]]></source>
				<seg-source><mrk mtype="seg" mid="1">Cut &amp; go</mrk></seg-source>
			</trans-unit>
		</body>
	</file>
</xliff>
`;

const OPENED_12 = { en: 'Open <g id="a">it</g>' };
const REST_12: Texts = { open: OPENED_12, cut: { en: 'Cut & go' } };

describe('a patch of an XLIFF 1.2 file', () => {
  it.each(['Cut it', 'Cut <x id="1"/> it'])(
    'keeps line breaks around codes as part of the text if white space is not preserved (%s)',
    async (source) => {
      const unit = (target: string) =>
        `<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="cut"><source>${source}</source>${target}</trans-unit></body></file></xliff>`;
      const parts = [
        'a',
        '\n',
        '\n\n',
        '  ',
        '\t',
        '<x id="1"/>',
        '<g id="2">b</g>',
        '<g id="3">\n</g>',
      ];
      const text = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 7 });
      const base = fc.constantFrom(
        '',
        '<target/>',
        '<target>x</target>',
        '<target>\n <x id="1"/>\n</target>',
      );
      await fc.assert(
        fc.asyncProperty(base, text, async (target, list) => {
          const de = list.join('');
          const patched = await patch(unit(target), { cut: { en: source, de } });
          const read = readOptions({ ...OPTIONS, localeTags: ['de'] });
          const { rows } = await collectRows(xliff, inOneChunk(Buffer.from(patched.text)), read);
          expect(rows[0]!.values.find(({ localeTag }) => localeTag === 'de')?.text).toBe(de);
        }),
        { numRuns: testRuns(60) },
      );
    },
  );

  it('changes only a target and its state', async () => {
    const { text } = await patch(FILE_12, {
      save: { en: 'Save', de: 'Speichern & zu', state: 'needs_review' },
      ...REST_12,
    });
    expect(text).toBe(
      FILE_12.replace('approved="yes"', 'approved="no"').replace(
        "<target state='final'>Sichern</target>",
        "<target state='needs-review-translation'>Speichern &amp; zu</target>",
      ),
    );
  });

  it('fills an empty target, and adds a missing target after the segments of the source', async () => {
    const { text, report } = await patch(FILE_12, {
      save: { en: 'Save', de: 'Sichern', state: 'reviewed' },
      open: { ...OPENED_12, de: '<g id="a">Es</g> öffnen', state: 'translated' },
      cut: { en: 'Cut & go', de: 'Schnitt', state: 'translated' },
    });
    expect(report).toMatchObject({ inserted: 2, replaced: 0, refused: [] });
    expect(text).toBe(
      FILE_12.replace(
        '<target/>',
        '<target state="translated"><g id="a">Es</g> öffnen</target>',
      ).replace(
        '</seg-source>',
        '</seg-source>\n\t\t\t\t<target state="translated">Schnitt</target>',
      ),
    );
  });

  it('keeps a source that is divided into segments', async () => {
    const { text, report } = await patch(FILE_12, { ...REST_12, cut: { en: 'Cut' } });
    expect(text).toBe(FILE_12);
    expect(report).toMatchObject({
      replaced: 0,
      kept: 2,
      refused: [{ path: 'cut', code: 'no_place' }],
    });
  });

  it('inserts units with the indentation of the other units, and removes units with their line', async () => {
    const texts: Texts = {
      save: { en: 'Save', de: 'Sichern', state: 'reviewed' },
      'new key': { en: 'New', de: 'Neu', state: 'translated' },
    };
    const { text, report } = await patch(FILE_12, texts, 'remove');
    expect(report).toMatchObject({ inserted: 2, removed: 2 });
    const [start, end] = [
      FILE_12.indexOf('\n\t\t\t<trans-unit id="2"'),
      FILE_12.indexOf('\n\t\t</body>'),
    ];
    const unit = `
			<trans-unit id="new key" resname="new key" xml:space="preserve">
				<source>New</source>
				<target state="translated">Neu</target>
			</trans-unit>`;
    expect(text).toBe(FILE_12.slice(0, start) + unit + FILE_12.slice(end));
    expect((await patch(text, texts, 'remove')).text).toBe(text);
  });

  it('keeps the version of an older file, even with new units', async () => {
    const base = FILE_12.replace(
      'version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"',
      'version="1.1"',
    );
    const { text, report } = await patch(base, {
      save: { en: 'Save', de: 'Speichern', state: 'reviewed' },
      ...REST_12,
      new: { en: 'New <x id="1"/>', de: 'Neu' },
    });
    expect(report).toMatchObject({ replaced: 1, inserted: 2, refused: [] });
    expect(text).toContain('<xliff version="1.1">');
    expect(text).toContain('<target>Neu</target>');
    expect(text.replace('Speichern</target>', 'Sichern</target>')).toContain(
      base.slice(0, base.indexOf('<alt-trans>')),
    );
  });

  it('names the target language in a file that has only sources', async () => {
    const base = FILE_12.replace(" target-language='de'", '').replace(/<target state.*\n/, '\n');
    const { text } = await patch(base, { cut: { en: 'Cut & go', de: 'Schnitt' } });
    expect(text).toContain('source-language="en" datatype="plaintext" target-language="de">');
    expect(text).toContain('<target>Schnitt</target>');
  });

  it('adds no state to a file without states if the state follows from the text', async () => {
    const base = FILE_12.replace(" state='final'", '').replace(' approved="yes"', '');
    const same = { en: 'Save', de: 'Sichern', state: 'translated' } as const;
    expect((await patch(base, { save: same, ...REST_12 })).text).toBe(base);
  });

  it('inserts a unit with its own id, or with its name as id if another unit has this id', async () => {
    const rows: FileRow[] = [
      { name: 'a', id: '1', values: [{ localeTag: 'en', text: 'A' }] },
      { name: 'b', id: 'no token', values: [{ localeTag: 'en', text: 'B' }] },
    ];
    const { bytes } = await collectPatch(xliff, Buffer.from(FILE_12), rows, OPTIONS);
    expect(bytes.toString().match(/<trans-unit id="(?!\d").*>/g)).toEqual([
      '<trans-unit id="a" resname="a" xml:space="preserve" extradata="parlance:id=1">',
      '<trans-unit id="no token" resname="b" xml:space="preserve">',
    ]);
  });

  it('changes the marks of Parlance in place, and keeps the data of other tools', async () => {
    const mark = async (attributes: string) => {
      const base = FILE_12.replace('<trans-unit ', `<trans-unit ${attributes} `);
      const { text } = await patch(base, {
        save: { en: 'Save', de: '' },
        ...REST_12,
      });
      const [tag] = /<trans-unit [^>]*>/.exec(text)!;
      return ['extradata', 'parlance:target'].map((name) => {
        return new RegExp(` ${name}=['"]([^'"]*)`).exec(tag)?.[1];
      });
    };
    const own = 'xmlns:parlance="urn:parlance:xliff" parlance:target="full"';
    expect(await mark('')).toEqual(['parlance:target=empty', undefined]);
    expect(await mark('extradata="parlance:id=a%00"')).toEqual([
      'parlance:id=a%00&amp;target=empty',
      undefined,
    ]);
    expect(await mark('extradata="of their own"')).toEqual(['of their own', 'empty']);
    expect(await mark(own)).toEqual([undefined, 'empty']);
  });

  it('inserts units into an empty body, but not between elements with a prefix', async () => {
    const empty = FILE_12.replace(/<body>[\s\S]*<\/body>/, '<body/>');
    const { text } = await patch(empty, { a: { en: 'A' } });
    expect(text).toContain('<body>\n\t\t  <trans-unit id="a"');
    expect(text).toContain('</trans-unit>\n\t\t</body>');
    const prefixed = `<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><x:file original="f" source-language="en" target-language="de" datatype="plaintext"><x:body><x:trans-unit id="a"><x:source>A</x:source></x:trans-unit></x:body></x:file></x:xliff>`;
    const patched = await patch(prefixed, { a: { en: 'A', de: 'Ä' }, b: { en: 'B' } });
    expect(patched.text).toBe(prefixed.replace('</x:source>', '</x:source><x:target>Ä</x:target>'));
    expect(patched.report.refused).toMatchObject([{ path: 'b', code: 'no_place' }]);
  });
});

const FILE_21 = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
  <file id="main">
    <unit id="u1" name="save">
      <notes><note>A button</note></notes>
      <segment id="s1" state="initial">
        <source>Save <ph id="1"/></source>
      </segment>
    </unit>
    <unit id="u2" name="two"><segment><source>One. </source></segment><segment><source>Two.</source></segment></unit>
  </file>
</xliff>
`;

describe('a patch of an XLIFF 2.1 file', () => {
  it('inserts a target with the state of its segment', async () => {
    const { text } = await patch(FILE_21, {
      save: { en: 'Save <ph id="1"/>', de: '<ph id="1"/> sichern', state: 'needs_review' },
    });
    expect(text).toBe(
      FILE_21.replace(
        'state="initial"',
        'state="translated" subState="parlance:needs-review"',
      ).replace('</source>', '</source>\n        <target><ph id="1"/> sichern</target>'),
    );
  });

  it('keeps units with several segments, and escapes codes that the unit cannot have', async () => {
    const { text, report } = await patch(FILE_21, {
      save: { en: 'Save <ph id="1"/>', de: '<sc id="1"/>', state: 'translated' },
      two: { en: 'One. Two.', de: 'Eins. Zwei.' },
    });
    expect(report.refused).toMatchObject([{ path: 'two', code: 'no_place' }]);
    expect(text).toContain('<target>&lt;sc id="1"/&gt;</target>');
  });

  it('keeps an empty group in a file without other units, and removes the group when a unit is added', async () => {
    const { text } = await patch(FILE_21, {}, 'remove');
    expect(text).toBe(FILE_21.replace(/\n {4}<unit[\s\S]*<\/unit>/, '\n    <group id="empty"/>'));
    const refilled = await patch(FILE_21, { b: { en: 'B' } }, 'remove');
    expect(refilled.text).toContain(
      '<file id="main">\n    <unit id="b" name="b" xml:space="preserve">',
    );
    expect(refilled.text).not.toContain('<group');
  });
});
