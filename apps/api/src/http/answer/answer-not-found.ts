import { ENDPOINTS, PAGES } from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { sendProblem } from './error-handler.ts';

const PATTERNS = [...ENDPOINTS, ...PAGES].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
}));

const NOWHERE = 'This address does not exist.';
const HEALTH = 'The liveness check is at /health, and the readiness check at /health/ready.';

/** Explanations for addresses that other services have. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/healthz': HEALTH,
  '/livez': HEALTH,
  '/readyz': HEALTH,
  '/ready': HEALTH,
  '/metrics': 'With METRICS_PORT, the service has its metrics at /metrics of that port.',
};

/**
 * Sends 405 with `Allow` if the path exists for other methods (RFC 9110 §15.5.6), and 404
 * otherwise.
 */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!;
  const routes = PATTERNS.filter(({ pattern }) => pattern.test(path));
  const allowed = [...new Set(routes.map(({ method }) => method))];
  if (allowed.length === 0) {
    const detail = detailOf(path, request.server.publicUrl);
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

function detailOf(path: string, publicUrl: string): string {
  if (path === '/') {
    return `The web app is for browsers and has to be built (npm start builds it). The API reference is at ${publicUrl}/docs.`;
  }
  return Object.hasOwn(ELSEWHERE, path) ? `${NOWHERE} ${ELSEWHERE[path]}` : NOWHERE;
}
