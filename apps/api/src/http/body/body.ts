import { PassThrough, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { BodyKind } from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, fail } from '../../errors.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Up to this size a body may have been compressed to nothing. */
const FREE_BYTES = 8 * 1024 * 1024;
/**
 * Maximum compression ratio beyond that size: the maximum of deflate (1,032 according to zlib). Brotli makes 200 MB
 * of 200 bytes, which no genuine body needs.
 */
const MAX_EXPANSION = 1_100;

/**
 * Undoes `Content-Encoding` (RFC 9110 §8.4) and holds every body, compressed or not, to its route's
 * limit as it streams in.
 */
export async function decodeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): Promise<Readable> {
  // The client has gone while its access was checked: reading its body would never end.
  if (payload.errored) throw payload.errored;
  const limitBytes = request.routeOptions.bodyLimit;
  if (limitBytes === undefined) return payload;
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') {
    const isSized = request.headers['content-length'] !== undefined;
    // The size was checked before: Fastify's own limit would cut the connection while the client is still sending,
    // and the client would not read why.
    if (isSized && request.routeOptions.config.bodyKind === 'json') return payload;
    return untilAnswered(reply, pump(payload, new PassThrough(), limitBytes));
  }
  const create = DECODERS[encoding];
  if (!create) {
    fail(
      'unsupported_media_type',
      `The Content-Encoding ${encoding} is not supported. Use gzip, br or none.`,
    );
  }
  const decoded = untilAnswered(reply, pump(payload, create(), limitBytes));
  // Fastify compares what it read with Content-Length, which counts the compressed bytes.
  delete request.headers['content-length'];
  return decoded;
}

/** True if the handler reads the body itself. */
export function isStreamed({ routeOptions, query, headers }: FastifyRequest): boolean {
  const { bodyKind } = routeOptions.config;
  if (bodyKind !== 'json-or-stream') return bodyKind === 'stream';
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  return !isJson || Object.keys(query as object).length > 0;
}

/**
 * Destroys a body when its request has been answered: nobody reads the rest of a refused body, and the connection
 * would wait for it forever.
 */
function untilAnswered(reply: FastifyReply, body: Readable): Readable {
  reply.raw.once('finish', () => body.destroy());
  return body;
}

const BOMB = `The body decompresses to more than ${MAX_EXPANSION.toLocaleString('en')} times its size. Send it with gzip, or uncompressed.`;

const isBomb = (decoder: Transform, sizeBytes: number): boolean =>
  'bytesWritten' in decoder && sizeBytes > Number(decoder.bytesWritten) * MAX_EXPANSION;

function pump(source: Readable, decoder: Transform, limitBytes: number): Readable {
  let sizeBytes = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes)
        done(new Failure('payload_too_large', `The body is larger than ${limitBytes} bytes.`));
      else if (sizeBytes > FREE_BYTES && isBomb(decoder, sizeBytes))
        done(new Failure('payload_too_large', BOMB));
      else done(null, chunk);
    },
  });
  // The route may be waiting for the database when its body breaks: it gets the error when it reads.
  guard.on('error', () => {});
  source.on('error', (error) => guard.destroy(error));
  decoder.on('error', (error) =>
    guard.destroy(
      new Failure(
        'malformed_request',
        'The body cannot be decompressed with its Content-Encoding.',
        {
          cause: error,
        },
      ),
    ),
  );
  guard.on('close', () => {
    source.unpipe(decoder);
    decoder.destroy();
    // Skips the rest of a body that was refused, so that the next request on the connection is read.
    source.resume();
  });
  return source.pipe(decoder).pipe(guard);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKind?: BodyKind;
  }
}
