import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import type { Call } from './command.ts';
import { CliError, EXIT, type ExitCode, faultsOf } from './fault.ts';
import type { Io } from './io.ts';
import { PROGRAM } from './program.ts';

export function toCliError(error: unknown, { io, words }: Pick<Call, 'io' | 'words'>): CliError {
  if (error instanceof CliError) return error;
  if (io.signal.aborted) {
    return interruptionOf(io, 'What was written is whole; run the command again to go on.');
  }
  if (isParlanceError(error)) {
    const { code, detail, requestId, status, errors } = error;
    const exit: ExitCode =
      status === 401 || status === 403
        ? EXIT.forbidden
        : status === 429 || status >= 500
          ? EXIT.unavailable
          : code === 'import_conflict'
            ? EXIT.conflict
            : EXIT.no;
    const hint =
      code === 'unauthenticated' ? ` Run ${PROGRAM} login, or set another PARLANCE_KEY.` : '';
    const problem = { code, detail: `${detail}${hint}`, errors, requestId };
    return new CliError(exit, faultsOf(problem, words));
  }
  if (error instanceof ParlanceConnectionError) {
    if (error.cause instanceof CliError) return error.cause;
    const message = [error.message, reasonOf(error.cause)].filter(Boolean).join(': ');
    return new CliError(EXIT.unavailable, [{ code: error.reason, message }]);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(EXIT.no, [{ code: 'failed', message }]);
}

/**
 * Returns the message of the innermost cause, because `fetch failed` alone does not tell the
 * reason.
 */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  return reasonOf(cause.cause) || cause.message || String((cause as NodeJS.ErrnoException).code);
}

/**
 * Returns the error for a command that Ctrl-C or `--timeout` interrupted. `next` is a sentence for
 * the user about what has been done and what can be done now.
 */
export function interruptionOf(
  { signal }: Pick<Io, 'signal'>,
  next: string,
  data?: unknown,
): CliError {
  const isLate = (signal.reason as Error | undefined)?.name === 'TimeoutError';
  return isLate
    ? new CliError(
        EXIT.unavailable,
        [{ code: 'timeout', message: `The time of --timeout is over. ${next}` }],
        data,
      )
    : new CliError(
        EXIT.interrupted,
        [{ code: 'interrupted', message: `Interrupted. ${next}` }],
        data,
      );
}
