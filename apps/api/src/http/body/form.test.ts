import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { Failure } from '../../errors.ts';
import { readForm } from './form.ts';

const TYPE = 'multipart/form-data; boundary=xYzZY';
const MAX_FIELDS = 5;

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const textOf = (bytes: AsyncIterable<Uint8Array>) =>
  buffer(bytes).then((all) => all.toString('latin1'));

const read = (
  body: string | Buffer,
  { type = TYPE, sizes = [65_536], readFile = textOf, maxFiles = 1 } = {},
): Promise<{ fields: unknown; contents: string[] }> =>
  readForm(type, inChunks(Buffer.from(body as string, 'latin1'), sizes), {
    fileField: 'file',
    maxFields: MAX_FIELDS,
    maxFieldBytes: 100,
    maxFiles,
    readFile,
  });

const part = (name: string, text: string, more = ''): string =>
  `--xYzZY\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

describe('readForm', () => {
  it('returns the fields and the file, with any preamble and epilogue', async () => {
    const body = `preamble\r\n${part('locale', 'de')}${part('file', '{}', '; filename="a b.json"')}${part('locale', 'fr')}--xYzZY--\r\nepilogue`;
    for (const sizes of [[65_536], [1]]) {
      expect(await read(body, { sizes })).toEqual({
        fields: [
          ['locale', 'de'],
          ['locale', 'fr'],
        ],
        contents: ['{}'],
      });
    }
  });

  it('reads a form that fetch sends', async () => {
    const form = new FormData();
    form.append('targetLocales', 'dé');
    form.append('file', new Blob(['{"a":"ä"}'], { type: 'application/json' }), 'en.json');
    const sent = new Response(form);
    const body = Buffer.from(await sent.arrayBuffer()).toString('latin1');
    expect(await read(body, { type: sent.headers.get('content-type')! })).toEqual({
      fields: [['targetLocales', 'dé']],
      contents: [Buffer.from('{"a":"ä"}').toString('latin1')],
    });
  });

  it('treats an unnamed file part as the file, and treats a form without parts as an empty form', async () => {
    expect(await read(`${part('file', '{}')}--xYzZY--`)).toEqual({ fields: [], contents: ['{}'] });
    expect(await read('--xYzZY--\r\n')).toEqual({ fields: [], contents: [] });
  });

  it('reads several files in order, with the whole file name of each', async () => {
    const file = (name: string, text: string) => part('file', text, `; filename="${name}"`);
    const readFile = async (bytes: AsyncIterable<Uint8Array>, name = '') =>
      `${name} ${await textOf(bytes)}`;
    const body = `${file('a/b.json', '1')}${part('mode', 'keep')}${file('c.json', '2')}--xYzZY--`;
    expect(await read(body, { readFile, maxFiles: 2, sizes: [3] })).toEqual({
      fields: [['mode', 'keep']],
      contents: ['a/b.json 1', 'c.json 2'],
    });
    const many = `${file('a', '').repeat(3)}--xYzZY--`;
    expect(await codeOf(read(many, { maxFiles: 2 }))).toBe('validation_failed');
  });

  it('returns the exact bytes of the file, for any split of the input', async () => {
    const nasty = fc
      .array(
        fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--xYzZ', '\r\n--xYzZ', 'xYzZY', 'a', '\0'),
        { maxLength: 40 },
      )
      .map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(
        nasty,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        async (text, sizes) => {
          fc.pre(!`\r\n${text}\r\n`.includes('\r\n--xYzZY'));
          const body = `${part('locale', 'de')}${part('file', text)}${part('mode', 'keep')}--xYzZY--`;
          expect(await read(body, { sizes })).toEqual({
            fields: [
              ['locale', 'de'],
              ['mode', 'keep'],
            ],
            contents: [text],
          });
        },
      ),
      { numRuns: testRuns(100) },
    );
  });

  it('ends with a result or an error code for any bytes', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '--xYzZY',
        '\r\n--xYzZY',
        '\r\n--xYzZY\r\n',
        '\r\n--xYzZY--',
        '--',
        '\r\n',
        '\r\n\r\n',
        'Content-Disposition: form-data; name="a"\r\n',
        'Content-Disposition: form-data; name="file"; filename="b"\r\n\r\n',
        'Content-Disposition: form-data; name="file"',
        'Content-Disposition: form-data\r\n\r\n',
        'Content-Type: text/plain; charset=x\r\n',
        part('file', '{}'),
        part('a', 'b'),
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const codes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 15 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
        async (pieces, sizes) => {
          codes.add(await codeOf(read(pieces.join(''), { sizes })));
        },
      ),
      { numRuns: testRuns(400) },
    );
    const known = ['limit_exceeded', 'malformed_request', 'read', 'validation_failed'];
    expect([...codes].filter((code) => !known.includes(code))).toEqual([]);
    expect(codes).toContain('read');
    expect(codes).toContain('malformed_request');
  });

  it.each([
    ['another type', '', 'application/json', 'unsupported_media_type'],
    ['another multipart', '', 'multipart/mixed; boundary=a', 'unsupported_media_type'],
    ['no boundary', '', 'multipart/form-data', 'malformed_request'],
    ['an endless boundary', '', `${TYPE.repeat(20)}`, 'malformed_request'],
    ['an empty body', '', TYPE, 'malformed_request'],
    ['no boundary in the body', 'hello', TYPE, 'malformed_request'],
    ['an end inside a field', part('a', 'text'), TYPE, 'malformed_request'],
    ['an end inside the file', part('file', 'text'), TYPE, 'malformed_request'],
    ['an end inside a header', '--xYzZY\r\nContent-Dis', TYPE, 'malformed_request'],
    ['a header without an end', `--xYzZY\r\n${'a'.repeat(50_000)}`, TYPE, 'malformed_request'],
    ['headers without an end', `--xYzZY\r\n${'a: b\r\n'.repeat(9000)}`, TYPE, 'malformed_request'],
    [
      'a field without a name',
      '--xYzZY\r\nContent-Disposition: form-data\r\n\r\nx\r\n--xYzZY--',
      TYPE,
      'malformed_request',
    ],
    ['a long field', `${part('a', 'x'.repeat(101))}--xYzZY--`, TYPE, 'limit_exceeded'],
    ['many fields', `${part('a', '').repeat(MAX_FIELDS + 2)}--xYzZY--`, TYPE, 'limit_exceeded'],
    ['two files', `${part('file', '').repeat(2)}--xYzZY--`, TYPE, 'validation_failed'],
    [
      'a file in another field',
      `${part('a', '', '; filename="a"')}--xYzZY--`,
      TYPE,
      'validation_failed',
    ],
  ])('refuses %s', async (_what, body, type, code) => {
    for (const sizes of [[65_536], [50], [1]]) {
      expect(await codeOf(read(body, { type, sizes }))).toBe(code);
    }
  });

  it('stops reading a body soon after the limit of fields is exceeded', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(part('file', '{}'));
      for (;;) {
        sent++;
        yield Buffer.from(part('a', ''));
      }
    }
    const options = { fileField: 'file', maxFields: 5, maxFieldBytes: 100, readFile: textOf };
    expect(await codeOf(readForm(TYPE, endless(), options))).toBe('limit_exceeded');
    expect(sent).toBeLessThan(2 * MAX_FIELDS);
  });

  it('forwards an error of the file reader or of the body, and stops reading', async () => {
    let isStopped = false;
    async function* failing(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(part('file', 'x'.repeat(100_000)).slice(0, -2));
      } finally {
        isStopped = true;
      }
    }
    const refuse = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const _ of bytes) throw new Failure('content_invalid', 'no');
      return '';
    };
    const options = { fileField: 'file', maxFields: 5, maxFieldBytes: 100 };
    expect(await codeOf(readForm(TYPE, failing(), { ...options, readFile: refuse }))).toBe(
      'content_invalid',
    );
    await expect.poll(() => isStopped).toBe(true);

    async function* tooLarge(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(part('file', 'x').slice(0, -2));
      throw new Failure('payload_too_large', 'no');
    }
    expect(await codeOf(readForm(TYPE, tooLarge(), { ...options, readFile: textOf }))).toBe(
      'payload_too_large',
    );
  });

  it('forwards a file full of near-boundaries in a small number of chunks', async () => {
    const near = '\r\n--xYzZ'.repeat(100_000);
    let pieces = 0;
    const readFile = async (bytes: AsyncIterable<Uint8Array>) => {
      let sizeBytes = 0;
      for await (const piece of bytes) {
        pieces++;
        sizeBytes += piece.length;
      }
      return String(sizeBytes);
    };
    const { contents } = await read(`${part('file', near)}--xYzZY--`, { readFile });
    expect(contents).toEqual([String(near.length)]);
    const chunks = near.length / 65_536;
    expect(pieces).toBeLessThan(4 * chunks);
  });

  it('reads little of the body while the consumer of the file does not read', async () => {
    let sentBytes = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(part('file', '').slice(0, -2));
      for (;;) {
        sentBytes += 65_536;
        yield Buffer.alloc(65_536, 'x');
      }
    }
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const readFile = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const _ of bytes) {
        // The consumer reads nothing during this delay. After the delay, all buffers are full, so
        // the sender cannot send more.
        await new Promise((done) => setTimeout(done, 20));
        resolve();
        throw new Failure('content_invalid', 'no');
      }
      return '';
    };
    const options = { fileField: 'file', maxFields: 5, maxFieldBytes: 100, readFile };
    expect(await codeOf(readForm(TYPE, endless(), options))).toBe('content_invalid');
    await enough;
    expect(sentBytes).toBeLessThan(1024 * 1024);
  });
});
