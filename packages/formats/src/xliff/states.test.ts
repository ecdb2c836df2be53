import { describe, expect, it } from 'vitest';
import {
  batches,
  collectPatch,
  collectRows,
  inOneChunk,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import type { FileRow, PatchOptions, ValueState } from '../format.ts';
import { patchOrDerive } from '../patch/derive.ts';
import { xliff } from './xliff.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', limits: TEST_LIMITS } as const;
const options: PatchOptions = {
  ...base,
  localeTags: ['en', 'de'],
  referenceTag: 'en',
  shape: 'flat',
  missing: 'keep',
  skipsPlainStates: true,
};

const file12 = (...units: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="f" source-language="en" target-language="de" datatype="plaintext">
    <body>
${units.join('\n')}
    </body>
  </file>
</xliff>
`;
const unit12 = (id: string, target: string, attributes = '') =>
  `      <trans-unit id="${id}"${attributes}>\n        <source>S ${id}</source>\n        ${target}\n      </trans-unit>`;

const file2 = (...units: string[]) =>
  `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">\n<file id="f">\n${units.join('\n')}\n</file>\n</xliff>\n`;
const unit2 = (id: string, state: string, target: string) =>
  `<unit id="${id}">\n  <segment${state}>\n    <source>S ${id}</source>\n    ${target}\n  </segment>\n</unit>`;

const read = async (file: string) =>
  (await collectRows(xliff, inOneChunk(Buffer.from(file)), { ...base, localeTag: 'de' })).rows;

const targetsOf = (rows: readonly FileRow[]) =>
  Object.fromEntries(
    rows.map(({ name, values }) => [
      name,
      values.find(({ localeTag }) => localeTag === 'de') ?? null,
    ]),
  );

const row = (name: string, text: string, state?: ValueState): FileRow => ({
  name,
  values: [
    { localeTag: 'en', text: `S ${name}` },
    { localeTag: 'de', text, ...(state && { state }) },
  ],
});

const patch = async (file: string, rows: FileRow[], more: Partial<PatchOptions> = {}) =>
  (await collectPatch(xliff, Buffer.from(file), rows, { ...options, ...more })).bytes.toString();

describe('an XLIFF state of an untranslated target', () => {
  it('marks only copies of the source as missing in 1.2', async () => {
    const rows = await read(
      file12(
        unit12('a', '<target state="new">S a</target>'),
        unit12('b', '<target state="needs-translation">S b</target>'),
        unit12('c', '<target state="needs-translation">C</target>'),
        unit12('d', '<target state="translated">S d</target>'),
        unit12('e', '<target>S e</target>'),
      ),
    );
    expect(targetsOf(rows)).toMatchObject({
      a: null,
      b: null,
      c: { text: 'C', state: 'needs_review' },
      d: { text: 'S d', state: 'translated' },
      e: { text: 'S e' },
    });
  });

  it('marks copies of the source as missing in 2.x, if the file declares the state', async () => {
    const rows = await read(
      file2(
        unit2('a', ' state="initial"', '<target>S a</target>'),
        unit2('b', ' state="initial"', '<target>B</target>'),
        unit2('c', '', '<target>S c</target>'),
      ),
    );
    expect(targetsOf(rows)).toMatchObject({
      a: null,
      b: { text: 'B', state: 'needs_review' },
      c: { text: 'S c' },
    });
  });

  it('changes when a copy of the source becomes a translation, even with the same text', async () => {
    const file = file12(unit12('a', '<target state="new">S a</target>'));
    for (const text of ['A', 'S a']) {
      const next = await patch(file, [row('a', text, 'translated')]);
      expect(next).toBe(file12(unit12('a', `<target state="translated">${text}</target>`)));
    }
  });
});

describe('an XLIFF file without states', () => {
  const plain = [
    file12(unit12('a', '<target>A</target>'), unit12('b', '<target/>')),
    file2(unit2('a', '', '<target>A</target>'), unit2('b', '', '<target/>')),
  ];

  it('gets a state only if the state is not implied by the text', async () => {
    for (const file of plain) {
      const next = await patch(file, [row('a', 'A', 'translated'), row('b', 'B', 'translated')]);
      expect(next).toBe(file.replace('<target/>', '<target>B</target>'));
      const added = await patch(file, [row('c', 'C', 'translated')]);
      expect(added).not.toMatch(/\bstate=/);
      expect(await patch(file, [row('b', 'B', 'needs_review')])).toMatch(/\bstate=/);
      expect(await patch(file, [row('b', 'B', 'reviewed')])).toMatch(/\bstate=/);
      const beside = await patch(file, [row('b', 'B', 'translated')], { skipsPlainStates: false });
      expect(beside).toMatch(/\bstate="translated"/);
    }
    const other = file12(unit12('a', '<target state="final">A</target>'), unit12('b', '<target/>'));
    expect(await patch(other, [row('b', 'B', 'translated')])).toContain(
      '<target state="translated">B</target>',
    );
  });

  it('keeps the empty targets of untranslated texts', async () => {
    const none = file12(unit12('a', '<target/>'), unit12('b', '<target></target>'));
    for (const file of [...plain, none]) {
      for (const missing of ['keep', 'remove'] as const) {
        const pieces: Uint8Array[] = [];
        const rows = await read(file);
        const all = { ...options, missing };
        for await (const piece of patchOrDerive(xliff, Buffer.from(file), batches(rows), all)) {
          pieces.push(piece);
        }
        expect(Buffer.concat(pieces).toString()).toBe(file);
      }
    }
  });
});

describe('data of the target language in XLIFF', () => {
  it('does not reach a file of another language', async () => {
    const alternative = '<alt-trans><target>Alt de</target></alt-trans>';
    const notes = '<note>for all</note><note annotates="target">zu de</note>';
    const older = file12(unit12('a', `<target>A de</target>${alternative}${notes}`));
    const matches =
      '<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#1"><source>S</source><target>Alt de</target></mtc:match></mtc:matches>';
    const newer = file2(
      unit2('a', '', '<target>A de</target>').replace('<segment', `${matches}<segment`),
    );
    for (const file of [older, newer]) {
      const next = await xliff.retarget!(Buffer.from(file), { ...base, from: 'de', to: 'fr' });
      expect(next.toString()).not.toMatch(/ de</);
    }
    const next = await xliff.retarget!(Buffer.from(older), { ...base, from: 'de', to: 'fr' });
    expect(next.toString()).toContain('<note>for all</note>');
    expect((await read(older))[0]!.description).toBe('for all\nzu de');
  });
});

describe('the header of a PO catalog in XLIFF', () => {
  const header = unit12('1', '<target>Language: pl</target>', ' restype="x-gettext-domain-header"');

  it('never becomes a text, stays unchanged, and does not reach another language', async () => {
    const file = file12(header, unit12('a', '<target>A</target>'));
    expect((await read(file)).map(({ name }) => name)).toEqual(['a']);
    expect(await patch(file, [row('a', 'Ä')])).toBe(file.replace('>A<', '>Ä<'));
    const retargeted = await xliff.retarget!(Buffer.from(file), { ...base, from: 'de', to: 'fr' });
    expect(retargeted.toString()).not.toContain('Language: pl');
  });
});
