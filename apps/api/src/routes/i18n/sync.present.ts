import type { SyncChange } from '@parlance/contracts';
import type { SinceRow } from '../../domain/content/index.ts';

export function presentSyncChange(row: SinceRow): SyncChange {
  if (row.kind === 'renamed') {
    const { key, previousKey } = row;
    const none = { locale: null, before: null, after: null, stateBefore: null, state: null };
    return { key, previousKey, ...none, by: null };
  }
  const { key, locale, base, baseState: stateBefore, text, state, by } = row.slot;
  return { key, previousKey: null, locale, before: base, after: text, stateBefore, state, by };
}
