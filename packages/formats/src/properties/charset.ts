import { FormatError, type ReadOptions } from '../format.ts';
import { type BaseText, decodeBase } from '../patch/edits.ts';
import { decodeSingleByte } from '../text/single-byte.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { withHead } from '../text/with-head.ts';

type Options = Pick<ReadOptions, 'charset'>;

const MARK = [0xef, 0xbb, 0xbf];
const hasMark = (head: Uint8Array): boolean => MARK.every((byte, index) => head[index] === byte);

/** True if a file is read as ISO-8859-1. A file with a byte order mark is always UTF-8. */
const isLatin1 = (head: Uint8Array, { charset }: Options): boolean =>
  charset === 'iso-8859-1' && !hasMark(head);

/**
 * Decodes a file in pieces.
 * @throws FormatError with the line of the first invalid byte
 */
export const decodeProperties = (
  bytes: AsyncIterable<Uint8Array>,
  options: Options,
): AsyncGenerator<string, void> =>
  withHead(bytes, MARK.length, (head, all) =>
    isLatin1(head, options) ? decodeSingleByte(all, 'iso-8859-1') : decodeUnicode(all),
  );

/**
 * Decodes a base file. The result includes the encoding in which the patched file must be written.
 */
export async function decodePropertiesBase(base: Uint8Array, options: Options): Promise<BaseText> {
  if (isLatin1(base, options)) {
    const bytes = Buffer.from(base.buffer, base.byteOffset, base.byteLength);
    return { text: bytes.toString('latin1'), hasMark: false, encoding: 'iso-8859-1' };
  }
  return await namingCharset(() => decodeBase(base));
}

async function* decodeUnicode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const pieces = decodeUtf8(bytes);
  try {
    for (;;) {
      const next = await namingCharset(() => pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return();
  }
}

/**
 * Adds the option `charset` to the error for invalid UTF-8. ISO-8859-1 is not assumed,
 * because any bytes are valid in ISO-8859-1 and texts could be wrong.
 */
async function namingCharset<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof FormatError) || !error.message.endsWith('not valid UTF-8')) throw error;
    const { message, path, line, isMalformed } = error;
    throw new FormatError(message, { path, line, isMalformed, remedy: 'charset' });
  }
}
