import { Readable } from 'node:stream';
import {
  Empty,
  type EndpointDefinition,
  isOptionalBody,
  LIMITS,
  scopesOfBody,
} from '@parlance/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Type } from 'typebox';
import type { AppDeps } from '../app-deps.ts';
import { troubleOf } from '../db/availability/trouble.ts';
import { isUuid } from '../db/ids/uuid.ts';
import type { Principal } from '../domain/kernel/index.ts';
import { fail } from '../errors.ts';
import { admit } from './access/admit.ts';
import { requireScopes } from './access/authorize.ts';
import {
  countAccount,
  countAddress,
  countCall,
  countMiss,
  type RateLimiter,
} from './access/rate-limit.ts';
import { requireProjectRight } from './access/require-project-right.ts';
import { resolveProject } from './access/resolve-project.ts';
import {
  hasList,
  type Part,
  partOf,
  type Serialize,
  serializeInPieces,
} from './answer/answer-pieces.ts';
import { answerOnce } from './answer/idempotency.ts';
import type { RawAnswer } from './answer/raw-answer.ts';
import { isStreamed } from './body/body.ts';
import { roomOf } from './body/body-room.ts';
import type { BodyMemory } from './body/body-space.ts';
import { readJsonBody } from './body/json-body.ts';
import type { BundleCache } from './bundle/bundle-cache.ts';
import type { Documents } from './docs/documents.ts';
import type { Schema } from './openapi/document.ts';
import type { EnvelopeAnswer, Route, RouteAnswer } from './route.ts';
import type { HttpServer } from './server.ts';
import { createBodyValidator } from './validation/body-validator.ts';
import { idLowererOf } from './validation/lower-ids.ts';
import { coerceQuery, requireReadableQuery } from './validation/query.ts';
import { requireStorableTexts } from './validation/require-storable-texts.ts';
import { MAX_FAULTS } from './validation/validation.ts';

/**
 * Registers a route. A request passes the access checks and the validation before the handler runs.
 * Responses contain only members that the contract declares.
 */
export async function mountRoute(
  app: FastifyInstance,
  deps: AppDeps,
  shared: Shared,
  route: Route,
): Promise<void> {
  const { endpoint } = route;
  const { bodyKind = 'json' } = endpoint;
  const takeBody = bodyKind === 'stream' ? null : bodyTaker(endpoint, shared.bodySpace);
  const lowerParams = idLowererOf((endpoint.params ?? {}) as Schema);
  const lowerQuery = idLowererOf((endpoint.query ?? {}) as Schema);
  const mount = (scope: FastifyInstance): void => {
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      config: { operationId: endpoint.id, bodyKind },
      schema: schemaOf(endpoint),
      attachValidation: false,
      onRequest: async (request, reply) => {
        requireSize(request, bodyLimitOf(endpoint));
        if (shared.limiter) {
          await ifCountable(request, countAddress(shared.limiter, endpoint, request, reply));
        }
        request.principal = await admit(deps, endpoint, request, reply);
        if (shared.limiter) await ifCountable(request, countCall(shared.limiter, request, reply));
        requireReadableQuery(request.raw.url ?? '');
        forgetTypeOfNothing(request, endpoint);
      },
      preValidation: async (request, reply) => {
        if (takeBody && !isStreamed(request)) {
          await takeBody(request, reply);
        } else {
          request.body ??= Readable.from([]);
          if (bodyKind === 'json-or-stream' || endpoint.holdsBody) {
            request.body = counted(request.body as Readable, shared.bodySpace.open(reply.raw));
          }
        }
        requireStorableTexts(request.query, 'query');
        coerceQuery(request.query as Record<string, unknown>, endpoint);
        lowerParams?.(request.params);
        lowerQuery?.(request.query);
      },
      preHandler: async (request, reply) => {
        requireBodyScopes(request, endpoint);
        requirePlausibleParams(request, endpoint);
        await resolveProject(deps, request);
        await requireProjectRight(deps, request, endpoint);
        if (shared.limiter) await countAccount(shared.limiter, endpoint, request, reply);
      },
      handler: handlerOf(deps, shared, route),
    });
  };
  if (bodyKind !== 'json') {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      mount(scope);
    });
  } else {
    mount(app);
  }
}

export interface Shared {
  readonly bundles: BundleCache;
  readonly documents: Documents;
  readonly bodySpace: BodyMemory;
  readonly limiter: RateLimiter | null;
}

/**
 * Waits until a request is counted against its rate limits. If the database is read-only, a request
 * that only reads data succeeds without being counted.
 */
async function ifCountable({ method }: FastifyRequest, counting: Promise<void>): Promise<void> {
  try {
    await counting;
  } catch (error) {
    if (method !== 'GET' || troubleOf(error)?.kind !== 'read_only') throw error;
  }
}

const bodyLimitOf = (endpoint: EndpointDefinition): number =>
  endpoint.bodyLimitBytes ?? LIMITS.bodyBytes;

function requireSize(request: FastifyRequest, limitBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    fail('payload_too_large', `The body is larger than ${limitBytes} bytes.`);
  }
}

function forgetTypeOfNothing({ headers }: FastifyRequest, { body }: EndpointDefinition): void {
  const isEmpty =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (!body && isEmpty) delete headers['content-type'];
}

function requireBodyScopes(
  { principal, body }: FastifyRequest,
  { access }: EndpointDefinition,
): void {
  if (access.kind !== 'scopes' || !principal) return;
  requireScopes(principal, scopesOfBody(access, body));
}

const SLUG_OF_NOBODY =
  'This address takes the id of a project, not its slug. The page Releases of the project and `parlance doctor` show the address.';

/**
 * Responds with 404 if a path parameter has a format that no id or name has. Runs last, so that
 * other errors in the request are reported first.
 */
function requirePlausibleParams(
  request: FastifyRequest,
  { params, access }: EndpointDefinition,
): void {
  if (!params) return;
  const given = Object.values(request.params as Record<string, string>);
  const validate = request.compileValidationSchema(params as unknown as Record<string, unknown>);
  if (!validate(request.params) || given.some((value) => value.includes('\0'))) {
    const { projectId } = request.params as { projectId?: string };
    // For other endpoints, the slug was already replaced by the id in the caller's organization.
    const hasSlug = access.kind === 'public' && projectId !== undefined && !isUuid(projectId);
    fail('not_found', hasSlug ? SLUG_OF_NOBODY : 'This address does not exist.');
  }
}

/**
 * Returns a function that reads and validates the JSON body of a request. Rejects a body for an
 * endpoint without a body.
 */
function bodyTaker(
  endpoint: EndpointDefinition,
  space: BodyMemory,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { body = Empty } = endpoint;
  const mayBeEmpty = endpoint.body === undefined || isOptionalBody(endpoint);
  const room = roomOf(body);
  const lowerIds = idLowererOf(body as unknown as Schema);
  const validate = createBodyValidator(body);
  return async (request, reply) => {
    const read =
      request.body === undefined
        ? { value: null, maxFaults: MAX_FAULTS }
        : await readJsonBody(request, room, { mayBeEmpty, count: space.open(reply.raw) });
    const value = read.value === null && mayBeEmpty ? {} : read.value;
    lowerIds?.(value);
    await validate(request, { ...read, value });
    request.body = value;
  };
}

async function* counted(
  stream: Readable,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of stream) {
    count(chunk.length);
    yield chunk;
  }
}

const ANY_QUERY = Type.Object({}, { additionalProperties: true });

function schemaOf(endpoint: EndpointDefinition): Record<string, unknown> {
  return {
    querystring: endpoint.query ?? ANY_QUERY,
    ...(endpoint.rawContentTypes?.length ? {} : { response: { '2xx': envelopeOf(endpoint) } }),
  };
}

const envelopes = new WeakMap<EndpointDefinition, Schema>();

/** Returns the same object for the same endpoint, because Ajv compiles a schema once per object. */
function envelopeOf(endpoint: EndpointDefinition): Schema {
  const { data, meta = Type.Object({}) } = endpoint;
  const envelope = envelopes.get(endpoint) ?? (Type.Object({ data, meta }) as unknown as Schema);
  envelopes.set(endpoint, envelope);
  return envelope;
}

function handlerOf(
  deps: AppDeps,
  { bundles, documents, limiter }: Shared,
  route: Route,
): RouteHandlerMethod {
  const { endpoint } = route;
  const sendAnswer = senderOf(endpoint);
  return async (request, reply) => {
    const gone = new AbortController();
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    const { principal } = request;
    const handle = () =>
      route.handle({
        deps,
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        principal: principal as never,
        request,
        reply,
        bundles,
        documents,
        countMiss: async () => {
          if (limiter) await countMiss(limiter, request, reply);
        },
        signal: endpoint.waits
          ? AbortSignal.any([gone.signal, (request.server.server as HttpServer).draining])
          : gone.signal,
      });
    const answer =
      endpoint.idempotent && principal
        ? await answerOnce(
            deps,
            { request, operation: endpoint.id, principal, status: endpoint.status ?? 200 },
            handle as () => Promise<EnvelopeAnswer<EndpointDefinition>>,
          )
        : await handle();
    if (reply.sent) return reply;
    if (isRaw(answer) && answer.status === 304) limiter?.giveBack(reply);
    return sendAnswer(reply, answer);
  };
}

type Send = (reply: FastifyReply, answer: RouteAnswer<EndpointDefinition>) => Promise<FastifyReply>;

/**
 * Time in milliseconds after which a client that reads nothing from a stream counts as
 * disconnected. A translation engine may delay a stream for a minute.
 */
const STALL_MS = 90_000;

/**
 * Returns a function that sends the responses of an endpoint. Responses with lists are serialized
 * in pieces.
 */
function senderOf(endpoint: EndpointDefinition): Send {
  const envelope = envelopeOf(endpoint);
  const isInPieces = !endpoint.rawContentTypes?.length && hasList(envelope);
  let part: Part | null = null;
  return async (reply, answer) => {
    for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
    if (isRaw(answer)) {
      if (answer.raw instanceof Readable && !endpoint.streams) reply.raw.setTimeout(STALL_MS);
      return reply.code(answer.status ?? 200).send(answer.raw);
    }
    reply.code(answer.status ?? endpoint.status ?? 200);
    const value = { data: answer.data, meta: answer.meta ?? {} };
    if (!isInPieces) return reply.send(value);
    part ??= partOf(envelope, (schema) => reply.compileSerializationSchema(schema) as Serialize);
    const chunks = await serializeInPieces(part, value);
    const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    return reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Content-Length', sizeBytes)
      .send(chunks.length === 1 ? chunks[0] : Readable.from(chunks));
  };
}

const isRaw = (answer: RouteAnswer<EndpointDefinition>): answer is RawAnswer => 'raw' in answer;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}
