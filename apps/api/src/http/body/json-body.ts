import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Fault, LIMITS } from '@parlance/contracts';
import { decodeUtf8, FormatError, JsonTokenizer } from '@parlance/formats';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { failureOf, MAX_FAULTS } from '../validation/validation.ts';
import { BodyBuilder } from './body-builder.ts';
import type { Room } from './body-room.ts';

/** Length up to which the answer lists up to `MAX_FAULTS` faults of a body. For longer bodies, only the first fault. */
const FULLY_CHECKED_LENGTH = 64 * 1024;

export interface JsonBody {
  readonly value: unknown;
  /** Maximum number of faults to report. */
  readonly maxFaults: number;
}

/** Makes Fastify accept only JSON bodies, which `readJsonBody` reads, except on routes that read their own bodies. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
}

/**
 * Reads a JSON body in slices without blocking the event loop, and builds only values that its schema allows. Passes
 * the size of each slice to `count`, which may throw. With `mayBeEmpty`, an empty body is null.
 *
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
    // One more than the limit, so that the builder reports the fault with its path.
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
    passOver(request, payload);
    throw error instanceof FormatError ? refusalOf(error) : error;
  }
  request.bodyDigest = hash?.digest() ?? null;
  return {
    value: length > 0 || !mayBeEmpty ? builder.value : null,
    maxFaults: length > FULLY_CHECKED_LENGTH ? 1 : MAX_FAULTS,
  };
}

/** Yields the bytes of a body, and leaves the body open when its reader stops, because the rest must be skipped. */
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

/** Skips the rest of the body, because the connection's next request follows it. */
function passOver(request: FastifyRequest, payload: Readable): void {
  // A destroyed decoder skips the rest of its source itself.
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
    /** SHA-256 of the bytes of a JSON body. Null without an `Idempotency-Key`. */
    bodyDigest: Buffer | null;
  }
}
