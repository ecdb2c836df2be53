import { type Context, context, SpanKind, trace } from '@opentelemetry/api';
import { healthGet, healthReady } from '@parlance/contracts';
import type { FastifyInstance } from 'fastify';
import { failSpan, startSpan } from '../lib/spans.ts';

const FIRST_SERVER_ERROR = 500;
/** Routes that probes request every few seconds. */
const PROBES: ReadonlySet<string> = new Set([healthGet.path, healthReady.path]);

/**
 * Creates a span for each request that reaches the router, except requests of probes. The span is
 * named after the route, because an address contains ids and queries. All other hooks and the
 * handler of the request run within the span.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('traceContext', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const { traceparent } = headers;
    const route = routeOptions.url ?? 'none';
    if (PROBES.has(route)) return done();
    request.traceContext = startSpan(`${method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'parlance.operation': routeOptions.config.operationId ?? 'none',
        'parlance.request_id': request.id,
      },
      parent: typeof traceparent === 'string' ? { traceparent } : {},
    });
    context.with(request.traceContext, done);
  });
  // The end of a body is an event of the connection, so the code after it would run outside the span.
  app.addHook('preHandler', ({ traceContext }, _reply, done) =>
    traceContext ? context.with(traceContext, done) : done(),
  );
  app.addHook('onResponse', ({ traceContext }, { statusCode }, done) => {
    const span = traceContext && trace.getSpan(traceContext);
    if (!traceContext || !span) return done();
    span.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= FIRST_SERVER_ERROR) failSpan(span, String(statusCode));
    span.end();
    context.with(traceContext, done);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    traceContext: Context | null;
  }
}
