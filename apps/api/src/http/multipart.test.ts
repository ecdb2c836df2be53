import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../errors.ts';
import { readParts } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=xYzZY';

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(body: string | Buffer, type = TYPE, sizes = [1_000_000]) {
  const found: { name: string; filename: string | null; text: string }[] = [];
  for await (const { name, filename, body: bytes } of readParts(
    type,
    inChunks(Buffer.from(body), sizes),
  )) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    found.push({ name, filename, text: Buffer.concat(chunks).toString('latin1') });
  }
  return found;
}

const part = (name: string, text: string, more = ''): string =>
  `--xYzZY\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

describe('readParts', () => {
  it('gives the parts with their names, whatever stands before and after them', async () => {
    const body = `preamble\r\n${part('locale', 'de')}${part('file', '{}', '; filename="a b.json"')}--xYzZY--\r\nepilogue`;
    expect(await read(body)).toEqual([
      { name: 'locale', filename: null, text: 'de' },
      { name: 'file', filename: 'a b.json', text: '{}' },
    ]);
  });

  it('reads what a browser and fetch send', async () => {
    const form = new FormData();
    form.append('targetLocales', 'de');
    form.append('file', new Blob(['{"a":"ä"}'], { type: 'application/json' }), 'en.json');
    const sent = new Response(form);
    const parts = await read(
      Buffer.from(await sent.arrayBuffer()),
      sent.headers.get('content-type')!,
    );
    expect(parts).toEqual([
      { name: 'targetLocales', filename: null, text: 'de' },
      { name: 'file', filename: 'en.json', text: Buffer.from('{"a":"ä"}').toString('latin1') },
    ]);
  });

  it('gives bodies byte by byte, however the bytes come in', async () => {
    const nasty = fc
      .array(
        fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--xYzZ', '\r\n--xYzZ', 'xYzZY', 'a', '\0'),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(nasty, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        async (texts, sizes) => {
          fc.pre(texts.every((text) => !`\r\n${text}\r\n`.includes('\r\n--xYzZY')));
          const body = `${texts.map((text, at) => part(`f${at}`, text)).join('')}--xYzZY--`;
          const found = await read(Buffer.from(body, 'latin1'), TYPE, sizes);
          expect(found.map(({ text }) => text)).toEqual(texts);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('skips what a reader leaves of a part', async () => {
    const body = `${part('a', 'x'.repeat(10_000))}${part('b', 'y')}--xYzZY--`;
    const names: string[] = [];
    for await (const { name } of readParts(TYPE, inChunks(Buffer.from(body), [7])))
      names.push(name);
    expect(names).toEqual(['a', 'b']);
  });

  it.each([
    ['another type', '', 'application/json', 'unsupported_media_type'],
    ['another multipart', '', 'multipart/mixed; boundary=a', 'unsupported_media_type'],
    ['no boundary', '', 'multipart/form-data', 'malformed_request'],
    ['an empty body', '', TYPE, 'malformed_request'],
    ['no boundary in the body', 'hello', TYPE, 'malformed_request'],
    ['an end inside a part', part('a', 'text'), TYPE, 'malformed_request'],
    ['an end inside a header', '--xYzZY\r\nContent-Dis', TYPE, 'malformed_request'],
    ['a part without a name', '--xYzZY\r\n\r\nx\r\n--xYzZY--', TYPE, 'malformed_request'],
    ['more in a boundary’s line', '--xYzZYa\r\n\r\nx\r\n--xYzZY--', TYPE, 'malformed_request'],
    ['a header without an end', `--xYzZY\r\n${'a'.repeat(50_000)}`, TYPE, 'malformed_request'],
    ['headers without an end', `--xYzZY\r\n${'a: b\r\n'.repeat(9000)}`, TYPE, 'malformed_request'],
  ])('refuses %s', async (_what, body, type, code) => {
    expect(await codeOf(read(body, type, [50]))).toBe(code);
  });

  it('takes a form without parts', async () => {
    expect(await read('--xYzZY--\r\n')).toEqual([]);
  });
});
