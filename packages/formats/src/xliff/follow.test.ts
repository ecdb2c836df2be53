import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { expectWellFormed } from '../../test/xmllint.ts';
import type { FileRow, XliffVersion } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { xliff } from './xliff.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', limits: TEST_LIMITS } as const;

const read = async (file: string, localeTag = 'de') =>
  (await collectRows(xliff, inOneChunk(Buffer.from(file)), { ...base, localeTag })).rows;

async function patch(file: string, rows: FileRow[]): Promise<string> {
  const { bytes, report } = await collectPatch(xliff, Buffer.from(file), rows, {
    ...base,
    localeTags: ['en', 'de'],
    referenceTag: 'en',
    shape: 'flat',
    missing: 'keep',
  });
  expect(report.refused).toEqual([]);
  return bytes.toString();
}

const row = (name: string, source: string, target: string, maxLength?: number): FileRow => ({
  name,
  ...(maxLength && { maxLength }),
  values: [
    { localeTag: 'en', text: source },
    { localeTag: 'de', text: target },
  ],
});

const file21 = (units: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
  <file id="f1">
    <slr:profiles xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" generalProfile="xliff:codepoints"/>
    ${units}
  </file>
</xliff>
`;

/** Original data of codes, by id. */
const data = fc.dictionary(fc.constantFrom('d1', 'd2', 'd3'), fc.constantFrom('<b>', '{0}', '%s'), {
  maxKeys: 3,
});
const quote = (text: string): string => text.replace('<', '&lt;').replace('>', '&gt;');
const codesOf = (codes: Record<string, string>): string =>
  Object.entries(codes)
    .map(
      ([id, text]) => `<ph id="${id.replace('d', 'c')}" dataRef="${id}" data="${quote(text)}"/> x`,
    )
    .join(' ');

describe('a patched or derived XLIFF file', () => {
  it('gets the original data for the codes of a changed text, added or corrected', async () => {
    const layout = fc.constantFrom('', '\n      ');
    await fc.assert(
      fc.asyncProperty(data, data, layout, async (own, next, lead) => {
        const elements = Object.entries(own).map(
          ([id, text]) => `${lead}<data id="${id}">${quote(text)}</data>`,
        );
        const refs = Object.keys(own).map(
          (id) => `<ph id="${id.replace('d', 'c')}" dataRef="${id}"/>`,
        );
        const original =
          elements.length === 0 ? '' : `<originalData>${elements.join('')}${lead}</originalData>`;
        const file = file21(
          `<unit id="a">${original}<segment><source>${refs.join('')}s</source><target>alt</target></segment></unit>`,
        );
        const written = await patch(file, [row('a', 's', codesOf(next) || 'neu')]);
        const [found] = await read(written);
        expect(found!.values.at(-1)!.text).toBe(codesOf(next) || 'neu');
        expectWellFormed(written);
      }),
      { numRuns: testRuns(30) },
    );
  });

  it.each(['1.2', '2.0', '2.1', '2.2'] satisfies XliffVersion[])(
    'has the maximum length of the source in new and changed units only, in XLIFF %s',
    async (xliffVersion) => {
      const lengths = fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined });
      await fc.assert(
        fc.asyncProperty(lengths, lengths, lengths, async (own, next, added) => {
          const rows = [row('a', 'A', 'alt', own), row('b', 'B', 'alt', own)];
          const options = { ...base, localeTags: ['en', 'de'], shape: 'flat' } as const;
          const written = xliff.write(batches(rows), {
            ...options,
            xliffVersion,
            hasLengths: true,
          });
          const file = Buffer.from(await collectBytes(written)).toString();
          const changed = await patch(file, [
            row('a', 'A', 'neu', next),
            row('b', 'B', 'alt', next),
            row('c', 'C', 'c', added),
          ]);
          const all = (await read(changed)).map(({ maxLength }) => maxLength);
          expect(all).toEqual([next ?? own, own, added]);
        }),
        { numRuns: testRuns(12) },
      );
    },
  );

  it('keeps a limit in pixels, and gets no limit if it has no length profile', async () => {
    const unit = '<trans-unit id="a" maxwidth="9"><source>A</source></trans-unit>';
    const file = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" target-language="de" datatype="plaintext"><body>${unit}</body></file></xliff>`;
    expect(await patch(file, [row('a', 'A', 'neu', 5)])).toBe(
      file.replace('</source>', '</source><target>neu</target>'),
    );
    const plain = file21('<unit id="a"><segment><source>A</source></segment></unit>').replace(
      /<slr.*\n/,
      '',
    );
    expect(await patch(plain, [row('a', 'A', 'neu', 5), row('b', 'B', 'b', 5)])).not.toContain(
      'slr',
    );
  });

  it('loses the origin of a translation with the translation, and keeps the other origins', async () => {
    const unit = (id: string, text: string, origin: string) =>
      `<trans-unit id="${id}"><source>A</source><target state="translated"${origin}>${text}</target><note>about ${id}</note></trans-unit>`;
    const from = ' state-qualifier="leveraged-mt"';
    const file = (a: string, origin: string) =>
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="src/a.ts" source-language="en" target-language="de" datatype="x"><body>${unit('a', a, origin)}${unit('b', 'alt', from)}</body></file></xliff>`;
    const before = file('alt', from);
    expect(await patch(before, await read(before))).toBe(before);
    const changed = await patch(before, [row('a', 'A', 'neu')]);
    expect(changed).toBe(file('neu', '').replace('<target state="translated">', '<target>'));
  });

  it('loses its notes on the target when it is derived for another language, unless the source refers to them', async () => {
    const notes = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('n1', 'n2', 'n3'),
        isOfTarget: fc.boolean(),
        isReferenced: fc.boolean(),
      }),
      { selector: ({ id }) => id, minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(notes, fc.boolean(), async (all, isInFile) => {
        const elements = all.map(
          ({ id, isOfTarget }) =>
            `<note id="${id}"${isOfTarget ? ' appliesTo="target"' : ''}>about ${id}</note>`,
        );
        const marks = all.flatMap(({ id, isReferenced }, index) =>
          isReferenced && !isInFile
            ? `<mrk id="m${index}" type="comment" ref="#n=${id}">x</mrk>`
            : [],
        );
        const own = `<notes>${elements.join('')}</notes>`;
        const unit = `<unit id="a">${isInFile ? '' : own}<segment><source>A${marks.join('')}</source><target>alt</target></segment></unit>`;
        const profile = / {4}<slr.*\n/;
        const file = file21((isInFile ? own : '') + unit).replace(profile, '');
        const derived = deriveFile(xliff, Buffer.from(file), batches([]), {
          ...base,
          from: 'de',
          to: 'fr',
          shape: 'flat',
        });
        const french = Buffer.concat(await Array.fromAsync(derived)).toString();
        expect((await read(french, 'fr')).map(({ name }) => name)).toEqual(['a']);
        const kept = [...french.matchAll(/<note id="(n\d)"/g)].map(([, id]) => id);
        expect(kept).toEqual(
          all.flatMap(({ id, isOfTarget, isReferenced }) =>
            isOfTarget && (isInFile || !isReferenced) ? [] : id,
          ),
        );
        expect(french.includes('<notes>')).toBe(kept.length > 0);
      }),
      { numRuns: testRuns(30) },
    );
  });
});
