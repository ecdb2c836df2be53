import { FormatError } from '../format.ts';
import { decodeUtf8, SLICE_BYTES } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';

/** Maximum number of bytes before the end of the header. */
const HEAD_BYTES = 64 * 1024;

/** Charsets besides UTF-8, by the name of their decoder. In each, one byte is one character. */
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
/** `CHARSET` is the placeholder in templates. */
const UTF_8 = ['utf-8', 'utf8', 'us-ascii', 'ascii', 'charset'];

/**
 * Returns the decoder for the charset in a header, or null for UTF-8.
 *
 * @throws FormatError with the line, for another charset.
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

/** Decodes a file in pieces, by the charset in its header. @throws FormatError */
export async function* decodePo(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const head: Uint8Array[] = [];
  let headBytes = 0;
  const source = bytes[Symbol.asyncIterator]();
  try {
    while (headBytes < HEAD_BYTES) {
      const next = await source.next();
      if (next.done === true) break;
      head.push(next.value);
      headBytes += next.value.length;
    }
    const charset = charsetOf(Buffer.concat(head).subarray(0, HEAD_BYTES));
    const whole = chain(head, source);
    yield* charset === null ? decodeUtf8(whole) : decodeBytes(whole, charset);
  } finally {
    await source.return?.();
  }
}

async function* chain(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  charset: string,
): AsyncGenerator<string, void> {
  const yielder = new Yielder();
  const decode = decoderOf(charset);
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

/** WHATWG decoders read ISO-8859-1 as windows-1252. */
function decoderOf(charset: string): (bytes: Uint8Array) => string | null {
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

/** Returns a function that encodes text in a charset of {@link charsetOf}. */
export function encoderOf(charset: string): (text: string) => Uint8Array {
  const decode = decoderOf(charset);
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const character = decode(Uint8Array.of(byte));
    if (character !== null && !bytes.has(character)) bytes.set(character, byte);
  }
  return (text) => {
    const encoded = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) {
      const byte = bytes.get(text.charAt(at));
      if (byte === undefined) {
        const character = String.fromCodePoint(text.codePointAt(at)!);
        throw new FormatError(`the charset ${charset} of the file does not have ${character}`);
      }
      encoded[at] = byte;
    }
    return encoded;
  };
}
