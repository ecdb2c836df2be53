import {
  type ApertiumEngine,
  type ApertiumOptions,
  createApertiumEngine,
} from '../../../src/providers/mt/apertium.ts';
import type { SegmentResult, TranslateCall } from '../../../src/providers/mt/engine.ts';

/** Folder of the language data in Debian's packages. */
export const DATA_DIR = '/usr/share/apertium';
const never = new AbortController().signal;

export const openApertium = (overrides: Partial<ApertiumOptions> = {}): ApertiumEngine =>
  createApertiumEngine({ dataDir: DATA_DIR, maxPipelines: 3, log() {}, ...overrides });

/** Builds a call from English to Spanish. */
export const apertiumCall = (
  bodies: readonly string[],
  overrides: Partial<TranslateCall> = {},
): TranslateCall => ({
  sourceLocale: 'en',
  targetLocale: 'es',
  rendering: 'superblank',
  segments: bodies.map((body, index) => ({ id: String(index), body })),
  signal: never,
  ...overrides,
});

export const bodiesOf = (results: readonly SegmentResult[]): string[] =>
  results.map(({ body, error }) => body ?? `error: ${error?.detail}`);
