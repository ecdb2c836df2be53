/** Errors of pg and Node when the database cannot be reached, is going down, or has been given up. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|08\d\d\d)$|^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
/** Errors of both when all connections are in use: the server's, the role's, or those of this process. */
const NO_CONNECTION = /^53300$|^timeout exceeded when trying to connect/;

/** True if the error says that the database cannot be asked, and nothing about the request. */
export const isDatabaseAway = (error: unknown): boolean =>
  says(error, AWAY) || lacksConnection(error);

/** True if the error says that no connection is free. */
export const lacksConnection = (error: unknown): boolean => says(error, NO_CONNECTION);

function says(error: unknown, pattern: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && pattern.test(code)) || pattern.test(error.message);
}
