import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors/errors.ts';
import type { Right, Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Callers that an endpoint admits. The caller is checked before the request is parsed and before
 * any row is read.
 * - `public`: everyone. Credentials are ignored.
 * - `auth`: the routes under `/v1/auth`. `Authorization` is ignored, and a session cookie may be
 * read. `origin: 'required'` requires an allowed Origin, and `'not-foreign'` also accepts requests
 * without Origin.
 * - `session`: a browser session. An API key gets `session_required`.
 * - `optional-session`: a browser session or no credentials. An API key gets `session_required`.
 * The response may start a session, so an allowed Origin is required.
 * - `api-key`: any valid API key. A session gets `api_key_required`.
 * - `scopes`: a session or an API key that has every scope. With `sessions: 'membership'`, only API
 * keys need the scopes. The permissions of a session then follow from the user's membership in the
 * organization of the path, which the route checks. `boundKeys: 'refused'` marks endpoints for the
 * whole organization, on which an API key that is restricted to projects gets `insufficient_scope`.
 * `organizationKeys: 'refused'` marks endpoints for people, on which an API key of the organization
 * gets `person_required`. A personal API key counts as its user.
 * `right` is the right that a member needs in the project, which {@link rightOf} derives from the
 * scopes if it is absent.
 * `scopesIf` and `scopesUnless` add scopes that depend on the body. These are checked after the
 * body is validated.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'auth'; readonly origin: 'required' | 'not-foreign' }
  | { readonly kind: 'session' }
  | { readonly kind: 'optional-session' }
  | { readonly kind: 'api-key' }
  | ScopedAccess;

export interface ScopedAccess {
  readonly kind: 'scopes';
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly sessions?: 'membership';
  readonly boundKeys?: 'refused';
  readonly organizationKeys?: 'refused';
  readonly right?: Right;
  /** Scopes that the caller also needs if the body has a member, by member. */
  readonly scopesIf?: MemberScopes;
  /** Scopes that the caller also needs if the body lacks a member, by member. */
  readonly scopesUnless?: MemberScopes;
}

export type MemberScopes = Readonly<Record<string, readonly Scope[]>>;

/** Returns the additional scopes that a request with this body needs. */
export function scopesOfBody(
  { scopesIf = {}, scopesUnless = {} }: Pick<ScopedAccess, 'scopesIf' | 'scopesUnless'>,
  body: unknown,
): Scope[] {
  const has = (member: string): boolean =>
    (body as Record<string, unknown> | null)?.[member] !== undefined;
  const needed = [
    ...Object.entries(scopesIf).filter(([member]) => has(member)),
    ...Object.entries(scopesUnless).filter(([member]) => !has(member)),
  ];
  return [...new Set(needed.flatMap(([, scopes]) => scopes))];
}

/** Returns the right that a member needs for an endpoint. */
export function rightOf({ scopes, right }: ScopedAccess): Right {
  if (right !== undefined) return right;
  if (scopes.includes('releases:write')) return 'release';
  if (scopes.includes('i18n:write')) return 'content';
  return scopes.includes('translate:write') ? 'translate' : 'read';
}

export const publicAccess = { kind: 'public' } as const satisfies Access;
export const sessionAccess = { kind: 'session' } as const satisfies Access;
export const optionalSessionAccess = { kind: 'optional-session' } as const satisfies Access;
export const apiKeyAccess = { kind: 'api-key' } as const satisfies Access;
export const authAccess = (origin: 'required' | 'not-foreign') =>
  ({ kind: 'auth', origin }) as const satisfies Access;
export const scoped = (...scopes: [Scope, ...Scope[]]) =>
  ({ kind: 'scopes', scopes }) as const satisfies Access;
export const scopedOrMember = (...scopes: [Scope, ...Scope[]]) =>
  ({ kind: 'scopes', scopes, sessions: 'membership' }) as const satisfies Access;
/** Returns an access rule that requires further scopes if the body has, or lacks, a member. */
export const withBodyScopes = <
  A extends ScopedAccess,
  S extends Pick<ScopedAccess, 'scopesIf' | 'scopesUnless'>,
>(
  access: A,
  scopes: S,
) => ({ ...access, ...scopes }) as const satisfies Access;
/** Returns an access rule that requires the right `translate` instead of the right that the scopes imply. */
export const translating = <A extends ScopedAccess>(access: A) =>
  ({ ...access, right: 'translate' }) as const satisfies Access;
/** Returns an access rule that requires the right `propose` instead of the right that the scopes imply. */
export const proposing = <A extends ScopedAccess>(access: A) =>
  ({ ...access, right: 'propose' }) as const satisfies Access;
/** Returns an access rule that also rejects API keys of the organization, but not personal API keys. */
export const personal = <A extends ScopedAccess>(access: A) =>
  ({ ...access, organizationKeys: 'refused' }) as const satisfies Access;
/** Returns an access rule that also rejects API keys that are restricted to some projects. */
export const unbound = <A extends ScopedAccess>(access: A) =>
  ({ ...access, boundKeys: 'refused' }) as const satisfies Access;

/**
 * `json`: read and validated before the handler runs. `stream`: read by the handler.
 * `json-or-stream`: a stream if there are query parameters or the content type is not JSON, and
 * JSON otherwise.
 */
export type BodyKind = 'json' | 'stream' | 'json-or-stream';

export interface EndpointDefinition {
  /**
   * Id in the form `area.resource.verb`. It is also the name of the route's file, the OpenAPI
   * operationId and the path of the SDK method.
   */
  readonly id: string;
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyKind?: BodyKind;
  /**
   * Fields of a `multipart/form-data` body. The endpoint accepts such a body in place of `body`.
   */
  readonly form?: TObject;
  /**
   * True if the handler reads the whole body into memory. The body then counts toward the limit for
   * bodies in memory.
   */
  readonly holdsBody?: true;
  /** Maximum size of the body in bytes. Defaults to `LIMITS.bodyBytes`. */
  readonly bodyLimitBytes?: number;
  /** Status of a successful response. Defaults to 200. */
  readonly status?: 200 | 201 | 202;
  /** Status of a successful request that changed nothing. Defaults to `status`. */
  readonly unchangedStatus?: 200;
  readonly data: TSchema;
  /** Schema of `meta` in the response envelope. Defaults to an empty object. */
  readonly meta?: TObject;
  /**
   * Error codes of this endpoint, in addition to the codes of all endpoints with the same access
   * rule.
   */
  readonly errors?: readonly ErrorCode[];
  /**
   * Rate limit of the endpoint. `free`: no limit. `misses`: limited per address, and only responses
   * that are not cached in memory count. `strict`: limited per account and per address, with an
   * exact count. By default, calls count against the general limit of the caller.
   */
  readonly rate?: 'free' | 'misses' | 'strict';
  /** True if the endpoint supports `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** True if the endpoint supports `Prefer: wait=N`. */
  readonly waits?: boolean;
  /**
   * True if the response is a stream of server-sent events. `data` is then the schema of the data
   * of one event.
   */
  readonly streams?: true;
  /** True if a GET returns a strong `ETag` and supports `If-None-Match`. */
  readonly conditional?: boolean;
  /** Content types of responses without the JSON envelope, such as a page, a file or a bundle. */
  readonly rawContentTypes?: readonly string[];
}

/**
 * Declares an endpoint. Validation, serialization, OpenAPI and the SDK are derived from the
 * declaration.
 */
export function endpoint<const Definition extends EndpointDefinition>(
  definition: Definition,
): Definition {
  return definition;
}

type PartOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

export type ParamsOf<E extends EndpointDefinition> = PartOf<E['params']>;
export type QueryOf<E extends EndpointDefinition> = PartOf<E['query']>;
/**
 * True if the body of a request is optional. The body is only optional for DELETE, because many
 * clients send no body with DELETE.
 */
export const isOptionalBody = ({ method, body }: EndpointDefinition): boolean =>
  method === 'DELETE' && body !== undefined;

export type BodyOf<E extends EndpointDefinition> = PartOf<E['body']>;
export type DataOf<E extends EndpointDefinition> = PartOf<E['data']>;
export type MetaOf<E extends EndpointDefinition> = E['meta'] extends TSchema
  ? Static<E['meta']>
  : Record<string, never>;
