import { ENDPOINTS, PAGES } from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { sendProblem } from './error-handler.ts';

const PATTERNS = [...ENDPOINTS, ...PAGES].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
}));

/**
 * Sends 405 with `Allow` if the path exists for other methods (RFC 9110 §15.5.6), and 404
 * otherwise.
 */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!;
  const routes = PATTERNS.filter(({ pattern }) => pattern.test(path));
  const allowed = [...new Set(routes.map(({ method }) => method))];
  if (allowed.length === 0) {
    const detail =
      path === '/'
        ? `The web app is for browsers and has to be built (npm start builds it). The API reference is at ${request.server.publicUrl}/docs.`
        : 'This address does not exist.';
    return sendProblem(request, reply, new Failure('not_found', detail));
  }
  const methods = allowed.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  reply.header('Allow', methods.join(', '));
  return sendProblem(
    request,
    reply,
    new Failure('method_not_allowed', `This address supports only ${allowed.join(', ')}.`),
  );
}
