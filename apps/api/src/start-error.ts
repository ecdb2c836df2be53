import { DatabaseError } from './db/await-database.ts';
import { EmbeddedPostgresError } from './db/embedded.ts';

/** The exit code of a process that could not start. `scripts/run/supervise.mjs` does not start it again. */
export const START_ERROR_EXIT_CODE = 2;

/** A reason not to start that the operator can remove: the message is one sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns what the operator is told when the service does not start. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseError;
  return isPlain ? error.message : (error.stack ?? error.message);
}
