import { EngineError, type EngineErrorCode, type EngineErrorOptions } from '../../engine.ts';

/** Reasons why a model cannot be downloaded or used, with the error code of each. */
const CODES = {
  /** The model registry does not list the model, or its storage host does not have the file. */
  model_not_found: 'unsupported_pair',
  /** The model is not downloaded, and downloads are disabled. */
  model_not_cached: 'unsupported_pair',
  model_download_failed: 'engine_unavailable',
  /**
   * The checksum of the downloaded file differs from the checksum in the registry, or from the
   * file's checksum at its first download.
   */
  model_checksum: 'engine_unavailable',
  /** The model is downloaded and verified, but the WebAssembly module cannot run it. */
  model_unusable: 'engine_unavailable',
} as const satisfies Record<string, EngineErrorCode>;

export const modelError = (
  reason: keyof typeof CODES,
  detail: string,
  options: Omit<EngineErrorOptions, 'reason'> = {},
): EngineError => new EngineError(CODES[reason], detail, { ...options, reason });
