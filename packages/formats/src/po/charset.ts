import { FormatError } from '../format.ts';
import { oneChunk } from '../text/one-chunk.ts';
import { decodeSingleByte, singleByteDecoder } from '../text/single-byte.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { withHead } from '../text/with-head.ts';

/** Maximum number of bytes that are searched for the end of the header. */
const HEAD_BYTES = 64 * 1024;

/**
 * Names of decoders by charset, for supported charsets other than UTF-8. In each of them, a
 * character is one byte.
 */
const DECODERS: Readonly<Record<string, string>> = {
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-15': 'iso-8859-15',
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [
      [`windows-125${n}`, `windows-125${n}`],
      [`cp125${n}`, `windows-125${n}`],
    ]),
  ),
};
/** Names of charsets that are read as UTF-8. `CHARSET` is the placeholder in templates. */
const UTF_8 = ['utf-8', 'utf8', 'us-ascii', 'ascii', 'charset'];

/** True for a charset in which a file can store every character. */
export const isUtf8Name = (charset: string): boolean => /^utf-?8$/i.test(charset);

/**
 * Returns the decoder of the charset in the header. Null for UTF-8, and for a file that names no charset.
 * @throws FormatError with a line number for an unsupported charset.
 */
export function charsetOf(head: Uint8Array): string | null {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const messages = [...text.matchAll(/^[ \t]*msg(?:ctxt|id)\b/gm)];
  if (messages.length === 0) return null;
  const header = text.slice(messages[0]!.index, messages[1]?.index);
  if (!/^[ \t]*msgid[ \t]*""\s*msgstr\b/.test(header)) return null;
  const match = /Content-Type:[^"]*?charset=([^\s"\\;]+)/i.exec(header);
  if (match === null) return null;
  const charset = match[1]!.toLowerCase();
  if (UTF_8.includes(charset)) return null;
  if (Object.hasOwn(DECODERS, charset)) return DECODERS[charset]!;
  const line = text.slice(0, messages[0]!.index + match.index).split('\n').length;
  throw new FormatError(
    `the charset ${JSON.stringify(match[1]!.slice(0, 40))} is not supported; save the file as UTF-8`,
    { line },
  );
}

/**
 * Decodes a file in pieces, by the charset in its header.
 * @throws FormatError
 */
export const decodePo = (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> =>
  withHead(bytes, HEAD_BYTES, (head, all) => {
    const charset = charsetOf(head.subarray(0, HEAD_BYTES));
    return charset === null ? decodeUtf8(all) : decodeSingleByte(all, charset);
  });

/**
 * Decodes a file in memory.
 * @throws FormatError
 */
export async function poTextOf(bytes: Uint8Array): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of decodePo(oneChunk(bytes))) pieces.push(piece);
  return pieces.join('');
}

export function encoderOf(charset: string): (text: string) => Uint8Array {
  const decode = singleByteDecoder(charset);
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const character = decode(Uint8Array.of(byte));
    if (character !== null && !bytes.has(character)) bytes.set(character, byte);
  }
  return (text) => {
    const encoded = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) {
      const byte = bytes.get(text.charAt(index));
      if (byte === undefined) {
        const character = String.fromCodePoint(text.codePointAt(index)!);
        throw new FormatError(`the charset ${charset} of the file does not have ${character}`);
      }
      encoded[index] = byte;
    }
    return encoded;
  };
}
