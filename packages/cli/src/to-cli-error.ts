import { relative } from 'node:path';
import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import type { Call, Outcome } from './command.ts';
import { CliError, EXIT, type ExitCode, faultsOf } from './fault.ts';
import type { Io } from './io.ts';
import { PROGRAM } from './program.ts';

/** Advice if a server does not respond. */
const ADDRESS_HINT =
  '. Check that the service runs, and its address in --url, PARLANCE_URL or "server" of parlance.json.';

/** Codes of the service for names or values of the user that do not exist or are not accepted. */
const WRONG_USE: ReadonlySet<string> = new Set(['not_found', 'validation_failed']);

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no',
  ENOTDIR: 'A part of the path is no folder:',
  EISDIR: 'This is a folder, not a file:',
  EACCES: 'You may not open',
  EPERM: 'You may not change',
};

/** Describes an error of the file system. Null for any other error. */
function describeFileError(error: unknown, { cwd }: Pick<Io, 'cwd'>): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const words = Object.hasOwn(FILE_ERRORS, code) ? FILE_ERRORS[code] : undefined;
  if (words === undefined || typeof path !== 'string') return null;
  const shown = relative(cwd, path);
  return `${words} ${shown === '' || shown.startsWith('..') ? path : shown}.`;
}

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
            : WRONG_USE.has(code)
              ? EXIT.usage
              : EXIT.no;
    const hint =
      code === 'unauthenticated' ? ` Run ${PROGRAM} login, or set another PARLANCE_KEY.` : '';
    const problem = { code, detail: `${detail}${hint}`, errors, requestId };
    return new CliError(exit, faultsOf(problem, words));
  }
  if (error instanceof ParlanceConnectionError) {
    if (error.cause instanceof CliError) return error.cause;
    const message = [error.message, reasonOf(error.cause)].filter(Boolean).join(': ');
    const hint = error.reason === 'network' ? ADDRESS_HINT : '';
    return new CliError(EXIT.unavailable, [{ code: error.reason, message: message + hint }]);
  }
  const ofFile = describeFileError(error, io);
  if (ofFile !== null) return new CliError(EXIT.usage, [{ code: 'usage', message: ofFile }]);
  const message = error instanceof Error ? error.message : String(error);
  return new CliError(EXIT.no, [{ code: 'failed', message }]);
}

/** Returns the message of the innermost cause, because `fetch failed` alone does not state the reason. */
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

/**
 * Returns the outcome of a command whose second part failed. The outcome still reports the results of the first part.
 */
export function failedAfter(
  call: Pick<Call, 'io' | 'words'>,
  done: Outcome,
  error: unknown,
): Outcome {
  const { exit, faults, data } = toCliError(error, call);
  return {
    ...done,
    data: { ...(done.data as object), ...(data as object | null) },
    errors: [...(done.errors ?? []), ...faults],
    exit,
  };
}
