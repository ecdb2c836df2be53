import { tmpdir } from 'node:os';
import type { EngineContext, Segment, TranslateCall } from '../../src/providers/mt/engine.ts';

export interface RecordingContext extends EngineContext {
  /** Every log line, as JSON. */
  readonly logs: string[];
}

/** Creates the context of an engine, and records its log. */
export function createRecordingContext(): RecordingContext {
  const logs: string[] = [];
  return { dataDir: tmpdir(), fetch, logs, log: (...entry) => logs.push(JSON.stringify(entry)) };
}

/** Builds a call from bodies or segments. Bodies get the ids `s0`, `s1`… */
export function buildCall(
  segments: readonly (string | Segment)[],
  overrides: Partial<TranslateCall> = {},
): TranslateCall {
  return {
    sourceLocale: 'en',
    targetLocale: 'de',
    rendering: 'xml',
    segments: segments.map((segment, index) =>
      typeof segment === 'string' ? { id: `s${index}`, body: segment } : segment,
    ),
    signal: new AbortController().signal,
    ...overrides,
  };
}
