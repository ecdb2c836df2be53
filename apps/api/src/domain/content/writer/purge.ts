import { readOutdatedCount } from '../value/outdated-count.store.ts';
import { purgeValues } from './purge.store.ts';
import type { Writing } from './writing.ts';

export { forgetVersions as forgetTexts } from './purge.store.ts';

/**
 * Deletes the values of a locale and their history. The caller holds the content lock and the rules
 * lock exclusively.
 * @returns the number of deleted values
 */
export async function purgeTexts(
  { tx, project, by, changes }: Writing,
  localeId: number,
): Promise<number> {
  const count = await purgeValues(tx, project.id, localeId, by);
  changes.addOutdated(localeId, -(await readOutdatedCount(tx, project.id, localeId)));
  changes.written.add(localeId);
  return count;
}
