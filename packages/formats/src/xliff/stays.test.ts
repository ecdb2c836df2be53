import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { collectPatch, collectRows, inOneChunk, TEST_LIMITS } from '../../test/conformance/io.ts';
import type { FileRow, FileValue, ValueState } from '../format.ts';
import { xliff } from './xliff.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', limits: TEST_LIMITS } as const;

const states12 = ['', ' state="new"', ' state="translated"', ' state="x-own"'];
const states2 = ['', ' state="initial"', ' state="translated"', ' state="final"'];
const targets = ['', '<target/>', '<target></target>', '<target>T</target>', '<target>S</target>'];

const files = fc.oneof(
  fc
    .record({
      target: fc.constantFrom(...targets),
      state: fc.constantFrom(...states12),
      other: fc.constantFrom(...states12),
    })
    .map(
      ({
        target,
        state,
        other,
      }) => `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="f" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="a"><source>S</source>${target.replace('<target', `<target${state}`)}</trans-unit>
<trans-unit id="b"><source>B</source><target${other}>B de</target></trans-unit>
</body></file></xliff>`,
    ),
  fc
    .record({
      target: fc.constantFrom(...targets),
      state: fc.constantFrom(...states2),
      other: fc.constantFrom(...states2),
    })
    .map(
      ({
        target,
        state,
        other,
      }) => `<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
<file id="f">
<unit id="a"><segment${target === '' ? '' : state}><source>S</source>${target}</segment></unit>
<unit id="b"><segment${other}><source>B</source><target>B de</target></segment></unit>
</file></xliff>`,
    ),
);

const STATES: readonly (ValueState | undefined)[] = [
  ...([undefined, 'translated', 'needs_review', 'reviewed'] as const),
];

/** Returns a row with a text in both languages. */
const row = (name: string, source: string, target: FileValue): FileRow => ({
  name,
  values: [{ localeTag: 'en', text: source }, target],
});

it('a patch writes no text that a reader would treat as missing, with any states in the file', async () => {
  const wanted = fc.record({
    text: fc.constantFrom('', 'S', 'T', 'new'),
    source: fc.constantFrom('S', 'T', ''),
    state: fc.constantFrom(...STATES),
    skipsPlainStates: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(files, wanted, async (file, { text, source, state, ...more }) => {
      const target = { localeTag: 'de', text, ...(state && { state }) };
      const rows = [row('a', source, target), row('new', 'N', target)];
      const writing = { ...base, ...more, localeTags: ['en', 'de'], shape: 'flat' } as const;
      const patch = async (from: Uint8Array, given: FileRow[]) =>
        (await collectPatch(xliff, from, given, { ...writing, missing: 'keep' })).bytes;
      const read = async (from: Uint8Array) =>
        (await collectRows(xliff, inOneChunk(from), { ...base, localeTag: 'de' })).rows;
      const next = await patch(Buffer.from(file), rows);
      const found = await read(next);
      const textOf = (name: string) =>
        found.find((file) => file.name === name)?.values.find(({ localeTag }) => localeTag === 'de')
          ?.text;
      expect([textOf('a'), textOf('new')], Buffer.from(next).toString()).toEqual([text, text]);
      expect(Buffer.from(await patch(next, found)).toString()).toBe(Buffer.from(next).toString());
    }),
    { numRuns: testRuns(150) },
  );
});
