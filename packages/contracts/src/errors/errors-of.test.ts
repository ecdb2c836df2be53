import { describe, expect, it } from 'vitest';
import { authSignIn } from '../auth.ts';
import type { EndpointDefinition } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.generated.ts';
import { healthGet } from '../health.ts';
import { i18nReleasesCreate } from '../i18n/releases.ts';
import { usersMeUpdate } from '../users.ts';
import { ERRORS } from './errors.ts';
import { errorsOf } from './errors-of.ts';

describe('errorsOf', () => {
  it('returns only the general error codes for an endpoint without input', () => {
    expect(errorsOf(healthGet)).toEqual([
      'malformed_request',
      'request_timeout',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
      'internal',
      'service_unavailable',
    ]);
  });

  it('includes rate_limited exactly for the endpoints with a rate limit', () => {
    for (const endpoint of ENDPOINTS as readonly EndpointDefinition[]) {
      const isCounted = endpoint.rate !== 'free';
      expect(errorsOf(endpoint).includes('rate_limited'), endpoint.id).toBe(isCounted);
    }
  });

  it('returns the codes that follow from the access, the schemas and the endpoint itself', () => {
    expect(errorsOf(i18nReleasesCreate)).toEqual([
      'malformed_request',
      'unauthenticated',
      'insufficient_scope',
      'origin_not_allowed',
      'role_forbidden',
      'not_found',
      'request_timeout',
      'conflict',
      'archived',
      'idempotency_mismatch',
      'idempotency_in_progress',
      'checks_failed',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
      'limit_exceeded',
      'rate_limited',
      'internal',
      'bundle_store_failed',
      'service_unavailable',
    ]);
  });

  it('includes session_required and not insufficient_scope for an endpoint that requires a session', () => {
    expect(errorsOf(usersMeUpdate)).toContain('session_required');
    expect(errorsOf(usersMeUpdate)).not.toContain('insufficient_scope');
  });

  it('includes invalid_credentials and not unauthenticated for the sign-in', () => {
    expect(errorsOf(authSignIn)).toContain('invalid_credentials');
    expect(errorsOf(authSignIn)).not.toContain('unauthenticated');
  });

  it('returns each code once, in the order of the catalog, for every endpoint', () => {
    const order = Object.keys(ERRORS);
    for (const endpoint of ENDPOINTS) {
      const places = errorsOf(endpoint).map((code) => order.indexOf(code));
      expect(places, endpoint.id).toEqual([...new Set(places)].sort((a, b) => a - b));
    }
  });
});
