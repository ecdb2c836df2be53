import type {
  AccountLoss,
  BulkConflict,
  CurrentSource,
  ErrorCode,
  Fault,
  FaultCode,
  ImportConflict,
  NeededRight,
  TranslationValue,
} from '@parlance/contracts';

export interface FailureExtra {
  /**
   * Errors in the parts of the request. Absent if there is a single error that concerns the whole
   * request.
   */
  errors?: readonly Fault[];
  retryAfterSeconds?: number;
  /**
   * The current value, if the request failed because the value has a newer version than the request
   * expected. Null if the value does not exist.
   */
  current?: TranslationValue | null;
  /** The current source string, if the request failed because it has changed. */
  currentSource?: CurrentSource;
  /** The first values of a bulk change that have changed since the caller read them. */
  currentValues?: readonly BulkConflict[];
  conflicts?: readonly ImportConflict[];
  /** The organizations that would lose something if the account were deleted. */
  losses?: readonly AccountLoss[];
  /** The right that the member lacks. */
  needs?: NeededRight;
  cause?: unknown;
}

/** An error with a code from the catalog. The error handler determines its HTTP status. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;
  readonly current: TranslationValue | null | undefined;
  readonly currentSource: CurrentSource | undefined;
  readonly currentValues: readonly BulkConflict[] | undefined;
  readonly conflicts: readonly ImportConflict[] | undefined;
  readonly losses: readonly AccountLoss[] | undefined;
  readonly needs: NeededRight | undefined;

  constructor(code: ErrorCode, detail: string, extra: FailureExtra = {}) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.errors = extra.errors ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.current = extra.current;
    this.currentSource = extra.currentSource;
    this.currentValues = extra.currentValues;
    this.conflicts = extra.conflicts;
    this.losses = extra.losses;
    this.needs = extra.needs;
  }
}

/** Message for a project that does not exist or belongs to another organization. */
export const NO_PROJECT = 'The project does not exist.';

/**
 * Throws a failure with an error code. `detail` tells the caller what is wrong and how to correct
 * it.
 */
export function fail(code: ErrorCode, detail: string, extra?: FailureExtra): never {
  throw new Failure(code, detail, extra);
}

/**
 * Throws a failure about one part of a request, or about its whole body if `path` is empty. `message`
 * completes a sentence that begins with `path`.
 */
export function failAt(path: string, message: string, code?: FaultCode): never {
  const fault = { path, message, ...(code && { code }) };
  fail('validation_failed', `${path || 'The body'} ${message}.`, { errors: [fault] });
}
