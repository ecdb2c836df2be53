import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { i18nBundlesGet, LIMITS } from '@parlance/contracts';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { basePathOf } from '../base-path.ts';
import { TROUBLES } from '../db/availability/trouble.ts';
import type { DatabaseWatch } from '../db/availability/watch.ts';
import { newId } from '../db/ids/uuid.ts';
import { fail } from '../errors.ts';
import { ROUTES } from '../routes/routes.generated.ts';
import { cleanForwardedFor } from './access/client-address.ts';
import { corsOf } from './access/cors.ts';
import { RateLimiter } from './access/rate-limit.ts';
import { answerBrokenRequest } from './answer/answer-broken-request.ts';
import { handleError, ofTrouble } from './answer/error-handler.ts';
import { answerUnroutable } from './answer/unroutable.ts';
import { decodeBody } from './body/body.ts';
import { BodyMemory } from './body/body-space.ts';
import { disableBodyParsing } from './body/json-body.ts';
import { fastPathOf } from './bundle/bundle-answer.ts';
import type { BundleCache } from './bundle/bundle-cache.ts';
import { keepWritingReads } from './bundle/write-reads.ts';
import { Documents } from './docs/documents.ts';
import type { Metrics } from './metrics.ts';
import { mountRoute } from './mount-route.ts';
import { HttpServer, inviteBody, type ServerTimeouts } from './server.ts';
import { traceRequests } from './trace-requests.ts';
import { compileSerializer, compileValidator } from './validation/compilers.ts';
import { mountWeb, type WebOptions } from './web.ts';

export interface AppOptions {
  trustProxy: readonly string[];
  bundles: BundleCache;
  limitsRates: boolean;
  database: DatabaseWatch;
  metrics?: Metrics;
  timeouts?: ServerTimeouts;
  /** A listening HTTP server, whose requests the application takes over. */
  server?: HttpServer;
  /** True if requests are traced. Defaults to false. */
  traces?: boolean;
  web: Omit<WebOptions, 'basePath'>;
  /** Memory for request bodies in bytes. Defaults to a share of the heap. */
  bodySpace?: BodyMemory;
}

export async function buildApp(deps: AppDeps, options: AppOptions): Promise<FastifyInstance> {
  const basePath = basePathOf(deps.site.publicUrl);
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: LIMITS.bodyBytes,
    routerOptions: { maxParamLength: LIMITS.keyNameLength, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // During the shutdown, a request on an open connection still gets a normal response.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler(error, socket) {
      answerBrokenRequest(deps, app.server as HttpServer, error, socket);
    },
    serverFactory(handler) {
      const fastPath = fastPathOf(options.bundles, basePath);
      const { server, timeouts } = options;
      return server?.prepare(handler, fastPath) ?? new HttpServer(handler, fastPath, timeouts);
    },
  });

  if (options.traces) traceRequests(app);
  const endStreams = (): void => deps.events.endAll();
  (app.server as HttpServer).draining.addEventListener('abort', endStreams, { once: true });
  app.addHook('preClose', async () => endStreams());
  app.addHook('onClose', keepWritingReads(deps, options));
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(handleError);
  await app.register(helmet, {
    // Forbids everything, because JSON responses load nothing. HTML pages set their own policies.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  await app.register(cookie);
  await app.register(cors, { delegator: corsOf(deps.site) });

  if (options.trustProxy.length > 0) {
    app.addHook('onRequest', async ({ raw }) => cleanForwardedFor(raw.headers));
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Cache-Control', 'no-store');
    if (options.database.isSilent && needsDatabase(request.routeOptions.url)) {
      fail('service_unavailable', 'The database does not respond.', { retryAfterSeconds: 1 });
    }
    if (options.database.troubles.isStandbyLost && mayChange(request)) {
      throw ofTrouble(TROUBLES.standby);
    }
    // Responds without reading the body, because an unknown route does not need it.
    if (request.is404) return answerUnknown(request, reply);
  });
  disableBodyParsing(app);
  app.addHook('preParsing', async (request, reply) => inviteBody(request.raw, reply.raw));
  app.addHook('preParsing', decodeBody);
  app.addHook('onResponse', async (request, reply) => {
    options.metrics?.observeRequest(
      request.routeOptions.config.operationId ?? 'none',
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
    logRequest(request, reply);
  });
  app.decorateRequest('principal', null);
  app.decorateRequest('bodyDigest', null);
  app.decorate('publicUrl', deps.site.publicUrl);
  app.decorate('database', options.database);

  const limiter = options.limitsRates ? new RateLimiter(deps.db, deps.clock) : null;
  const { bundles, bodySpace = new BodyMemory() } = options;
  const shared = { bundles, bodySpace, limiter, documents: new Documents(deps.site) };
  for (const route of ROUTES) await mountRoute(app, deps, shared, route);
  const answerUnknown = mountWeb(app, { ...options.web, basePath });
  return app;
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      operation: request.routeOptions.config.operationId,
      method: request.method,
      // Logs only the path, because the query may contain content of users.
      path: MISSED.has(reply.statusCode) ? pathOf(request.url) : undefined,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      principal: request.principal
        ? `${request.principal.type}:${request.principal.id}`
        : undefined,
    },
    'request',
  );
}

const MISSED: ReadonlySet<number> = new Set([404, 405]);
const LOGGED_PATH_LENGTH = 500;
const pathOf = (url: string): string => url.split('?', 1)[0]!.slice(0, LOGGED_PATH_LENGTH);

/**
 * True if the route needs the database. Bundle routes do not need it, because they also respond
 * while the database is unreachable.
 */
const needsDatabase = (path: string | undefined): boolean =>
  path?.startsWith('/v1/') === true && path !== i18nBundlesGet.path;

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const mayChange = ({ method, routeOptions }: FastifyRequest): boolean =>
  !SAFE_METHODS.has(method) && needsDatabase(routeOptions.url);

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
  }
  interface FastifyInstance {
    database: DatabaseWatch;
  }
}
