import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { nestMessages } from '@parlance/formats';
import type { BundlePointer } from './bundle.store.ts';
import { joinBytes } from './join-bytes.ts';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface BundleForm {
  shape: 'nested' | 'flat';
  /** True to wrap the messages in an object with data about the release. */
  envelope: boolean;
  /**
   * Prefix of the names of the included keys. The prefix is removed from the names. Null for all
   * keys.
   */
  prefix: string | null;
}

/** Size in bytes above which Brotli uses a faster compression level. The best level takes a second per megabyte. */
const LARGE_BYTES = 256 * 1024;
const BEST_BROTLI = 11;
const FAST_BROTLI = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface Bundle {
  bytes: Buffer;
  digest: string;
}

/** Creates a bundle from the flat JSON of a blob without blocking the event loop. */
export async function composeBundle(
  pointer: BundlePointer,
  form: BundleForm,
  blob: Buffer,
): Promise<Bundle> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  for await (const piece of write(pointer, form, blob)) {
    hash.update(piece);
    pieces.push(piece);
  }
  return { bytes: await joinBytes(pieces), digest: hash.digest('base64url').slice(0, 27) };
}

/** Converts flat JSON into nested JSON, and returns it with its SHA-256. */
export async function composeNested(
  blob: Buffer,
  keySeparator: string | null,
): Promise<{ bytes: Buffer; sha256: Buffer }> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  for await (const piece of rewrite(blob, keySeparator, { shape: 'nested', prefix: null })) {
    hash.update(piece);
    pieces.push(piece);
  }
  return { bytes: await joinBytes(pieces), sha256: hash.digest() };
}

async function* write(
  { projectId, environment, locale, release, keySeparator }: BundlePointer,
  form: BundleForm,
  blob: Buffer,
): AsyncGenerator<Buffer, void> {
  const head = JSON.stringify({ projectId, environment, locale, release });
  if (form.envelope) yield Buffer.from(`{"data":${head.slice(0, -1)},"messages":`);
  if (form.prefix === null && form.shape === 'flat') yield* inSlices(blob);
  else yield* rewrite(blob, keySeparator, form);
  if (form.envelope) yield Buffer.from('},"meta":{}}');
}

/** Maximum number of bytes that are hashed in one turn of the event loop. */
const SLICE_BYTES = 1024 * 1024;

async function* inSlices(blob: Buffer): AsyncGenerator<Buffer, void> {
  for (let start = 0; start < blob.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    yield blob.subarray(start, start + SLICE_BYTES);
  }
}

async function* rewrite(
  blob: Buffer,
  keySeparator: string | null,
  { shape, prefix }: Pick<BundleForm, 'shape' | 'prefix'>,
): AsyncGenerator<Buffer, void> {
  const options = { keySeparator: shape === 'nested' ? keySeparator : null, prefix };
  for await (const piece of nestMessages(blob, options)) yield Buffer.from(piece);
}

/** Compresses a bundle. The compression level depends on its size. */
export const encodeBundle = ({ bytes }: Bundle, encoding: Encoding): Promise<Buffer> =>
  compress(bytes, encoding, bytes.length > LARGE_BYTES ? FAST_BROTLI : BEST_BROTLI);

export async function compress(
  bytes: Buffer,
  encoding: Encoding,
  brotliQuality = FAST_BROTLI,
): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return compressGzip(bytes, { level: 9 });
    case 'br':
      return compressBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
  }
}

/** Returns a strong ETag (RFC 9110 §8.8.1). Each encoding of a bundle has its own ETag. */
export function etagOf({ digest }: Bundle, encoding: Encoding): string {
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
}
