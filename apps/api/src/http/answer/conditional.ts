import type { FastifyRequest } from 'fastify';
import { matchesEtag } from '../../lib/etag.ts';
import type { RawAnswer } from './raw-answer.ts';

/** Result of the check of `If-None-Match`: the 304 response, or headers for the full response. */
export interface Conditional {
  /** The 304 response. Null if the client does not have the current revision. */
  readonly notModified: RawAnswer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Compares `If-None-Match` with the ETag of a revision. The response must depend only on the
 * revision, the URL and the version of the service.
 */
export function conditionalOn(
  request: FastifyRequest,
  revision: string,
  version: string,
): Conditional {
  const headers = { ETag: `"${revision}-${version}"` };
  const isKnown = matchesEtag(request.headers['if-none-match'], [headers.ETag]);
  return { notModified: isKnown ? { raw: null, status: 304, headers } : null, headers };
}
