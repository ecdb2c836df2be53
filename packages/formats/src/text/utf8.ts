import { FormatError } from '../format.ts';
import { Yielder } from './yielder.ts';

/**
 * Number of bytes that are decoded at once. A reader needs one or two milliseconds for a slice of
 * short values.
 */
export const SLICE_BYTES = 8 * 1024;
/**
 * Number of code units that are encoded at once. It is larger than {@link SLICE_BYTES}, because
 * encoding is much faster than decoding.
 */
const ENCODED_LENGTH = 64 * 1024;

const NEWLINE = 0x0a;
/**
 * Minimum length from which V8 stores a substring as a view of the original string
 * (`SlicedString::kMinLength`).
 */
const VIEW_LENGTH = 13;

/**
 * Decodes UTF-8 bytes into pieces of at most `SLICE_BYTES` code units, without a leading byte order
 * mark. A piece never ends inside a surrogate pair. Yields to the event loop between pieces, even
 * if all bytes are in memory.
 * @throws FormatError with a line number at the first invalid byte (RFC 3629).
 */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const yielder = new Yielder();
  let linesBefore = 0;
  /**
   * Bytes at the end of the last chunk that are only a part of a character. They are needed to find
   * the line of an error.
   */
  let unfinished = new Uint8Array(0);
  let isStart = true;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      let text: string;
      try {
        text = decoder.decode(slice, { stream: true });
      } catch {
        if (isStart) requireNoUtf16(slice);
        throw invalidUtf8(linesBefore + validLines(unfinished, slice));
      }
      if (isStart && text !== '') {
        isStart = false;
        if (text.startsWith('\ufeff')) text = text.slice(1);
      }
      linesBefore += countNewlines(text);
      unfinished = unfinishedBytes(unfinished, slice);
      if (text !== '') yield text;
      if (yielder.isDue()) await yielder.pause();
    }
  }
  try {
    decoder.decode();
  } catch {
    throw invalidUtf8(linesBefore + 1);
  }
}

/** Encodes a text that comes in pieces as UTF-8. Pieces must not split surrogate pairs. */
export async function* encodeUtf8(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; ) {
      let end = Math.min(start + ENCODED_LENGTH, piece.length);
      if (end < piece.length && isHighSurrogate(piece.charCodeAt(end - 1))) end -= 1;
      yield encoder.encode(piece.slice(start, end));
      start = end;
    }
  }
}

/**
 * Rejects a text with U+0000 or unpaired surrogates, because PostgreSQL and UTF-8 cannot represent
 * it.
 * @throws FormatError that names the path.
 */
export function requireText(
  text: string,
  path: string,
  at: { line?: number; column?: number } = {},
): void {
  if (text.includes('\0')) {
    throw new FormatError('the string contains U+0000, which cannot be stored', { path, ...at });
  }
  if (!text.isWellFormed()) {
    throw new FormatError('the string contains an unpaired surrogate', { path, ...at });
  }
}

/**
 * True if the text has more than `limit` code points. `maxLength` of JSON Schema and `char_length`
 * of PostgreSQL also count code points.
 */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > limit * 2) return true;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    if (isHighSurrogate(text.charCodeAt(i))) i += 1;
    length += 1;
  }
  return length > limit;
}

/**
 * Copies a substring to its own memory. V8 stores a long substring as a view, which would keep the
 * whole file in memory.
 */
export function detach(text: string): string {
  return text.length < VIEW_LENGTH ? text : ` ${text}`.slice(1);
}

export function isHighSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdbff;
}

function requireNoUtf16(start: Uint8Array): void {
  const [a, b] = start;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new FormatError('the file is encoded as UTF-16; save it as UTF-8', {
      line: 1,
      isMalformed: true,
    });
  }
}

function invalidUtf8(line: number): FormatError {
  return new FormatError('the file is not valid UTF-8', { line, isMalformed: true });
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * Returns the line number of the first invalid byte, counted from 1. Counting newline bytes is
 * safe, because UTF-8 uses them for no other character.
 */
function validLines(unfinished: Uint8Array, slice: Uint8Array): number {
  const bytes = concat(unfinished, slice);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end;
  }
  return line;
}

function unfinishedBytes(before: Uint8Array, slice: Uint8Array): Uint8Array<ArrayBuffer> {
  const tail = concat(before, slice.subarray(-3)).subarray(-3);
  for (let back = 1; back <= tail.length; back++) {
    const byte = tail[tail.length - back]!;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return size > back ? new Uint8Array(tail.subarray(-back)) : new Uint8Array(0);
  }
  return new Uint8Array(0);
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
