import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resxReader } from '../../../../scripts/runtimes/readers/programs.ts';
import {
  batches,
  collectBytes,
  collectRows,
  inOneChunk,
  readOptions,
} from '../../test/conformance/io.ts';
import { resx } from './resx.ts';

const writing = { sourceLocaleTag: 'en', localeTags: ['en'], keySeparator: null };
const folder = mkdtempSync(join(tmpdir(), 'parlance-resx-'));

/** Parts of a value. There are no comments because Mono reads a value with a comment as empty. */
const PARTS = [
  ' ',
  '\n',
  '\t',
  'x',
  '&lt;',
  '&#32;',
  '&#10;',
  '&#x20;',
  '<![CDATA[ ]]>',
  '<![CDATA[]]>',
  '<![CDATA[<b>\n]]>',
];
const raws = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 });
const attributes = fc.constantFrom('', ' xml:space="preserve"', ' xml:space="default"');
const entries = fc.array(fc.record({ raw: raws, data: attributes }), {
  minLength: 500,
  maxLength: 500,
});

it("white space of values is read as Mono's ResXResourceReader reads it (Debian package mono-devel)", async () => {
  const [made] = fc.sample(entries, { numRuns: 1 });
  const written = made!.map(
    ({ raw, data }, index) =>
      `<data name="a${index}"${data}><value>${raw.join('')}</value></data>\n`,
  );
  const headed = await collectBytes(resx.write(batches([]), { ...writing, shape: 'flat' }));
  const file = Buffer.from(headed)
    .toString()
    .replace('</root>', `${written.join('')}</root>`);
  const path = join(folder, 'texts.resx');
  writeFileSync(path, file);
  const { rows } = await collectRows(resx, inOneChunk(Buffer.from(file)), readOptions(writing));
  const read = Object.fromEntries(rows.map(({ name, values }) => [name, values[0]!.text]));
  const [shown] = await resxReader.read([{ path, localeTag: 'en' }]);
  rmSync(folder, { recursive: true });
  if (shown === undefined || 'error' in shown) throw new Error(shown?.error);
  const { texts } = shown;
  const differing = Object.keys(texts)
    .filter((name) => texts[name] !== read[name])
    .map((name) => [made![Number(name.slice(1))], texts[name], read[name]]);
  expect(differing).toEqual([]);
  expect(Object.keys(texts)).toHaveLength(500);
});
