import { FormatError } from '../format.ts';
import type { BaseText } from '../patch/edits.ts';
import { oneChunk } from './one-chunk.ts';
import { decodeUtf8, SLICE_BYTES } from './utf8.ts';
import { withHead } from './with-head.ts';
import { Yielder } from './yielder.ts';

export type Encoding = Exclude<BaseText['encoding'], 'iso-8859-1' | undefined>;

interface Start {
  encoding: Encoding;
  hasMark: boolean;
}

/**
 * Decodes UTF-8 or UTF-16 in pieces, without the byte order mark. UTF-16 is recognized by the byte
 * order mark or by a zero byte in the first code unit.
 * @param refuse throws an error if the first bytes show another kind of file
 * @throws FormatError for bytes that are invalid in the encoding
 */
export const decodeUnicode = (
  bytes: AsyncIterable<Uint8Array>,
  {
    onStart = () => {},
    refuse = () => {},
  }: { onStart?(start: Start): void; refuse?(head: Uint8Array): void } = {},
): AsyncGenerator<string, void> =>
  withHead(bytes, HEAD_BYTES, (head, all) => {
    refuse(head);
    const start = startOf(head);
    onStart(start);
    return start.encoding === 'utf-8' ? decodeUtf8(all) : decodeUtf16(all, start.encoding);
  });

/**
 * Decodes a base file. The result includes the encoding in which the patched file must be written.
 */
export async function decodeUnicodeBase(
  base: Uint8Array,
  refuse?: (head: Uint8Array) => void,
): Promise<BaseText & { encoding: Encoding }> {
  const pieces: string[] = [];
  let start: Start | undefined;
  const onStart = (found: Start): void => {
    start = found;
  };
  for await (const piece of decodeUnicode(oneChunk(base), { onStart, ...(refuse && { refuse }) })) {
    pieces.push(piece);
  }
  return { text: pieces.join(''), ...start! };
}

function startOf([a, b, c]: Uint8Array): Start {
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', hasMark: true };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', hasMark: true };
  if (a === 0 && b !== undefined && b !== 0) return { encoding: 'utf-16be', hasMark: false };
  if (b === 0 && a !== 0) return { encoding: 'utf-16le', hasMark: false };
  return { encoding: 'utf-8', hasMark: a === 0xef && b === 0xbb && c === 0xbf };
}

async function* decodeUtf16(
  bytes: AsyncIterable<Uint8Array>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const yielder = new Yielder();
  let line = 1;
  const decode = (slice?: Uint8Array): string => {
    try {
      return slice ? decoder.decode(slice, { stream: true }) : decoder.decode();
    } catch {
      throw new FormatError('the file is not valid UTF-16', { line, isMalformed: true });
    }
  };
  for await (const chunk of bytes) {
    for (let index = 0; index < chunk.length; index += SLICE_BYTES) {
      const text = decode(chunk.subarray(index, index + SLICE_BYTES));
      if (text !== '') yield text;
      for (let from = text.indexOf('\n'); from !== -1; from = text.indexOf('\n', from + 1)) line++;
      if (yielder.isDue()) await yielder.pause();
    }
  }
  decode();
}

/** Number of bytes at the start of a file that determine its encoding and whether it is binary. */
const HEAD_BYTES = 6;
