import { FormatError } from '../format.ts';
import { SLICE_BYTES } from './utf8.ts';
import { Yielder } from './yielder.ts';

/**
 * Decodes bytes in an encoding with one byte for each character.
 * @throws FormatError with the line of the first invalid byte
 */
export async function* decodeSingleByte(
  bytes: AsyncIterable<Uint8Array>,
  charset: string,
): AsyncGenerator<string, void> {
  const yielder = new Yielder();
  const decode = singleByteDecoder(charset);
  let lines = 1;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      const text = decode(slice);
      if (text === null) {
        throw new FormatError(`the file is not valid ${charset}`, {
          line: lines,
          isMalformed: true,
        });
      }
      lines += text.split('\n').length - 1;
      yield text;
      if (yielder.isDue()) await yielder.pause();
    }
  }
}

/**
 * Returns a function that decodes bytes, and returns null for an invalid byte. ISO-8859-1 has its
 * own decoder, because `TextDecoder` reads this name as windows-1252 (WHATWG Encoding).
 */
export function singleByteDecoder(charset: string): (bytes: Uint8Array) => string | null {
  if (charset === 'iso-8859-1') return (bytes) => Buffer.from(bytes).toString('latin1');
  const decoder = new TextDecoder(charset, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
}
