import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { LIMITS } from '@parlance/contracts';
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify';
import { newId } from '../db/uuid.ts';
import type { Deps } from '../deps.ts';
import { ROUTES } from '../routes/index.ts';
import { decodeBody } from './body.ts';
import { bundleFastPath } from './bundle-answer.ts';
import type { BundleCache } from './bundle-cache.ts';
import { handleError } from './error-handler.ts';
import { mountRoute } from './mount-route.ts';
import { answerNotFound } from './not-found.ts';
import { RateLimiter } from './rate-limit.ts';

export interface AppOptions {
  trustProxy: readonly string[];
  bundles: BundleCache;
  /** Whether requests are counted against budgets. */
  limitsRates: boolean;
}

const HEADER_TIMEOUT_MS = 15_000;
/** A whole request, body included; the largest import over a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Above the idle time-out of common proxies (60 s), so that they, not we, close idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** The HTTP application: every route of the list, mounted on what all of them share. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    disableRequestLogging: true,
    genReqId: () => newId(),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: LIMITS.bodyBytes,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
    routerOptions: { maxParamLength: LIMITS.keyNameLength },
    forceCloseConnections: 'idle',
    serverFactory: (handler) => createHttpServer(handler, bundleFastPath(options.bundles)),
  });

  app.setErrorHandler(handleError);
  app.setNotFoundHandler(answerNotFound);
  await app.register(helmet, {
    // The service's own pages set their policy; JSON needs none.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  await app.register(cookie);
  await app.register(cors, {
    origin: [...deps.site.allowedOrigins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'X-Organization-Id',
      'Idempotency-Key',
      'Prefer',
    ],
    exposedHeaders: [
      'ETag',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: 600,
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Cache-Control', 'no-store');
  });
  app.addHook('preParsing', decodeBody);
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        operation: request.routeOptions.config.operationId,
        method: request.method,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        principal: request.principal
          ? `${request.principal.type}:${request.principal.id}`
          : undefined,
      },
      'request',
    );
  });
  app.decorateRequest('principal', null);
  app.decorate('publicUrl', deps.site.publicUrl);

  const limiter = options.limitsRates ? new RateLimiter(deps.db, deps.clock) : null;
  for (const route of ROUTES)
    await mountRoute(app, deps, { bundles: options.bundles, limiter }, route);
  return app;
}

function createHttpServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  fastPath: (request: IncomingMessage, response: ServerResponse) => boolean,
): Server {
  const server = createServer(
    { headersTimeout: HEADER_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      if (!fastPath(request, response)) handler(request, response);
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  return server;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
  }
}
