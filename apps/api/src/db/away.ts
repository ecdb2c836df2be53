/** What pg and Node say when the database cannot be reached, is going down, or has been given up. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|08\d\d\d)$|^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** Whether an error says that the database is away, and nothing about the request. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && AWAY.test(code)) || AWAY.test(error.message);
}
