import { readOutdatedCount } from '../value/outdated-count.store.ts';
import { purgeValues } from './purge.store.ts';
import type { Writing } from './writing.ts';

export { forgetVersions as forgetTexts } from './purge.store.ts';

/**
 * Deletes the values of a locale and their history. The caller holds the locks of the content and of the rules
 * exclusively.
 *
 * @returns the number of deleted values
 */
export async function purgeTexts(
  { tx, project, by, changes }: Writing,
  localeId: number,
): Promise<number> {
  const count = await purgeValues(tx, project.id, localeId, by);
  // The outdated values are counted after the deletion, because the deletion waits for running edits, which may have
  // changed the number.
  changes.addOutdated(localeId, -(await readOutdatedCount(tx, project.id, localeId)));
  changes.written.add(localeId);
  return count;
}
