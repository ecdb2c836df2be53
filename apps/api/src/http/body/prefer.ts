import { LIMITS } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';

/** `Prefer: wait=N` (RFC 7240 §4.3) in milliseconds, bounded; `defaultSeconds` if it is not said. */
export function waitMsOf(request: FastifyRequest, defaultSeconds: number): number {
  const header = request.headers.prefer;
  const given = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(String(header ?? ''))?.[1];
  const seconds = given === undefined ? defaultSeconds : Number(given);
  return Math.min(seconds, LIMITS.waitSeconds) * 1000;
}
