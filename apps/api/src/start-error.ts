import { DatabaseError } from './db/availability/await-database.ts';
import { EmbeddedPostgresError } from './db/embedded/embedded.ts';
import { SQL_STATES, sqlStateOf } from './db/fault.ts';

/**
 * Exit code of a process that could not start. `scripts/run/supervise.mjs` does not restart such a
 * process.
 */
export const START_ERROR_EXIT_CODE = 2;

/**
 * A problem that prevents the start and that the operator can solve. The message is one sentence.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseError;
  if (isPlain) return error.message;
  const state = sqlStateOf(error);
  if (state === SQL_STATES.privilege || state === SQL_STATES.noSchema) {
    return `The role of DATABASE_URL lacks a privilege: ${error.message}. Make it the owner of the database (ALTER DATABASE … OWNER TO …), or grant it CREATE on the database and on the schema public.`;
  }
  if (state !== null) return `The database refused a statement: ${error.message} (${state}).`;
  return error.stack ?? error.message;
}
