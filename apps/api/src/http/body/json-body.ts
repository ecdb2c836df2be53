import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Fault, LIMITS } from '@parlance/contracts';
import { decodeUtf8, FormatError, JsonTokenizer } from '@parlance/formats';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { failureOf, MAX_FAULTS } from '../validation/validation.ts';
import { BodyBuilder } from './body-builder.ts';
import type { Room } from './body-room.ts';

/**
 * Maximum length of a body in bytes for which the response lists several errors. For a longer body,
 * it lists only the first error.
 */
const FULLY_CHECKED_LENGTH = 64 * 1024;

export interface JsonBody {
  readonly value: unknown;
  readonly maxFaults: number;
}

/** Makes Fastify accept JSON bodies without parsing them, because `readJsonBody` parses them. */
export function disableBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
}

/**
 * Reads a JSON body in chunks, without blocking the event loop, and builds only values that the
 * schema allows. Passes the size of each chunk to `count`, which may throw. An empty body is null
 * if `mayBeEmpty` is true.
 * @throws `malformed_request`, `validation_failed`, `limit_exceeded`, `payload_too_large`
 */
export async function readJsonBody(
  request: FastifyRequest,
  room: Room,
  { mayBeEmpty, count }: { mayBeEmpty: boolean; count(bytes: number): void },
): Promise<JsonBody> {
  const payload = request.body as Readable;
  const hash = request.headers['idempotency-key'] === undefined ? null : createHash('sha256');
  const builder = new BodyBuilder(room);
  const tokenizer = new JsonTokenizer(builder, {
    depth: LIMITS.jsonDepth + 1,
    memberLength: LIMITS.keyNameLength,
    valueLength: LIMITS.valueLength,
  });
  let length = 0;
  try {
    for await (const piece of decodeUtf8(bytesOf(payload, hash, count))) {
      length += piece.length;
      tokenizer.write(piece);
      if (builder.fault && length > FULLY_CHECKED_LENGTH) throw failureOf([builder.fault]);
    }
    if (length > 0 || !mayBeEmpty) tokenizer.end();
  } catch (error) {
    drainBody(request, payload);
    throw error instanceof FormatError ? refusalOf(error) : error;
  }
  request.bodyDigest = hash?.digest() ?? null;
  return {
    value: length > 0 || !mayBeEmpty ? builder.value : null,
    maxFaults: length > FULLY_CHECKED_LENGTH ? 1 : MAX_FAULTS,
  };
}

/**
 * Yields the bytes of a body. Keeps the body open when the reader stops, because the rest must be
 * skipped.
 */
async function* bytesOf(
  payload: Readable,
  hash: Hash | null,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    count(chunk.length);
    hash?.update(chunk);
    yield chunk;
  }
}

/** Skips the rest of a body, because the next request on the connection follows it. */
function drainBody(request: FastifyRequest, payload: Readable): void {
  if (payload === request.raw) payload.resume();
  else payload.destroy();
}

function refusalOf({ message, path, line, column, isMalformed }: FormatError): Failure {
  const fault: Fault = { path, message, line, column };
  return isMalformed
    ? new Failure(
        'malformed_request',
        `The body is not JSON: ${message} (line ${line}, column ${column}).`,
        { errors: [{ ...fault, code: 'syntax' }] },
      )
    : failureOf([fault]);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 hash of the body. Null if the request has no `Idempotency-Key`. */
    bodyDigest: Buffer | null;
  }
}
