import { createHash } from 'node:crypto';
import { ERRORS } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import { TROUBLES, UnconfirmedCommitError } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import {
  dropUnconfirmed,
  type IdempotencyKey,
  type Principal,
  RENEW_MS,
  releaseKey,
  renewKey,
  storeAnswer,
  takeKey,
} from '../../domain/kernel/index.ts';
import { Failure, type FailureExtra, fail, failAt } from '../../errors.ts';
import { ofTrouble } from './error-handler.ts';

const MAX_KEY_LENGTH = 255;

type Kept =
  | { data: unknown; meta?: unknown }
  | { code: Failure['code']; detail: string; errors: FailureExtra['errors'] };

interface JsonAnswer {
  data: unknown;
  meta?: unknown;
  status?: number;
}

/**
 * Runs a call at most once per `Idempotency-Key`. A repeated call with the same body gets the
 * stored response. A repeated call with another body gets `idempotency_mismatch`, and a call during
 * the first call gets `idempotency_in_progress`. A 5xx response is not stored, so the client can
 * retry.
 */
export async function answerOnce<Answer extends JsonAnswer>(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  call: { request: FastifyRequest; operation: string; principal: Principal; status: number },
  run: () => Promise<Answer>,
  renewMs = RENEW_MS,
): Promise<Answer> {
  const { db, clock, log } = deps;
  const header = call.request.headers['idempotency-key'];
  if (header === undefined) return run();
  const key = keyOf(call, String(header));
  const body = hashBody(call.request);
  const taken = await takeKey(db, key, clock.now()).catch(async (error: unknown) => {
    if (!(error instanceof UnconfirmedCommitError)) throw error;
    await dropUnconfirmed(db, key);
    throw ofTrouble(TROUBLES.standby);
  });
  if (taken === 'running') {
    fail(
      'idempotency_in_progress',
      'The first call with this Idempotency-Key is still running. Send the same request again later.',
      {
        retryAfterSeconds: 1,
      },
    );
  }
  if ('bodyHash' in taken) {
    if (!taken.bodyHash.equals(await body.finish())) {
      fail(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another body. Use a new key for each new call.',
      );
    }
    return replay(taken.answer as Kept, taken.status) as Answer;
  }
  const renewing = setInterval(() => {
    renewKey(db, taken).catch((error: Error) => {
      log.warn({ reason: error.message }, 'failed to renew the idempotency key of a running call');
    });
  }, renewMs);
  try {
    const answer = await run();
    const { data, meta } = answer;
    const status = answer.status ?? call.status;
    await storeAnswer(db, taken, { bodyHash: await body.finish(), status, answer: { data, meta } });
    return answer;
  } catch (error) {
    if (error instanceof Failure && ERRORS[error.code].status < 500) {
      const { code, message, errors } = error;
      const answer = { code, detail: message, errors };
      const bodyHash = await body.finish().catch(() => null);
      if (bodyHash) {
        await storeAnswer(db, taken, { bodyHash, status: ERRORS[code].status, answer });
        throw error;
      }
    }
    await releaseKey(db, taken);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

function keyOf(
  { operation, principal }: { operation: string; principal: Principal },
  header: string,
): IdempotencyKey {
  if (header === '' || header.length > MAX_KEY_LENGTH) {
    failAt('headers/idempotency-key', `must have 1 to ${MAX_KEY_LENGTH} characters`);
  }
  return {
    organizationId: principal.organizationId,
    principalId: principal.id,
    operation,
    keyHash: createHash('sha256').update(header).digest(),
  };
}

function replay(kept: Kept, status: number): JsonAnswer {
  if ('code' in kept) throw new Failure(kept.code, kept.detail, { errors: kept.errors });
  return { data: kept.data, meta: kept.meta, status };
}

/** Starts to hash the URL and body of a request. The body may still be arriving. */
function hashBody(request: FastifyRequest): { finish(): Promise<Buffer> } {
  const hash = createHash('sha256').update(`${request.url}\n`);
  const { body } = request;
  if (!isStream(body)) {
    hash.update(request.bodyDigest ?? '');
    return { finish: async () => hash.copy().digest() };
  }
  const source = body[Symbol.asyncIterator]();
  const hashing: AsyncIterator<Uint8Array> & AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => hashing,
    async next() {
      const step = await source.next();
      if (!step.done) hash.update(step.value);
      return step;
    },
    return: async () => ({ done: true, value: undefined }),
  };
  request.body = hashing;
  return {
    async finish() {
      for await (const _ of hashing);
      return hash.copy().digest();
    },
  };
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
