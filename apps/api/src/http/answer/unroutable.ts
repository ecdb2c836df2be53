import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { sendProblem } from './error-handler.ts';

/**
 * Sends an error response for a URL with invalid percent-encoding or with a parameter that is too
 * long. The router rejects such a URL before any hook runs.
 */
export function answerUnroutable(
  { code }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('X-Request-Id', request.id);
  reply.header('Cache-Control', 'no-store');
  reply.header('X-Content-Type-Options', 'nosniff');
  const failure =
    code === 'FST_ERR_BAD_URL'
      ? new Failure('malformed_request', 'The address is not percent-encoded UTF-8.')
      : new Failure('not_found', 'This address does not exist.');
  sendProblem(request, reply, failure);
}
