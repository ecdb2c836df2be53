import type { Db } from '../../../db/client.ts';
import { correctOutdatedCounts, markFindings } from '../../content/index.ts';
import { forProjects } from './in-batches.ts';

/**
 * Corrects the stored numbers of outdated values, project by project. They can be wrong after an upgrade, because
 * processes of the earlier version counted different values. Ends early if the signal aborts.
 * @returns the number of locales whose number was wrong
 */
export async function recountOutdated(db: Db, signal: AbortSignal): Promise<number> {
  let locales = 0;
  await forProjects(db, signal, async (projectId) => {
    locales += await db.transaction().execute(async (tx) => {
      const corrected = await correctOutdatedCounts(tx, projectId);
      // Cached responses contain the wrong numbers until the revision changes.
      if (corrected > 0) await markFindings(tx, projectId);
      return corrected;
    });
  });
  return locales;
}
