import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { hostileTexts } from '../../test/conformance/data.ts';
import { endlessText, inChunks, inOneChunk, rejection } from '../../test/conformance/io.ts';
import { FormatError } from '../format.ts';
import { isXmlText } from '../xliff/inline/characters.ts';
import { readTmx, type TmxUnit } from './read.ts';
import { type NamedTmxUnit, writeTmx } from './write.ts';

const OPTIONS = { valueLength: 100_000, units: 1000 };

async function unitsOf(
  bytes: AsyncIterable<Uint8Array>,
  options = OPTIONS,
): Promise<TmxUnit['variants'][]> {
  const found: TmxUnit['variants'][] = [];
  for await (const units of readTmx(bytes, options)) {
    for (const { variants } of units) found.push(variants);
  }
  return found;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, options = OPTIONS) => unitsOf(inOneChunk(encode(text)), options);

const HEADER =
  '<header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/>';
const fileOf = (body: string): string =>
  `<?xml version="1.0"?>\n<tmx version="1.4">${HEADER}<body>${body}</body></tmx>`;
const tuv = (localeTag: string, seg: string): string =>
  `<tuv xml:lang="${localeTag}"><seg>${seg}</seg></tuv>`;

async function write(units: readonly NamedTmxUnit[]): Promise<string> {
  const pieces: string[] = [];
  async function* batches() {
    yield units;
  }
  for await (const piece of writeTmx(batches(), { sourceLocaleTag: 'en' })) pieces.push(piece);
  return pieces.join('');
}

describe('the TMX format', () => {
  it('reads the texts of each unit with the code of inline elements', async () => {
    const body = `
      <tu tuid="1"><note>n</note><prop type="x">p</prop>
        <tuv xml:lang="EN-us"><prop type="x">p</prop><seg>Press <ph x="1">{name}</ph> <hi>now</hi></seg></tuv>
        <tuv xml:lang="de_DE"><seg><bpt i="1">&lt;b&gt;</bpt>Jetzt<ept i="1">&lt;/b&gt;</ept> {name}</seg></tuv>
      </tu>
      <tu>${tuv('en', 'A <ph>&lt;img alt="<sub>text</sub>"&gt;</ph>')}</tu>`;
    expect(await read(fileOf(body))).toEqual([
      [
        { localeTag: 'en-US', text: 'Press {name} now' },
        { localeTag: 'de-DE', text: '<b>Jetzt</b> {name}' },
      ],
      [{ localeTag: 'en', text: 'A <img alt="text">' }],
    ]);
  });

  it('leaves out empty texts, codes without content and unknown languages', async () => {
    const body = [
      tuv('en', ' '),
      tuv('de', 'a <ph x="1"/>'),
      tuv('not a tag', 'b'),
      tuv('fr', 'c'),
    ].join('');
    expect(await read(fileOf(`<tu>${body}</tu>`))).toEqual([[{ localeTag: 'fr', text: 'c' }]]);
  });

  it('reads TMX 1.1, a DOCTYPE without declarations, UTF-16 and chunks of one byte', async () => {
    const file = `<?xml version="1.0" encoding="utf-16"?><!DOCTYPE tmx SYSTEM "tmx11.dtd"><tmx version="1.1">${HEADER}<body><tu><tuv lang="EN"><seg>é</seg></tuv></tu></body></tmx>`;
    const units = [[{ localeTag: 'en', text: 'é' }]];
    expect(await unitsOf(inOneChunk(Buffer.from(`\ufeff${file}`, 'utf16le')))).toEqual(units);
    const bytes = encode(file.replace('utf-16', 'utf-8'));
    const cuts = Array.from(bytes, (_, index) => index);
    expect(await unitsOf(inChunks(bytes, cuts))).toEqual(units);
  });

  it.each([
    ['another root', '<xliff/>'],
    ['no version', '<tmx><body/></tmx>'],
    ['another version', '<tmx version="2.0"><body/></tmx>'],
    ['two segments', fileOf(`<tu><tuv xml:lang="en"><seg>a</seg><seg>b</seg></tuv></tu>`)],
    ['markup in a segment', fileOf(`<tu>${tuv('en', '<b>x</b>')}</tu>`)],
    ['a file without an end', '<tmx version="1.4"><body>'],
    ['two roots', '<tmx version="1.4"/><tmx version="1.4"/>'],
    ['text that is not UTF-8', fileOf('').replace('1.0', '1.0" encoding="windows-1252')],
    ['U+0000', fileOf(`<tu>${tuv('en', '&#0;')}</tu>`)],
    ['an entity of its own', `<!DOCTYPE tmx [<!ENTITY a "b">]>${fileOf('')}`],
    ['an unknown entity', fileOf(`<tu>${tuv('en', '&a;')}</tu>`)],
    ['deep nesting', fileOf(`<tu>${tuv('en', '<sub>'.repeat(100_000))}</tu>`)],
    ['many languages', fileOf(`<tu>${tuv('en', 'a').repeat(1001)}</tu>`)],
    ['many units', fileOf(`<tu>${tuv('en', 'a')}</tu>`.repeat(1001))],
    ['a long text', fileOf(`<tu>${tuv('en', 'a'.repeat(100_001))}</tu>`)],
  ])('rejects %s and names the line of the fault', async (_, file) => {
    const error = await rejection(read(file));
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).line).toBeGreaterThan(0);
  });

  it('rejects a text of 100 MB without buffering it', async () => {
    const [before, after] = fileOf(`<tu>${tuv('en', 'MARK')}</tu>`).split('MARK');
    const source = endlessText(before!, after!, 100_000_000);
    expect(await rejection(unitsOf(source.bytes))).toBeInstanceOf(FormatError);
    expect(source.givenBytes()).toBeLessThan(4_000_000);
  });

  it('writes units that it reads back, and that xmllint accepts as well-formed if it is installed', async () => {
    const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'grapheme' }));
    const unit = fc.record({
      id: fc.option(text),
      variants: fc.tuple(text, text).map(([en, de]) => [
        { localeTag: 'en', text: en },
        { localeTag: 'de', text: de },
      ]),
    });
    const isStorable = (found: string) => found.isWellFormed() && !found.includes('\0');
    let last = '';
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 10 }), async (drawn) => {
        const units = drawn.filter(({ id, variants }) =>
          [id ?? '', ...variants.map((variant) => variant.text)].every(isStorable),
        );
        last = await write(units);
        const written = units.filter(({ variants }) =>
          variants.every((variant) => isXmlText(variant.text)),
        );
        const expected = written.map(({ variants }) =>
          variants.filter((variant) => variant.text.trim() !== ''),
        );
        expect(await read(last)).toEqual(expected);
      }),
      { numRuns: testRuns(100) },
    );
    const { error, status } = spawnSync('xmllint', ['--noout', '-'], { input: last });
    if (error === undefined) expect(status).toBe(0);
  });
});
