import { LIMITS } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the wait time of `Prefer: wait=N` (RFC 7240 §4.3) in milliseconds, up to the maximum.
 * Defaults to `defaultSeconds`.
 */
export function waitMsOf(request: FastifyRequest, defaultSeconds: number): number {
  const header = request.headers.prefer;
  const given = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(String(header ?? ''))?.[1];
  const seconds = given === undefined ? defaultSeconds : Number(given);
  return Math.min(seconds, LIMITS.waitSeconds) * 1000;
}
