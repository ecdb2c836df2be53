import { FormatError } from '../format.ts';
import { decodeUnicode, decodeUnicodeBase, type Encoding } from '../text/encoding.ts';

/** Signature of a binary property list, without the version that follows it (`bplist00`). */
const MAGIC = new TextEncoder().encode('bplist');

/** @throws FormatError if the file is a binary property list */
function refuseBinary(head: Uint8Array): void {
  if (!MAGIC.every((byte, index) => head[index] === byte)) return;
  throw new FormatError(
    'the file is a binary property list; convert it with "plutil -convert xml1" or send the source file',
    { line: 1, isMalformed: true },
  );
}

/**
 * Decodes a file in UTF-8 or UTF-16.
 * @throws FormatError
 */
export const decodeApple = (
  bytes: AsyncIterable<Uint8Array>,
  onStart: (start: { encoding: Encoding }) => void = () => {},
): AsyncGenerator<string, void> => decodeUnicode(bytes, { onStart, refuse: refuseBinary });

/**
 * Decodes a base file. The result includes the encoding in which the patched file must be written.
 */
export const decodeAppleBase = (base: Uint8Array) => decodeUnicodeBase(base, refuseBinary);
