import type {
  AccountLoss,
  BulkConflict,
  CurrentSource,
  ErrorCode,
  Fault,
  ImportConflict,
  NeededRight,
  TranslationValue,
} from './contract.ts';

/** An error response of the service (RFC 9457). Its code is stable. */
export class ParlanceError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ParlanceError';
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Id of the request in the server log. */
  readonly requestId: string;
  readonly errors: readonly Fault[];
  /** Delay in seconds before a retry, if the server sent `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  /**
   * Current state of the value after the error `version_conflict`. Null if the value does not
   * exist, and undefined for other errors.
   */
  readonly current: TranslationValue | null | undefined;
  /** The current source string after the error `version_conflict`, if it has changed since the caller read it. */
  readonly currentSource: CurrentSource | undefined;
  /**
   * The first values that have changed since the caller read them, after the error `version_conflict` of a bulk change.
   */
  readonly currentValues: readonly BulkConflict[] | undefined;
  /** The first conflicts, if a merge failed with `import_conflict`. Undefined for other errors. */
  readonly conflicts: readonly ImportConflict[] | undefined;
  /**
   * The losses that the deletion of an account or the end of a membership would cause, after the
   * error `conflict`. Undefined for other errors.
   */
  readonly losses: readonly AccountLoss[] | undefined;
  /** The right that the member lacks after the error `role_forbidden`. Undefined for other errors. */
  readonly needs: NeededRight | undefined;

  constructor(problem: ProblemMembers<Code>, retryAfterSeconds: number | null) {
    super(`${problem.code} (${problem.status}): ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.requestId = problem.requestId;
    this.errors = problem.errors;
    this.conflicts = problem.conflicts;
    this.current = problem.current;
    this.currentSource = problem.currentSource;
    this.currentValues = problem.currentValues;
    this.losses = problem.losses;
    this.needs = problem.needs;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ProblemMembers<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors: readonly Fault[];
  readonly current?: TranslationValue | null;
  readonly currentSource?: CurrentSource;
  readonly currentValues?: readonly BulkConflict[];
  readonly conflicts?: readonly ImportConflict[];
  readonly losses?: readonly AccountLoss[];
  readonly needs?: NeededRight;
}

/**
 * Error for a call without a response from the service. `network`: the service is unreachable.
 * `timeout`: there was no response in time. `unexpected_answer`: another server responded, such as
 * a proxy.
 */
export class ParlanceConnectionError extends Error {
  override readonly name = 'ParlanceConnectionError';
  readonly reason: 'network' | 'timeout' | 'unexpected_answer';
  readonly status: number | null;

  constructor(
    reason: ParlanceConnectionError['reason'],
    message: string,
    options: { cause?: unknown; status?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.status = options.status ?? null;
  }
}

/**
 * True for an error response of the service with one of these codes. Without codes, true for any
 * error response.
 */
export function isParlanceError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ParlanceError<Code> {
  if (!(error instanceof ParlanceError)) return false;
  return codes.length === 0 || (codes as readonly ErrorCode[]).includes(error.code);
}

export async function readError(response: Response): Promise<Error> {
  const text = await response.text();
  const problem = problemIn(text);
  if (problem) return new ParlanceError(problem, readRetryAfter(response));
  return new ParlanceConnectionError(
    'unexpected_answer',
    `The response with status ${response.status} is not from Parlance.`,
    { status: response.status },
  );
}

function problemIn(text: string): ProblemMembers | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const problem = parsed as Partial<ProblemMembers>;
  if (typeof problem.code !== 'string' || typeof problem.status !== 'number') return null;
  return {
    code: problem.code,
    status: problem.status,
    title: problem.title ?? problem.code,
    detail: problem.detail ?? problem.title ?? problem.code,
    requestId: problem.requestId ?? '',
    errors: problem.errors ?? [],
    ...(problem.current === undefined ? {} : { current: problem.current }),
    ...(problem.currentSource && { currentSource: problem.currentSource }),
    ...(problem.currentValues && { currentValues: problem.currentValues }),
    ...(problem.conflicts === undefined ? {} : { conflicts: problem.conflicts }),
    ...(problem.losses && { losses: problem.losses }),
    ...(problem.needs === undefined ? {} : { needs: problem.needs }),
  };
}

/**
 * Returns the value of `Retry-After` in seconds. The header contains seconds or a date (RFC 9110
 * §10.2.3).
 */
export function readRetryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
