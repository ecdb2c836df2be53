import { isAscii } from 'node:buffer';
import type { PatchOptions } from '../format.ts';
import { NumberColumn, TextColumn } from '../names/columns.ts';
import { oneChunk } from '../text/one-chunk.ts';
import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';

const NON_ASCII = /[^\0-\x7f]/;
const BYTE_ORDER_MARK = '\ufeff';

/** The text of a base file without its byte order mark. */
export interface BaseText {
  text: string;
  hasMark: boolean;
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1';
}

/** @throws FormatError with a line number for invalid UTF-8. */
export async function decodeBase(base: Uint8Array): Promise<BaseText> {
  if (isAscii(base)) {
    const bytes = Buffer.from(base.buffer, base.byteOffset, base.byteLength);
    return { text: bytes.toString('latin1'), hasMark: false };
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const hasMark = base[0] === 0xef && base[1] === 0xbb && base[2] === 0xbf;
  const yielder = new Yielder();
  const pieces: string[] = [];
  try {
    for (let start = hasMark ? 3 : 0; start < base.length; start += DECODED_BYTES) {
      pieces.push(decoder.decode(base.subarray(start, start + DECODED_BYTES), { stream: true }));
      if (yielder.isDue()) await yielder.pause();
    }
    decoder.decode();
  } catch (error) {
    for await (const _ of decodeUtf8(oneChunk(base)));
    throw error;
  }
  return { text: pieces.join(''), hasMark };
}

function* encodeUtf16(
  pieces: Iterable<string>,
  encoding: 'utf-16le' | 'utf-16be',
): Generator<Uint8Array, void> {
  const isLittleEndian = encoding === 'utf-16le';
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += ENCODED_LENGTH) {
      const part = piece.slice(start, start + ENCODED_LENGTH);
      const view = new DataView(new ArrayBuffer(2 * part.length));
      for (let index = 0; index < part.length; index++) {
        view.setUint16(2 * index, part.charCodeAt(index), isLittleEndian);
      }
      yield new Uint8Array(view.buffer);
    }
  }
}

function* encodeLatin1(pieces: Iterable<string>): Generator<Uint8Array, void> {
  for (const piece of pieces) yield Buffer.from(piece, 'latin1');
}

/** Replacements in a text, given by offsets in code units. Ranges must not overlap. */
export class Edits {
  readonly #starts = new NumberColumn();
  readonly #ends = new NumberColumn();
  readonly #texts = new TextColumn();

  replace(start: number, end: number, text: string): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#texts.push(text);
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** True if an edit writes a character outside of ASCII. */
  hasNonAscii(): boolean {
    for (let index = 0; index < this.#texts.length; index++) {
      if (NON_ASCII.test(this.#texts.at(index))) return true;
    }
    return false;
  }

  async *apply(
    { text, hasMark, encoding = 'utf-8' }: BaseText,
    observe?: PatchOptions['observe'],
  ): AsyncGenerator<Uint8Array, void> {
    for (let index = 0; observe && index < this.#starts.length; index++) {
      observe(this.#starts.at(index), this.#texts.at(index), text);
    }
    const yielder = new Yielder();
    const pieces = this.#pieces(text, hasMark);
    const bytes =
      encoding === 'utf-8'
        ? encodeUtf8(pieces)
        : encoding === 'iso-8859-1'
          ? encodeLatin1(pieces)
          : encodeUtf16(pieces, encoding);
    for await (const piece of bytes) {
      yield piece;
      if (yielder.isDue()) await yielder.pause();
    }
  }

  async collect(base: BaseText): Promise<Buffer<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.apply(base)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  *#pieces(text: string, hasMark: boolean): Generator<string, void> {
    if (hasMark) yield BYTE_ORDER_MARK;
    let piece = '';
    let at = 0;
    for (const index of this.#ordered()) {
      const start = this.#starts.at(index);
      if (start > at) piece += text.slice(at, start);
      piece += this.#texts.at(index);
      at = Math.max(at, this.#ends.at(index));
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
    if (at < text.length) yield at === 0 ? text : text.slice(at);
  }

  #ordered(): Uint32Array {
    const order = Uint32Array.from({ length: this.#starts.length }, (_, index) => index);
    const starts = this.#starts;
    const ends = this.#ends;
    return order.sort((a, b) => {
      if (starts.at(a) !== starts.at(b)) return starts.at(a) - starts.at(b);
      const isInsertion = Number(ends.at(b) === starts.at(b)) - Number(ends.at(a) === starts.at(a));
      return isInsertion || a - b;
    });
  }
}

/** Number of bytes of a base file that are decoded at once. */
const DECODED_BYTES = 256 * 1024;
/** Number of code units that are encoded as UTF-16 at once. */
const ENCODED_LENGTH = 64 * 1024;
/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
