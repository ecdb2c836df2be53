import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BundleShape } from '@parlance/contracts';
import { nestMessages } from '@parlance/formats';
import { COMPILED_FORMATS, compileMessage } from '@parlance/messages/compile';
import { fail } from '../../errors.ts';
import type { BundlePointer } from './bundle.store.ts';
import { joinBytes } from './join-bytes.ts';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface BundleForm {
  shape: BundleShape;
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
  for await (const piece of nestMessages(blob, { keySeparator, prefix: null })) {
    hash.update(piece);
    pieces.push(Buffer.from(piece));
  }
  return { bytes: await joinBytes(pieces), sha256: hash.digest() };
}

async function* write(
  pointer: BundlePointer,
  form: BundleForm,
  blob: Buffer,
): AsyncGenerator<Buffer, void> {
  const { projectId, environment, locale, release } = pointer;
  const convert = converterFor(pointer, form.shape);
  const head = JSON.stringify({ projectId, environment, locale, release });
  if (form.envelope) yield Buffer.from(`{"data":${head.slice(0, -1)},"messages":`);
  const isStored = form.prefix === null && form.shape !== 'nested' && !convert;
  if (isStored) yield* inSlices(blob);
  else {
    const keySeparator = form.shape === 'nested' ? pointer.keySeparator : null;
    const options = { keySeparator, prefix: form.prefix, ...(convert && { convert }) };
    for await (const piece of nestMessages(blob, options)) yield Buffer.from(piece);
  }
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

/**
 * Returns the function that converts the texts of a bundle. Undefined for texts as they are stored.
 * @throws `validation_failed` if the messages of the release are in a format that the shape does not have
 */
function converterFor(
  { locale, messageFormat, release }: BundlePointer,
  shape: BundleShape,
): ((text: string) => unknown) | undefined {
  if (shape === 'nested' || shape === 'flat') return undefined;
  const format = COMPILED_FORMATS.find(
    (one) => one === messageFormat && (shape === 'compiled' || shape === one),
  );
  if (!format) {
    const wanted = shape === 'mf2' ? '`mf2`' : '`icu` or `mf2`';
    const found = messageFormat === null ? 'is not known' : `is \`${messageFormat}\``;
    const message = `is \`${shape}\`, which needs the message format ${wanted}. That of version ${release.version} ${found}`;
    const next =
      messageFormat === null
        ? ' Publish again to record it.'
        : ' Use the shape `flat` or `nested`.';
    fail('validation_failed', `query/shape ${message}.${next}`, {
      errors: [{ path: 'query/shape', message }],
    });
  }
  return shape === 'compiled' ? (text) => compileMessage(text, format, locale) : undefined;
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
