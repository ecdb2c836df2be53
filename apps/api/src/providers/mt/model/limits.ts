import type { EngineSetting, EngineVariables } from '../engine.ts';
import { checkWholeNumber } from '../setting-checks.ts';

/** Limits of the requests to a language model. */
export interface ModelLimits {
  readonly maxBatchLength: number;
  readonly maxConcurrentCalls: number;
  readonly timeoutMs: number;
}

const DEFAULT_BATCH_LENGTH = 6_000;
const DEFAULT_CONCURRENT_CALLS = 4;
const DEFAULT_TIMEOUT_MS = 120_000;

export interface LimitNotes {
  readonly batchLength?: string;
  readonly timeout?: string;
}

/** Returns the settings for the limits. The names of their variables begin with `prefix`. */
export function limitSettings(prefix: string, notes: LimitNotes = {}): EngineSetting[] {
  return [
    {
      variable: `${prefix}_BATCH_LENGTH`,
      description: `Maximum number of source characters per request. Neighboring strings and examples may take as many again.${notes.batchLength ?? ''}`,
      default: String(DEFAULT_BATCH_LENGTH),
      check: checkWholeNumber(200, 50_000),
    },
    {
      variable: `${prefix}_CONCURRENT_CALLS`,
      description: 'Maximum number of concurrent requests of each process of the service.',
      default: String(DEFAULT_CONCURRENT_CALLS),
      check: checkWholeNumber(1, 64),
    },
    {
      variable: `${prefix}_TIMEOUT_MS`,
      description: `Timeout of one request in milliseconds${notes.timeout ?? ''}.`,
      default: String(DEFAULT_TIMEOUT_MS),
      check: checkWholeNumber(1_000, 1_800_000),
    },
  ];
}

export function readLimits(prefix: string, settings: EngineVariables): ModelLimits {
  return {
    maxBatchLength: Number(settings[`${prefix}_BATCH_LENGTH`] || DEFAULT_BATCH_LENGTH),
    maxConcurrentCalls: Number(settings[`${prefix}_CONCURRENT_CALLS`] || DEFAULT_CONCURRENT_CALLS),
    timeoutMs: Number(settings[`${prefix}_TIMEOUT_MS`] || DEFAULT_TIMEOUT_MS),
  };
}
