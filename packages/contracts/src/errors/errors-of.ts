import { type Access, type EndpointDefinition, rightOf } from '../endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';

const CODES_OF_ACCESS: Readonly<Record<Access['kind'], readonly ErrorCode[]>> = {
  public: [],
  auth: ['origin_not_allowed'],
  session: ['unauthenticated', 'origin_not_allowed', 'session_required', 'not_found'],
  'optional-session': ['unauthenticated', 'origin_not_allowed', 'session_required', 'not_found'],
  'api-key': ['unauthenticated', 'origin_not_allowed', 'api_key_required', 'not_found'],
  scopes: ['unauthenticated', 'origin_not_allowed', 'insufficient_scope', 'not_found'],
};

const ORDER = Object.keys(ERRORS) as ErrorCode[];

/**
 * Errors that every endpoint can return, for example for a malformed URL, a slow or oversized body, or an
 * unsupported content type.
 */
const OF_ANY_REQUEST: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'internal',
  'service_unavailable',
];

/** Returns all error codes with which an endpoint may respond, in the order of the catalog. */
export function errorsOf(endpoint: EndpointDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>(OF_ANY_REQUEST);
  if (endpoint.rate !== 'free') codes.add('rate_limited');
  for (const code of CODES_OF_ACCESS[endpoint.access.kind]) codes.add(code);
  if (endpoint.access.kind === 'scopes' && rightOf(endpoint.access) !== 'read') {
    codes.add('role_forbidden');
  }
  if (endpoint.access.kind === 'scopes' && endpoint.access.organizationKeys === 'refused') {
    codes.add('person_required');
  }
  if (endpoint.params) codes.add('not_found');
  if (endpoint.method !== 'GET') codes.add('limit_exceeded');
  if (endpoint.idempotent) codes.add('idempotency_mismatch').add('idempotency_in_progress');
  for (const code of endpoint.errors ?? []) codes.add(code);
  return ORDER.filter((code) => codes.has(code));
}
