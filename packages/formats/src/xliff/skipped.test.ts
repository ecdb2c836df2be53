import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  batches,
  collectPatch,
  collectRows,
  inOneChunk,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { expectWellFormed } from '../../test/xmllint.ts';
import type { FileRow } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { xliff } from './xliff.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', limits: TEST_LIMITS } as const;

const read = async (file: string, localeTag = 'de') =>
  (await collectRows(xliff, inOneChunk(Buffer.from(file)), { ...base, localeTag })).rows;

const row = (name: string, text: string, localeTag = 'de'): FileRow => ({
  name,
  maxLength: 40,
  values: [
    { localeTag: 'en', text: `Source ${name}` },
    { localeTag, text },
  ],
});

/** Elements of a unit that a reader skips: they are German or not a text. */
const beside12 = fc.subarray([
  '<context-group><context context-type="sourcefile">skipped.c</context></context-group>',
  '<count-group name="c"><count count-type="word">3</count></count-group>',
  '<alt-trans><source>skipped</source><target>skipped de</target></alt-trans>',
  '<note annotates="target">note de</note>',
]);
const unit12 = fc.tuple(fc.constantFrom('<target>A de</target>', '<target/>', ''), beside12);

/** Elements between units that a reader skips. */
const around12 = fc.subarray([
  '<trans-unit id="h" restype="x-gettext-domain-header"><source>Language: skipped</source><target>Language: skipped de</target></trans-unit>',
  '<bin-unit id="b" mime-type="image/png"><bin-source><external-file href="skipped.png"/></bin-source></bin-unit>',
  '<group id="g"><note>skipped</note><context-group><context context-type="x">skipped</context></context-group></group>',
  '<!-- skipped -->',
]);

const files = fc
  .tuple(fc.array(unit12, { minLength: 1, maxLength: 4 }), around12)
  .map(([units, around]) => {
    const written = units.map(
      ([target, beside], index) =>
        `<trans-unit id="u${index}"><source>Source u${index}</source>${target}${beside.join('')}</trans-unit>`,
    );
    const file = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="f" source-language="en" target-language="de" datatype="plaintext">
    <header><note>skipped</note></header>
    <body>
      ${[...around, ...written].join('\n      ')}
    </body>
  </file>
</xliff>
`;
    return { file, names: units.map((_, index) => `u${index}`) };
  });

/** Elements of an XLIFF 2 unit that a reader skips, in the order of the standard. */
const MODULES = 'urn:oasis:names:tc:xliff';
const beside21 = fc.subarray([
  `<mtc:matches xmlns:mtc="${MODULES}:matches:2.0"><mtc:match ref="#s"><source>skipped</source><target>skipped de</target></mtc:match></mtc:matches>`,
  `<gls:glossary xmlns:gls="${MODULES}:glossary:2.0"><gls:glossEntry><gls:term>skipped</gls:term><gls:translation>skipped de</gls:translation></gls:glossEntry></gls:glossary>`,
  `<mda:metadata xmlns:mda="${MODULES}:metadata:2.0"><mda:metaGroup><mda:meta type="t">skipped</mda:meta></mda:metaGroup></mda:metadata>`,
  '<notes><note appliesTo="target">note de</note><note category="x">kept</note></notes>',
]);
const unit21 = fc.tuple(
  fc.constantFrom(
    '<segment id="s" state="translated"><source>S</source><target>A de</target></segment>',
    '<segment id="s"><source>S</source><target/></segment>',
    '<segment id="s"><source>S</source></segment>',
  ),
  beside21,
);
const around21 = fc.subarray([
  '<notes><note appliesTo="target">note de</note></notes>',
  '<group id="g"><notes><note>skipped</note></notes></group>',
  '<!-- <unit id="x"><segment><source>skipped</source></segment></unit> -->',
]);

const files21 = fc
  .tuple(fc.array(unit21, { minLength: 1, maxLength: 4 }), around21)
  .map(([units, around]) => {
    const written = units.map(
      ([segment, beside], index) =>
        `<unit id="u${index}">${beside.join('')}${segment.replace('>S<', `>Source u${index}<`)}</unit>`,
    );
    const file = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
  <file id="f" original="f">
    <skeleton href="skipped.skl"/>
    ${[...around, ...written].join('\n    ')}
  </file>
</xliff>
`;
    return { file, names: units.map((_, index) => `u${index}`) };
  });

describe('skipped content of XLIFF', () => {
  it.each([
    ['1.2', files],
    ['2.0', files21],
  ])(
    'stays in its %s file, never becomes a text, and does not reach another language',
    async (version, arbitrary) => {
      await fc.assert(
        fc.asyncProperty(arbitrary, async ({ file, names }) => {
          const options = { ...base, localeTags: ['en', 'de'], shape: 'flat' } as const;
          const patch = async (rows: FileRow[], missing: 'keep' | 'remove') => {
            const all = { ...options, missing };
            return (await collectPatch(xliff, Buffer.from(file), rows, all)).bytes.toString();
          };
          const namesOf = (rows: readonly FileRow[]) => rows.map(({ name }) => name).toSorted();
          expect(namesOf(await read(file))).toEqual(names);
          const rows = [...names.map((name) => row(name, 'New')), row('added', 'Added')];
          const changed = await patch(rows, 'keep');
          expectWellFormed(changed);
          expect(namesOf(await read(changed))).toEqual(namesOf(rows));
          const added = (await read(changed)).find(({ name }) => name === 'added');
          expect(added?.maxLength).toBe(version === '1.2' ? 40 : undefined);
          expect(changed.match(/skipped/g)).toEqual(file.match(/skipped/g));
          const removed = await patch([row('u0', 'New')], 'remove');
          expectWellFormed(removed);
          expect(namesOf(await read(removed))).toEqual(['u0']);
          const pieces: Uint8Array[] = [];
          const derived = deriveFile(xliff, Buffer.from(file), batches([row('u0', 'Neuf', 'fr')]), {
            ...base,
            from: 'de',
            to: 'fr',
            shape: 'flat',
          });
          for await (const piece of derived) pieces.push(piece);
          const french = Buffer.concat(pieces).toString();
          expectWellFormed(french);
          expect(french).not.toMatch(/ de</);
          expect(namesOf(await read(french, 'fr'))).toEqual(names);
        }),
        { numRuns: testRuns(10) },
      );
    },
  );
});
