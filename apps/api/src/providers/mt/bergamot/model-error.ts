export type ModelErrorCode =
  /** The registry or its host has no such model. */
  | 'model_not_found'
  | 'model_download_failed'
  /** The download differs from the registry, or from the first download. */
  | 'model_checksum'
  /** It would have to be downloaded, and downloads are switched off. */
  | 'model_not_cached'
  /** Downloaded and verified, but the wasm cannot run it. */
  | 'model_unusable';

/** A model that could not be obtained. `retryable` where the same attempt may succeed in a moment. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ModelErrorCode,
    detail: string,
    options: { retryable?: boolean; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
