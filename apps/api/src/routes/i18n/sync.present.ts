import type { SyncChange } from '@parlance/contracts';
import type { SinceRow } from '../../domain/sync/since.store.ts';

export function presentSyncChange(row: SinceRow): SyncChange {
  if (row.kind === 'renamed') {
    const { key, previousKey } = row;
    return { key, previousKey, locale: null, before: null, after: null, state: null, by: null };
  }
  const { key, locale, base, text, state, by } = row.slot;
  return { key, previousKey: null, locale, before: base, after: text, state, by };
}
