import { isOfDatabase } from '../fault.ts';

/** Errors of pg and Node if the database is unreachable, is shutting down, or has not answered in time. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|08\d\d\d)$|^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
/** Errors of PostgreSQL and pg if all connections of the server, the role or this process are in use. */
const NO_CONNECTION = /^53300$|^timeout exceeded when trying to connect/;

/** True if the error only says that the database is unreachable, and nothing about the request. */
export const isDatabaseAway = (error: unknown): boolean =>
  isOfDatabase(error) && tellsOfAway(error);

/** As {@link isDatabaseAway}, for an error of a connection that the caller has opened itself. */
export const tellsOfAway = (error: Error): boolean =>
  says(error, AWAY) || says(error, NO_CONNECTION);

/** True if the error says that no connection is free. */
export const lacksConnection = (error: unknown): boolean =>
  isOfDatabase(error) && says(error, NO_CONNECTION);

function says(error: Error, pattern: RegExp): boolean {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && pattern.test(code)) || pattern.test(error.message);
}
