import type { FastifyRequest } from 'fastify';
import { matchesEtag } from '../../lib/etag.ts';
import type { RawAnswer } from './raw-answer.ts';

/**
 * Result for a request that may have `If-None-Match`: the 304 response, or headers for the full
 * response.
 */
export interface Conditional {
  /** The 304 response. Null if the client does not have the current revision. */
  readonly notModified: RawAnswer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Compares `If-None-Match` with the strong ETag of a revision. Apart from the URL and the version
 * of the service, the response must depend only on the revision.
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
