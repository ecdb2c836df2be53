import type { LocaleCounts } from '@parlance/contracts';
import i18next from 'i18next';
import { shareOf } from '../share-of.ts';

/** Returns the properties of a progress bar with the translated and the reviewed part in percent. */
export const tonesOf = ({ translated, reviewed }: { translated: number; reviewed: number }) => ({
  value: translated,
  reviewed,
  text: i18next.t('tones', { translated: translated / 100, reviewed: reviewed / 100 }),
});

/** Returns the properties of a progress bar for the texts of a locale. */
export function tonesOfCounts({ missing, needsReview, translated, reviewed }: LocaleCounts) {
  const total = missing + needsReview + translated + reviewed;
  return tonesOf({
    translated: shareOf(total - missing, total),
    reviewed: shareOf(reviewed, total),
  });
}
