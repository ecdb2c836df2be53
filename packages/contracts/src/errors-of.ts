import type { EndpointDefinition } from './endpoint.ts';
import { ERRORS, type ErrorCode } from './errors.ts';

const ORDER = Object.keys(ERRORS) as ErrorCode[];

/** Any operation can be sent a broken address, a late or oversized body, or a body that it does not read. */
const OF_ANY_REQUEST: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'internal',
  'service_unavailable',
];

/** Every code that an endpoint may answer with: those of its access and shape, and its own. */
export function errorsOf(endpoint: EndpointDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>(OF_ANY_REQUEST);
  if (endpoint.rate !== 'free') codes.add('rate_limited');
  if (endpoint.access.kind === 'auth') codes.add('origin_not_allowed');
  if (endpoint.access.kind === 'session' || endpoint.access.kind === 'scopes') {
    codes
      .add('unauthenticated')
      .add('origin_not_allowed')
      .add('insufficient_scope')
      .add('not_found');
  }
  if (endpoint.access.kind === 'session')
    codes.add('session_required').delete('insufficient_scope');
  if (endpoint.params) codes.add('not_found');
  // JSON is parsed, and its depth limited, also where no body is expected.
  if (endpoint.method !== 'GET') codes.add('limit_exceeded');
  if (endpoint.idempotent) codes.add('idempotency_mismatch').add('idempotency_in_progress');
  for (const code of endpoint.errors ?? []) codes.add(code);
  return ORDER.filter((code) => codes.has(code));
}
