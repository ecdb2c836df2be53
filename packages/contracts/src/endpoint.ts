import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. Checked before anything is parsed or looked up.
 * - `public`: anybody; credentials are not read.
 * - `auth`: the routes under `/v1/auth`; `Authorization` is ignored, a session cookie may be read.
 *   `origin: 'required'` wants an allowed Origin, `'not-foreign'` only refuses one that is not allowed.
 * - `session`: a browser session; an API key gets `session_required`.
 * - `optional-session`: a browser session or no credentials; an API key gets `session_required`. The answer
 *   may start a session, so an allowed Origin is needed.
 * - `scopes`: a session or an API key that has every one of them. With `sessions: 'membership'` only
 *   an API key needs them: what a session may do follows from its user's membership in the
 *   organization of the path, which the route checks. With `boundKeys: 'refused'` it is about the
 *   organization as a whole: an API key that is bound to projects gets `insufficient_scope`.
 *   `scopesIf` and `scopesUnless` add scopes that depend on the body; they are checked once it is valid.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'auth'; readonly origin: 'required' | 'not-foreign' }
  | { readonly kind: 'session' }
  | { readonly kind: 'optional-session' }
  | ScopedAccess;

export interface ScopedAccess {
  readonly kind: 'scopes';
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly sessions?: 'membership';
  readonly boundKeys?: 'refused';
  /** Scopes that the caller also needs if the body has this member. */
  readonly scopesIf?: MemberScopes;
  /** Scopes that the caller also needs if the body lacks this member. */
  readonly scopesUnless?: MemberScopes;
}

/** Scopes by the name of a member of the body. */
export type MemberScopes = Readonly<Record<string, readonly Scope[]>>;

/** Returns the scopes that `body` needs beyond those of every call. */
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

export const publicAccess = { kind: 'public' } as const satisfies Access;
export const sessionAccess = { kind: 'session' } as const satisfies Access;
export const optionalSessionAccess = { kind: 'optional-session' } as const satisfies Access;
export const authAccess = (origin: 'required' | 'not-foreign') =>
  ({ kind: 'auth', origin }) as const satisfies Access;
export const scoped = (...scopes: [Scope, ...Scope[]]) =>
  ({ kind: 'scopes', scopes }) as const satisfies Access;
export const scopedOrMember = (...scopes: [Scope, ...Scope[]]) =>
  ({ kind: 'scopes', scopes, sessions: 'membership' }) as const satisfies Access;
/** The same access, with more scopes for some bodies. */
export const withBodyScopes = <
  A extends ScopedAccess,
  S extends Pick<ScopedAccess, 'scopesIf' | 'scopesUnless'>,
>(
  access: A,
  scopes: S,
) => ({ ...access, ...scopes }) as const satisfies Access;
/** The same access without API keys that are bound to projects. */
export const unbound = <A extends ScopedAccess>(access: A) =>
  ({ ...access, boundKeys: 'refused' }) as const satisfies Access;

/**
 * How the body arrives.
 * - `json`: parsed, then checked against `body`.
 * - `stream`: handed to the route as it comes in (imports, uploads); `body` only describes it.
 */
export type BodyKind = 'json' | 'stream';

export interface EndpointDefinition {
  /** `area.resource.verb`; also the route's file, the OpenAPI operationId and the SDK's method. */
  readonly id: string;
  readonly method: Method;
  /** With `:name` parameters, as in the specification. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyKind?: BodyKind;
  /** Largest body in bytes; `LIMITS.bodyBytes` unless told. */
  readonly bodyLimitBytes?: number;
  /** Status of a success; 200 unless told. A route may answer 200 or 202 where both are listed. */
  readonly status?: 200 | 201 | 202;
  /** Status of a success that changed nothing, where it is not the same. */
  readonly unchangedStatus?: 200;
  readonly data: TSchema;
  /** The envelope's `meta`; an empty object unless told. */
  readonly meta?: TObject;
  /** Codes beyond those that every endpoint of its access has. */
  readonly errors?: readonly ErrorCode[];
  /**
   * How its calls are counted: `free` not at all, `misses` for each address where the answer is not in
   * memory, `strict` exactly and for each account and address, else against the caller's budget.
   */
  readonly rate?: 'free' | 'misses' | 'strict';
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** Whether `Prefer: wait=N` is honoured. */
  readonly waits?: boolean;
  /** Answers with something else than the JSON envelope (a page, a raw file, a bundle). */
  readonly rawContentTypes?: readonly string[];
}

/** One endpoint of the wire as a value: validation, serialization, OpenAPI and SDK follow from it. */
export function endpoint<const Definition extends EndpointDefinition>(
  definition: Definition,
): Definition {
  return definition;
}

type PartOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

export type ParamsOf<E extends EndpointDefinition> = PartOf<E['params']>;
export type QueryOf<E extends EndpointDefinition> = PartOf<E['query']>;
export type BodyOf<E extends EndpointDefinition> = PartOf<E['body']>;
export type DataOf<E extends EndpointDefinition> = PartOf<E['data']>;
export type MetaOf<E extends EndpointDefinition> = E['meta'] extends TSchema
  ? Static<E['meta']>
  : Record<string, never>;
