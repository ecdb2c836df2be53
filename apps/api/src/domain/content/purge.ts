import { readOutdatedCount } from '../value/outdated-count.store.ts';
import { purgeValues } from './purge.store.ts';
import type { Writing } from './writing.ts';

export { forgetVersions as forgetTexts } from './purge.store.ts';

/**
 * Removes the values of a locale and their history. The caller holds the content lock and the rules exclusively.
 *
 * @returns the number of removed values
 */
export async function purgeTexts(
  { tx, project, by, changes }: Writing,
  localeId: number,
): Promise<number> {
  const count = await purgeValues(tx, project.id, localeId, by);
  // The outdated values are counted last, because an edit for which the purge waited may have renewed a value.
  changes.addOutdated(localeId, -(await readOutdatedCount(tx, project.id, localeId)));
  changes.written.add(localeId);
  return count;
}
