import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { sendProblem } from './error-handler.ts';

/**
 * Answers an address that the router gives up before any hook has run: its percent signs stand for no
 * UTF-8, or a name in it is longer than any name is.
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
