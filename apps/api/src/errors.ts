import type {
  ErrorCode,
  Fault,
  FaultCode,
  ImportConflict,
  TranslationValue,
} from '@parlance/contracts';

export interface FailureExtra {
  /** One entry per fault, if there are several or they have places. */
  errors?: readonly Fault[];
  /** Seconds; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The value that the request would have changed; null if it is missing. */
  current?: TranslationValue | null;
  /** Changes that a merge could not decide. */
  conflicts?: readonly ImportConflict[];
  cause?: unknown;
}

/** A refusal with a code of the catalog. The error handler alone knows its status. */
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

/** Refuses with `code`; `detail` says to the caller what is wrong and what would help. */
export function fail(code: ErrorCode, detail: string, extra?: FailureExtra): never {
  throw new Failure(code, detail, extra);
}

/**
 * Refuses one part of a request: `path` as in a problem's `errors`, `message` as its predicate, `code` for the rule
 * that it breaks.
 */
export function failAt(path: string, message: string, code?: FaultCode): never {
  const fault = { path, message, ...(code && { code }) };
  fail('validation_failed', `${path} ${message}.`, { errors: [fault] });
}
