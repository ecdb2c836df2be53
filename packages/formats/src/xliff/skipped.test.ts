import { spawnSync } from 'node:child_process';
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
import type { FileRow } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { xliff } from './xliff.ts';

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
if (!hasXmllint) console.warn('Skipped: xmllint is not installed.');

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

/** Elements of a unit that a reader skips: they are German, or no text. */
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
      ([target, beside], at) =>
        `<trans-unit id="u${at}"><source>Source u${at}</source>${target}${beside.join('')}</trans-unit>`,
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
    return { file, names: units.map((_, at) => `u${at}`) };
  });

function expectWellFormed(file: string): void {
  if (!hasXmllint) return;
  const { stderr } = spawnSync('xmllint', ['--noout', '-'], { input: file, encoding: 'utf8' });
  expect(stderr).toBe('');
}

describe('skipped content of XLIFF', () => {
  it('skipped content stays in its file, is never a text, and does not reach another language', async () => {
    await fc.assert(
      fc.asyncProperty(files, async ({ file, names }) => {
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
        expect((await read(changed)).find(({ name }) => name === 'added')?.maxLength).toBe(40);
        expect(changed.match(/skipped/g)).toEqual(file.match(/skipped/g));
        const removed = await patch([row('u0', 'New')], 'remove');
        expectWellFormed(removed);
        expect(namesOf(await read(removed))).toEqual(['u0']);
        const pieces: Uint8Array[] = [];
        const derived = deriveFile(xliff, Buffer.from(file), batches([row('u0', 'Neuf', 'fr')]), {
          ...{ ...base, from: 'de', to: 'fr', shape: 'flat' },
        });
        for await (const piece of derived) pieces.push(piece);
        const french = Buffer.concat(pieces).toString();
        expectWellFormed(french);
        expect(french).not.toMatch(/ de</);
        expect(namesOf(await read(french, 'fr'))).toEqual(names);
      }),
      { numRuns: testRuns(12) },
    );
  });
});
