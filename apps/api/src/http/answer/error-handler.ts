import { ERRORS, type ErrorCode, type Problem } from '@parlance/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isContention } from '../../db/availability/retrying.ts';
import { type Trouble, troubleOf } from '../../db/availability/trouble.ts';
import { sqlStateOf } from '../../db/fault.ts';
import { describeCause } from '../../describe-cause.ts';
import { Failure, NO_PROJECT } from '../../errors.ts';
import { isUninvited } from '../server.ts';
import { validationFailure } from '../validation/validation.ts';

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

export function handleError(
  error: FastifyError | Failure | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const trouble = troubleOf(error);
  if (trouble) request.server.database.troubles.report(trouble, error.message);
  const isCutOff = !trouble && (isOfEndedBody(error, request) || isOfGoneClient(error, reply));
  const failure = trouble ? ofTrouble(trouble) : isCutOff ? endedEarly(error) : toFailure(error);
  if (isCutOff) request.log.info({ code: failure.code }, 'request ended early');
  else logFailure(request, failure);
  // Keeps the connection open. By default, Fastify would close it, and a client that is still
  // sending could not read the response.
  if (OF_BODY.has(failure.code) && !isUninvited(request.raw)) reply.removeHeader('connection');
  sendProblem(request, reply, withOrganizationHint(failure, request));
}

/**
 * Mentions the header `X-Organization-Id` if a session request without this header gets 404 for a resource that may
 * belong to another organization. The response does not reveal whether the resource exists.
 */
function withOrganizationHint(failure: Failure, request: FastifyRequest): Failure {
  const { principal, headers } = request;
  const params = (request.params ?? {}) as Record<string, unknown>;
  const isNamed = headers['x-organization-id'] !== undefined || 'organizationId' in params;
  if (failure.code !== 'not_found' || principal?.type !== 'user' || isNamed) return failure;
  if ('projectId' in params && failure.message !== NO_PROJECT) return failure;
  return new Failure(
    failure.code,
    `${failure.message} To reach another organization than your personal one, send its id in the header X-Organization-Id.`,
    { errors: failure.errors, cause: failure.cause },
  );
}

/** Codes of expected errors. For these errors, the usual log line of the request is enough. */
const FORESEEN: ReadonlySet<ErrorCode> = new Set([
  'engine_model_loading',
  'payments_unavailable',
  'service_unavailable',
]);

function logFailure({ log }: FastifyRequest, { code, message, cause }: Failure): void {
  if (ERRORS[code].status < 500) return;
  if (cause === undefined) {
    if (!FORESEEN.has(code)) log.warn({ code, reason: message }, 'request failed');
  } else if (isContention(cause)) {
    log.warn({ code, reason: sqlStateOf(cause) }, 'transaction given up');
  } else {
    log.error({ err: describeCause(cause), code }, 'request failed');
  }
}

/** True if the error means that the client did not send its whole request body. */
function isOfEndedBody(error: Error, { raw }: FastifyRequest): boolean {
  if (!raw.errored) return false;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at === raw.errored || CODES_OF_ENDING.has((at as NodeJS.ErrnoException).code ?? ''))
      return true;
  }
  return false;
}

/** True if the error means that work was stopped because its client has disconnected. */
function isOfGoneClient(error: Error, { raw }: FastifyReply): boolean {
  if (!raw.destroyed || raw.writableFinished) return false;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'AbortError') return true;
  }
  return false;
}

const CODES_OF_ENDING: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/**
 * Returns the error for a request whose client has disconnected early. The error is logged, but no client receives it.
 */
const endedEarly = (cause: Error): Failure =>
  new Failure('malformed_request', 'The connection closed before the request was complete.', {
    cause,
  });

const OF_BODY: ReadonlySet<ErrorCode> = new Set(['malformed_request', 'payload_too_large']);

/** Returns the body of an error response (RFC 9457). */
export function problemOf(publicUrl: string, requestId: string, failure: Failure): Problem {
  const { status, title } = ERRORS[failure.code];
  return {
    type: `${publicUrl}/docs/errors#${failure.code}`,
    title,
    status,
    code: failure.code,
    detail: failure.message,
    requestId,
    errors: [...failure.errors],
    ...(failure.conflicts === undefined ? {} : { conflicts: [...failure.conflicts] }),
    ...(failure.losses && { losses: [...failure.losses] }),
    ...(failure.needs === undefined ? {} : { needs: failure.needs }),
    ...(failure.current === undefined ? {} : { current: failure.current }),
    ...(failure.currentSource && { currentSource: failure.currentSource }),
    ...(failure.currentValues && { currentValues: [...failure.currentValues] }),
  };
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
): FastifyReply {
  const { status } = ERRORS[failure.code];
  if (status === 401) reply.header('WWW-Authenticate', 'ApiKey');
  if (failure.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
  }
  return reply
    .code(status)
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemOf(request.server.publicUrl, request.id, failure));
}

const contended = (cause: Error): Failure =>
  new Failure(
    'service_unavailable',
    'Other requests changed the same data at the same time. Nothing was stored. Try again in a moment.',
    { retryAfterSeconds: 1, cause },
  );

export const ofTrouble = ({ detail, retryAfterSeconds }: Trouble): Failure =>
  new Failure('service_unavailable', detail, { retryAfterSeconds });

function toFailure(error: FastifyError | Failure | Error): Failure {
  if (error instanceof Failure) return error;
  if (isContention(error)) return contended(error);
  const { validation, validationContext, code } = error as FastifyError;
  if (validation) return validationFailure(validation, validationContext);
  const problemCode = FASTIFY_CODES[code];
  if (problemCode) return new Failure(problemCode, describe(problemCode, error.message));
  if (error instanceof SyntaxError && (error as { statusCode?: number }).statusCode === 400) {
    return new Failure('malformed_request', `The body is not JSON: ${error.message}`);
  }
  return new Failure(
    'internal',
    'The server failed unexpectedly. Send the request id to the operator, who finds the cause in the log.',
    {
      cause: error,
    },
  );
}

function describe(code: ErrorCode, message: string): string {
  if (code === 'unsupported_media_type') {
    return 'The Content-Type is not supported. Send application/json, or another type that the API reference lists for this operation.';
  }
  return message;
}

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string;
  }
}
