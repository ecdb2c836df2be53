import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LIMITS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import type { BundlePointer } from './find-bundle.ts';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface BundleForm {
  shape: 'nested' | 'flat';
  /** Whether the messages come in the envelope, or alone. */
  envelope: boolean;
}

/** Brotli's highest quality takes a second a megabyte: what is large is squeezed less. */
const LARGE_BYTES = 256 * 1024;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The identity bytes of a bundle, made from its blob without holding the event loop. */
export async function composeBundle(
  pointer: BundlePointer,
  form: BundleForm,
  blob: Buffer,
): Promise<Buffer> {
  const messages = form.shape === 'flat' ? blob : await nest(blob, pointer.keySeparator);
  if (!form.envelope) return messages;
  const { projectId, environment, locale, release } = pointer;
  const head = JSON.stringify({ projectId, environment, locale, release });
  return Buffer.concat([
    Buffer.from(`{"data":${head.slice(0, -1)},"messages":`),
    messages,
    Buffer.from('},"meta":{}}'),
  ]);
}

async function nest(blob: Buffer, keySeparator: string | null): Promise<Buffer> {
  const json = formatById('json')!;
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    yield blob;
  }
  const rows = json.read(bytes(), {
    // Flat members are whole names: nothing is joined while reading.
    keySeparator,
    localeTag: 'und',
    sourceLocaleTag: 'und',
    limits: {
      depth: LIMITS.jsonDepth,
      keyNameLength: LIMITS.keyNameLength,
      valueLength: LIMITS.valueLength,
    },
    warn() {},
  });
  const pieces: Buffer[] = [];
  const options = {
    keySeparator,
    sourceLocaleTag: 'und',
    localeTags: ['und'],
    shape: 'nested',
    compact: true,
  } as const;
  for await (const piece of json.write(rows, options)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Compresses in zlib's own threads. */
export async function encodeBundle(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return identity;
    case 'gzip':
      return compressGzip(identity, { level: 9 });
    case 'br':
      return compressBrotli(identity, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: identity.length > LARGE_BYTES ? 5 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        },
      });
  }
}

/** Strong (RFC 9110 §8.8.1): of the content, one for each encoding. */
export function etagOf(identity: Buffer, encoding: Encoding): string {
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
}
