import type {
  Access,
  BodyOf,
  DataOf,
  EndpointDefinition,
  MetaOf,
  ParamsOf,
  QueryOf,
} from '@parlance/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import type { ApiKeyPrincipal, Page, Principal, UserPrincipal } from '../domain/kernel/index.ts';
import type { AnswerHeaders, RawAnswer } from './answer/raw-answer.ts';
import type { BundleCache } from './bundle/bundle-cache.ts';
import type { Documents } from './docs/documents.ts';

type PrincipalFor<A extends Access> = A extends { kind: 'scopes' }
  ? Principal
  : A extends { kind: 'session' }
    ? UserPrincipal
    : A extends { kind: 'optional-session' }
      ? UserPrincipal | null
      : A extends { kind: 'api-key' }
        ? ApiKeyPrincipal
        : null;

export interface RouteCall<E extends EndpointDefinition> {
  readonly deps: AppDeps;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly principal: PrincipalFor<E['access']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly bundles: BundleCache;
  readonly documents: Documents;
  /**
   * Counts a bundle request that cannot be answered from memory.
   * @throws `rate_limited`
   */
  countMiss(): Promise<void>;
  /**
   * Aborts when the client disconnects. For endpoints that wait, also aborts when the process shuts
   * down.
   */
  readonly signal: AbortSignal;
}

export interface EnvelopeAnswer<E extends EndpointDefinition> {
  readonly data: DataOf<E>;
  readonly meta?: MetaOf<E>;
  readonly status?: 200 | 201 | 202;
  readonly headers?: AnswerHeaders;
}

export type RouteAnswer<E extends EndpointDefinition> = EnvelopeAnswer<E> | RawAnswer;

export interface Route {
  readonly endpoint: EndpointDefinition;
  handle(call: RouteCall<EndpointDefinition>): Promise<RouteAnswer<EndpointDefinition>>;
}

export function route<const E extends EndpointDefinition>(
  endpoint: E,
  handle: (call: RouteCall<E>) => Promise<RouteAnswer<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}

export function listAnswer<Row, Item>(
  page: Page<Row>,
  present: (row: Row) => Item,
): { data: Item[]; meta: Omit<Page<Row>, 'rows'> } {
  const { rows, nextCursor, limit, total } = page;
  return {
    data: rows.map(present),
    meta: { nextCursor, limit, ...(total !== undefined && { total }) },
  };
}
