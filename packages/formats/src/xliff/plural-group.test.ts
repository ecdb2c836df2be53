import { describe, expect, it } from 'vitest';
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

const base = { keySeparator: '.', sourceLocaleTag: 'en', limits: TEST_LIMITS } as const;

/** A file as written by Qt's lconvert. */
const QT = `<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="" datatype="plaintext" source-language="en" target-language="de"><body>
    <group restype="x-trolltech-linguist-context" resname="Main">
      <group restype="x-gettext-plurals">
        <trans-unit id="_msg1[0]" approved="yes">
          <source xml:space="preserve">%n file(s)</source>
          <target xml:space="preserve">%n Datei</target>
        </trans-unit>
        <trans-unit id="_msg1[1]" approved="yes">
          <source xml:space="preserve">%n file(s)</source>
          <target xml:space="preserve">%n Dateien</target>
        </trans-unit>
      </group>
      <trans-unit id="_msg2">
        <source xml:space="preserve">Open</source>
      </trans-unit>
    </group>
  </body></file>
</xliff>
`;

const read = async (file: string, localeTag = 'de') =>
  (await collectRows(xliff, inOneChunk(Buffer.from(file)), { ...base, localeTag })).rows;

const form = (category: string, text: string, localeTag: string): FileRow => ({
  name: `_msg1.${category}`,
  values: [{ localeTag, text }],
});

async function derive(rows: FileRow[], to: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  const options = { ...base, from: 'de', to, shape: 'flat' } as const;
  for await (const piece of deriveFile(xliff, Buffer.from(QT), batches(rows), options)) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

describe('a group of plural forms in XLIFF 1.2', () => {
  it('becomes a plural with the categories of the language', async () => {
    const rows = await read(QT);
    const plural = { family: '_msg1', domain: 'integer' };
    const source = { localeTag: 'en', text: '%n file(s)' };
    expect(rows.slice(0, 2)).toEqual([
      {
        name: '_msg1.one',
        plural: { ...plural, category: 'one' },
        values: [source, { localeTag: 'de', text: '%n Datei', state: 'reviewed' }],
      },
      {
        name: '_msg1.other',
        plural: { ...plural, category: 'other' },
        values: [source, { localeTag: 'de', text: '%n Dateien', state: 'reviewed' }],
      },
    ]);
  });

  it('changes only in the requested form when patched', async () => {
    const options = { ...base, localeTags: ['en', 'de'], shape: 'flat', missing: 'keep' } as const;
    const own = await collectPatch(xliff, Buffer.from(QT), await read(QT), options);
    expect(own.bytes.toString()).toBe(QT);
    const rows = [form('other', '%n Akten', 'de')];
    const { bytes } = await collectPatch(xliff, Buffer.from(QT), rows, options);
    expect(bytes.toString()).toContain('<target xml:space="preserve">%n Akten</target>');
    expect(bytes.toString()).toContain('%n Datei</target>');
  });

  it('has the forms of its language in a new file, in the order of Qt', async () => {
    const cases = [
      ['ru', ['one', 'few', 'many']],
      ['ja', ['other']],
      ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
      ['lv', ['one', 'other', 'zero']],
    ] as const;
    for (const [to, categories] of cases) {
      const file = await derive(
        categories.map((category) => form(category, `T ${category}`, to)),
        to,
      );
      const ids = [...file.matchAll(/id="_msg1\[(\d)\]"/g)].map(([, index]) => Number(index));
      expect(ids, to).toEqual(categories.map((_, index) => index));
      const texts = [...file.matchAll(/<target[^>]*>T (\w+)</g)].map(([, text]) => text);
      expect(texts, to).toEqual(categories);
      expect(file).not.toContain('Datei');
      const names = (await read(file, to)).map(({ name }) => name);
      expect(names).toEqual([...categories.map((category) => `_msg1.${category}`), '_msg2']);
    }
  });
});
