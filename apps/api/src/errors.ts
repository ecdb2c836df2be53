import type {
  ErrorCode,
  Fault,
  FaultCode,
  ImportConflict,
  TranslationValue,
} from '@parlance/contracts';

export interface FailureExtra {
  /** Faults of the request, if there are several of them or if they have places in the request. */
  errors?: readonly Fault[];
  /** Delay in seconds for the header `Retry-After`. */
  retryAfterSeconds?: number;
  /** Current state of the value that the request would have changed. Null if the value does not exist. */
  current?: TranslationValue | null;
  /** Changes that a merge could not resolve. */
  conflicts?: readonly ImportConflict[];
  cause?: unknown;
}

/** An error with a code of the catalog. Only the error handler knows its HTTP status. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;
  readonly current: TranslationValue | null | undefined;
  readonly conflicts: readonly ImportConflict[] | undefined;

  constructor(code: ErrorCode, detail: string, extra: FailureExtra = {}) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.errors = extra.errors ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.current = extra.current;
    this.conflicts = extra.conflicts;
  }
}

/** Throws a failure with `code`. `detail` tells the caller what is wrong and how to correct it. */
export function fail(code: ErrorCode, detail: string, extra?: FailureExtra): never {
  throw new Failure(code, detail, extra);
}

/**
 * Throws a failure about one part of a request. `path` is that of a problem's `errors`, `message` completes a sentence
 * about it, and `code` is the violated rule.
 */
export function failAt(path: string, message: string, code?: FaultCode): never {
  const fault = { path, message, ...(code && { code }) };
  fail('validation_failed', `${path} ${message}.`, { errors: [fault] });
}
