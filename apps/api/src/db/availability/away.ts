import { isOfDatabase } from '../fault.ts';

/**
 * Matches errors of pg and Node if the database is unreachable, is shutting down, or did not
 * respond in time.
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|08\d\d\d)$|^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
/**
 * Matches the errors of PostgreSQL and pg for a reached connection limit. The server, the
 * role or the pool can have the limit.
 */
const NO_CONNECTION = /^53300$|^timeout exceeded when trying to connect/;

export const isDatabaseAway = (error: unknown): boolean =>
  isOfDatabase(error) && tellsOfAway(error);

/**
 * True if an error means that the database is unreachable. Use it for connections that do not
 * belong to the pool.
 */
export const tellsOfAway = (error: Error): boolean =>
  says(error, AWAY) || says(error, NO_CONNECTION);

export const lacksConnection = (error: unknown): boolean =>
  isOfDatabase(error) && says(error, NO_CONNECTION);

function says(error: Error, pattern: RegExp): boolean {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && pattern.test(code)) || pattern.test(error.message);
}
