import type { FastifyRequest } from 'fastify';
import { matchesEtag } from '../../lib/etag.ts';
import type { RawAnswer } from './raw-answer.ts';

/** The 304 answer to a request with a current `If-None-Match`, and the headers for all other answers. */
export interface Conditional {
  /** The 304 answer, or null if the client does not have this revision. */
  readonly notModified: RawAnswer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Compares `If-None-Match` with the strong ETag of a revision. The revision must cover everything on which the answer
 * depends, besides its URL and the version of the service.
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
