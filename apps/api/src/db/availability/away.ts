import { isOfDatabase } from '../fault.ts';

/** Errors of pg and Node when the database cannot be reached, is going down, or has been given up. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|08\d\d\d)$|^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
/** Errors of both when all connections are in use: the server's, the role's, or those of this process. */
const NO_CONNECTION = /^53300$|^timeout exceeded when trying to connect/;

/** True if the error says that the database cannot be asked, and nothing about the request. */
export const isDatabaseAway = (error: unknown): boolean =>
  isOfDatabase(error) && tellsOfAway(error);

/** As {@link isDatabaseAway}, for an error of a connection that the caller itself has opened. */
export const tellsOfAway = (error: Error): boolean =>
  says(error, AWAY) || says(error, NO_CONNECTION);

/** True if the error says that no connection is free. */
export const lacksConnection = (error: unknown): boolean =>
  isOfDatabase(error) && says(error, NO_CONNECTION);

function says(error: Error, pattern: RegExp): boolean {
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && pattern.test(code)) || pattern.test(error.message);
}
