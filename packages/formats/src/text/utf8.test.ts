import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inChunks, inOneChunk, rejection } from '../../test/conformance/io.ts';
import { FormatError } from '../format.ts';
import { decodeUtf8, detach, encodeUtf8, isLongerThan, requireText, SLICE_BYTES } from './utf8.ts';

async function readUtf8(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return (await Array.fromAsync(decodeUtf8(bytes))).join('');
}

async function errorOf(bytes: Uint8Array, cuts: number[] = []): Promise<FormatError> {
  const error = await rejection(readUtf8(inChunks(bytes, cuts)));
  expect(error).toBeInstanceOf(FormatError);
  return error as FormatError;
}

describe('decodeUtf8', () => {
  it('returns the same text for chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.nat()),
        async (text, cuts) => {
          const bytes = new TextEncoder().encode(text);
          const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
          expect(await readUtf8(inChunks(bytes, cuts))).toBe(withoutMark);
        },
      ),
    );
  });

  it('decodes in slices, even if all bytes are in one chunk', async () => {
    const text = 'aé漢😀'.repeat(100_000);
    const pieces: string[] = [];
    for await (const piece of decodeUtf8(inOneChunk(new TextEncoder().encode(text)))) {
      expect(piece.length).toBeLessThanOrEqual(SLICE_BYTES);
      expect(piece.isWellFormed()).toBe(true);
      pieces.push(piece);
    }
    expect(pieces.join('')).toBe(text);
  });

  it('keeps a byte order mark that is not at the start', async () => {
    const bytes = new TextEncoder().encode('\ufeff\ufeffa\ufeff');
    for (const cuts of [[], [1], [3], [4]]) {
      expect(await readUtf8(inChunks(bytes, cuts))).toBe('\ufeffa\ufeff');
    }
  });

  it('names the line of the first invalid byte at any position', async () => {
    const good = new TextEncoder().encode('zeile ä 漢\n'.repeat(40_000));
    const bytes = Buffer.concat([good, Buffer.from('x\ny\xff', 'latin1'), good]);
    expect((await errorOf(bytes)).line).toBe(40_002);
    expect((await errorOf(bytes, [100_001, 300_000])).line).toBe(40_002);
    expect((await errorOf(Buffer.from('a\n\xe2\x82\nb', 'latin1'), [3])).line).toBe(2);
    expect((await errorOf(Buffer.from('a\n\xe2\x82A\n\xff', 'latin1'), [4])).line).toBe(2);
    expect((await errorOf(Buffer.from('a\nb\n\xe2\x82', 'latin1'))).line).toBe(3);
  });

  it('rejects a UTF-16 file with a message that names the encoding', async () => {
    for (const bytes of [Buffer.from([0xff, 0xfe, 0x61, 0]), Buffer.from([0xfe, 0xff, 0, 0x61])]) {
      expect((await errorOf(bytes)).message).toContain('UTF-16');
    }
  });
});

describe('encodeUtf8', () => {
  it('returns the bytes of the text without splitting a surrogate pair', async () => {
    const text = `${'x'.repeat(SLICE_BYTES - 1)}😀${'y'.repeat(SLICE_BYTES)}😀`;
    const chunks: Uint8Array[] = [];
    for await (const chunk of encodeUtf8([text, '', 'ä'])) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(`${text}ä`);
  });
});

describe('requireText', () => {
  it('rejects U+0000 and unpaired surrogates with their path, and accepts everything else', () => {
    for (const text of ['\0', 'a\0', '\ud800', 'a\udc00b', '\udc00\ud800']) {
      expect(() => requireText(text, 'some.key')).toThrow(
        expect.objectContaining({ path: 'some.key' }),
      );
    }
    for (const text of ['', '\u0001', '😀', '\uffff', '\ufeff']) {
      expect(() => requireText(text, 'some.key')).not.toThrow();
    }
  });
});

describe('isLongerThan', () => {
  it('counts code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(22), (text, limit) => {
        expect(isLongerThan(text, limit)).toBe([...text].length > limit);
      }),
    );
  });
});

describe('detach', () => {
  it('returns the same text', () => {
    for (const text of ['', 'a', 'x'.repeat(12), 'y'.repeat(13), '😀'.repeat(20)]) {
      expect(detach(text)).toBe(text);
    }
  });
});
