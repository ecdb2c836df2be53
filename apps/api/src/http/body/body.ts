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

/** Decompressed size in bytes up to which a body may have any compression ratio. */
const FREE_BYTES = 8 * 1024 * 1024;
/**
 * Maximum compression ratio of larger bodies. It is slightly above the maximum of deflate (1,032
 * according to zlib).
 */
const MAX_EXPANSION = 1_100;

/**
 * Decodes `Content-Encoding` (RFC 9110 §8.4) and enforces the maximum body size while the body
 * arrives.
 */
export async function decodeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): Promise<Readable> {
  if (payload.errored) throw payload.errored;
  const limitBytes = request.routeOptions.bodyLimit;
  if (limitBytes === undefined) return payload;
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') {
    const isSized = request.headers['content-length'] !== undefined;
    // Fastify must not check the size again. It would close the connection, so a client that is
    // still sending could not read the error.
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
  delete request.headers['content-length'];
  return decoded;
}

export function isStreamed({ routeOptions, query, headers }: FastifyRequest): boolean {
  const { bodyKind } = routeOptions.config;
  if (bodyKind !== 'json-or-stream') return bodyKind === 'stream';
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  return !isJson || Object.keys(query as object).length > 0;
}

/**
 * Destroys the body after the response was sent, because the connection would otherwise wait for
 * the unread rest.
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
    source.resume();
  });
  return source.pipe(decoder).pipe(guard);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyKind?: BodyKind;
  }
}
