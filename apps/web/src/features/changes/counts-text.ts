import type { Change } from '@parlance/contracts';
import type { TFunction } from 'i18next';

const COUNTS = ['values', 'keysCreated', 'keysEdited', 'keysArchived', 'keysRestored'] as const;

/** Returns a sentence with the numbers of keys and values that a change has written. */
export function countsText(counts: Change['counts'], t: TFunction): string {
  const shown = COUNTS.filter((name) => counts[name] > 0);
  if (shown.length === 0) return t('changes.nothing');
  return shown.map((name) => t(`changes.counts.${name}`, { count: counts[name] })).join(' · ');
}

/** Returns the numbers of keys and values that several changes have written together. */
export function sumOfCounts(changes: readonly Change[]): Change['counts'] {
  const sum = { values: 0, keysCreated: 0, keysEdited: 0, keysArchived: 0, keysRestored: 0 };
  for (const { counts } of changes) for (const name of COUNTS) sum[name] += counts[name];
  return sum;
}
