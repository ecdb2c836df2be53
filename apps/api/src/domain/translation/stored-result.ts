import type { StringResult } from './source-string.ts';
import type { StoredResult } from './translation-chunk.store.ts';

/** As a chunk keeps it; null for a string that is to be tried again. */
export function toStored(result: StringResult): StoredResult | null {
  if (result.status === 'deferred') return null;
  if (result.status === 'failed') return { error: result.error };
  const { text, engine, isFresh, warnings } = result;
  return {
    text,
    engine,
    ...(isFresh ? { isFresh } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

export function fromStored(stored: StoredResult): Exclude<StringResult, { status: 'deferred' }> {
  if ('error' in stored) return { status: 'failed', error: stored.error };
  const { text, engine, isFresh = false, warnings = [] } = stored;
  return { status: 'translated', text, engine, isFresh, warnings };
}
