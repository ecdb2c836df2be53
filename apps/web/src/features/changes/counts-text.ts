import type { Change } from '@parlance/contracts';
import type { TFunction } from 'i18next';

const COUNTS = ['values', 'keysCreated', 'keysEdited', 'keysArchived', 'keysRestored'] as const;

/** Returns a sentence with the numbers of keys and values that a change has written. */
export function countsText(counts: Change['counts'], t: TFunction): string {
  const shown = COUNTS.filter((name) => counts[name] > 0);
  if (shown.length === 0) return t('changes.nothing');
  return shown.map((name) => t(`changes.counts.${name}`, { count: counts[name] })).join(' · ');
}
