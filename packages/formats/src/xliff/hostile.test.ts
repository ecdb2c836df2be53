import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  collectBytes,
  collectRows,
  endlessText,
  inChunks,
  inOneChunk,
  readOptions,
  rejection,
} from '../../test/conformance/io.ts';
import { FormatError } from '../format.ts';
import { xliff } from './xliff.ts';

const options = { keySeparator: '.', localeTags: ['de'], sourceLocaleTag: 'en' };
const START =
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"><file id="f">';
const END = '</file></xliff>';
const fileOf = (source: string) =>
  `${START}<unit id="u"><segment><source>${source}</source></segment></unit>${END}`;

function read(file: string | AsyncIterable<Uint8Array>) {
  const bytes = typeof file === 'string' ? inOneChunk(new TextEncoder().encode(file)) : file;
  return collectRows(xliff, bytes, readOptions(options));
}

async function fault(file: string | AsyncIterable<Uint8Array>): Promise<FormatError> {
  const error = await rejection(read(file));
  expect(error).toBeInstanceOf(FormatError);
  return error as FormatError;
}

describe('the reader of XLIFF, given entities,', () => {
  it('rejects entities with the DOCTYPE, regardless of their expansion', async () => {
    let entities = '<!ENTITY a0 "lol">';
    for (let n = 1; n < 30; n++) entities += `<!ENTITY a${n} "&a${n - 1};&a${n - 1};">`;
    const error = await fault(`<!DOCTYPE xliff [${entities}]>${fileOf('&a29;')}`);
    expect(error.message).toContain('DOCTYPE');
    expect([error.line, error.column]).toEqual([1, 1]);
    await fault(`<!DOCTYPE xliff>${fileOf('a')}`);
    for (const entity of ['&a;', '&nbsp;', '&#0;', '&#x1;', '&#xD800;', '&#xFFFF;', '&', '&amp']) {
      await fault(fileOf(entity));
    }
  });

  it('never fetches an entity', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('<!ENTITY x "fetched">');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
      await fault(`<!DOCTYPE xliff SYSTEM "${url}">${fileOf('a')}`);
      await fault(`<!DOCTYPE xliff [<!ENTITY x SYSTEM "${url}">]>${fileOf('&x;')}`);
      await fault(`<!DOCTYPE xliff [<!ENTITY % x SYSTEM "${url}"> %x;]>${fileOf('a')}`);
      const schema = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ${url}"`;
      await read(
        `<?xml-stylesheet href="${url}"?>${fileOf('a').replace('<file', `<file ${schema}`)}`,
      );
      await wait(50);
      expect(requests).toBe(0);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('the reader of XLIFF', () => {
  it.each([
    ['nothing', ''],
    ['text', 'text'],
    ['no XML', '{"a": "b"}'],
    ['a cut file', fileOf('a').slice(0, -5)],
    ['an unclosed tag', `${START}<unit id="u">${END}`],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${fileOf('a')}`],
    ['XML 1.1', `<?xml version="1.1"?>${fileOf('a')}`],
    ['a declaration in the middle', ` <?xml version="1.0"?>${fileOf('a')}`],
    ['an attribute twice', fileOf('<ph id="1" id="2"/>')],
    ['an unbound prefix', fileOf('<x:ph id="1"/>')],
    ['a control character', fileOf('\u0001')],
    ['a noncharacter', fileOf('\uffff')],
    ['the end of CDATA in text', fileOf(']]>')],
    ['text after the root', `${fileOf('a')}text`],
  ])('rejects %s', async (_label, file) => {
    await fault(file);
  });

  it('reads any input or throws a FormatError', async () => {
    const pieces = fc.constantFrom(
      '<unit id="u">',
      '</unit>',
      '<segment>',
      '</segment>',
      '<source>',
      '</source>',
      '<target>',
      '</target>',
      '<ph id="1"/>',
      '<pc id="1">',
      '</pc>',
      '<cp hex="0001"/>',
      '<!--',
      '-->',
      '<',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&',
      '<?a ?>',
      'text',
      ' ',
      '\n',
      '<notes>',
      '<note>',
      '</note>',
      '</notes>',
      '<originalData>',
      '<data id="d">',
      '</data>',
      '</originalData>',
      '<x:y/>',
      '>',
    );
    const file = fc.array(pieces, { maxLength: 20 }).map((parts) => START + parts.join('') + END);
    await fc.assert(
      fc.asyncProperty(file, fc.array(fc.nat(), { maxLength: 4 }), async (text, cuts) => {
        const error = await rejection(read(inChunks(new TextEncoder().encode(text), cuts)));
        if (error !== undefined) expect(error).toBeInstanceOf(FormatError);
      }),
      { numRuns: testRuns(300) },
    );
  });
});

describe('the XLIFF format with large input', () => {
  it('limits the depth of nesting, even inside skipped elements', async () => {
    const skipped = '<a xmlns="urn:a">'.repeat(100_000);
    await fault(START + skipped);
    await fault(fileOf(Array.from({ length: 50_000 }, (_, n) => `<pc id="${n}">`).join('')));
    await fault('<a>'.repeat(100_000));
  });

  it.each([
    ['text', `${START}<unit id="u"><segment><source>`, END],
    ['a comment', `${START}<!--`, `-->${END}`],
    ['CDATA', `${START}<unit id="u"><segment><source><![CDATA[`, `]]>${END}`],
    ['an attribute', `${START}<unit id="`, `"/>${END}`],
    ['a name', `${START}<`, `/>${END}`],
    ['a processing instruction', `${START}<?a `, `?>${END}`],
    ['an entity', `${START}<unit id="u"><segment><source>&`, `;${END}`],
    ['a DOCTYPE', '<!DOCTYPE x [', ']>'],
    ['a note', `${START}<unit id="u"><notes><note>`, END],
    ['white space', START, END],
  ])('limits the size of %s, and stops reading at the limit', async (_label, before, after) => {
    const source = endlessText(before, after, 50_000_000);
    await fault(source.bytes);
    expect(source.givenBytes()).toBeLessThan(4_000_000);
    expect(source.isEnded()).toBe(true);
  });

  it.each([
    ['segments', '<segment><source/></segment>'],
    ['ignorables', '<ignorable><source>a</source></ignorable>'],
    ['notes', '<notes>', '<note>a</note>'],
    ['data', '<originalData>', '<data id="#"/>'],
    ['codes', '<segment><source>', '<ph id="#"/>'],
  ])('limits the size of a unit with more and more %s', async (_label, first, repeated = first) => {
    let given = 0;
    async function* bytes() {
      const encoder = new TextEncoder();
      yield encoder.encode(`${START}<unit id="u">${first === repeated ? '' : first}`);
      for (let n = 0; n < 2_000_000; n += 500) {
        const pieces = Array.from({ length: 500 }, (_, index) =>
          repeated.replace('#', `i${n + index}`),
        );
        const piece = encoder.encode(pieces.join(''));
        given += piece.length;
        yield piece;
      }
    }
    const error = await fault(bytes());
    expect(error.message).toMatch(/too large|more than|longer than/);
    expect(given).toBeLessThan(8_000_000);
  });

  it('accepts an embedded document that is skipped and exceeds the limit of a text', async () => {
    const skeleton = `<skeleton>${'A'.repeat(5_000_000)}</skeleton>`;
    const { rows } = await read(fileOf('a').replace('<unit', `${skeleton}<unit`));
    expect(rows).toHaveLength(1);
  });

  it('writes and reads back large texts within the time limit of a test', async () => {
    const texts = [
      '<ph id="1"/>'.repeat(8000),
      Array.from({ length: 6000 }, (_, n) => `<ph id="${n}"/>`).join(''),
      Array.from({ length: 3000 }, (_, n) => `<pc id="${n}">`).join('') + '</pc>'.repeat(3000),
      Array.from({ length: 5000 }, (_, n) => `<pc id="${n}">`).join('') + '</mrk>'.repeat(3000),
      '</pc>'.repeat(15_000),
      '<'.repeat(100_000),
      '<ph id="'.repeat(12_000),
      `<ph ${'a="b" '.repeat(15_000)}`,
      Array.from({ length: 3000 }, (_, n) => `<ph id="${n + 1}" copyOf="${n}"/>`).join(''),
      Array.from({ length: 4000 }, (_, n) => `<sc id="${n}"/>`).join(''),
      Array.from({ length: 2000 }, (_, n) => `<sc id="${n}"/><ec startRef="${n}"/>`).join(''),
      '\u0001'.repeat(50_000),
      '&'.repeat(100_000),
    ];
    for (const text of texts) {
      const rows = (async function* () {
        yield [
          {
            name: 'k',
            values: [
              { localeTag: 'en', text },
              { localeTag: 'de', text },
            ],
          },
        ];
      })();
      const writing = { ...options, shape: 'flat' as const };
      const bytes = await collectBytes(xliff.write(rows, writing));
      const back = await read(inOneChunk(bytes));
      expect(back.rows[0]!.values.map((value) => value.text === text)).toEqual([true, true]);
    }
  });
});
