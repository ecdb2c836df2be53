import type { Db } from '../../../db/client.ts';
import { type ProgressFigures, TARGET_LOCALES } from '../../content/index.ts';
import { findLocaleFigures, findNeededKeys } from './project-progress.store.ts';
import { sumsOf, sumTargets } from './sum-targets.ts';

/**
 * Returns the current progress of some projects: a row for each enabled locale, and a row for all
 * target locales of a project.
 */
export async function readProgress(
  db: Db,
  projectIds: readonly string[],
): Promise<(ProgressFigures & { code: string | null })[]> {
  const [needed, locales] = await Promise.all([
    findNeededKeys(db, projectIds),
    findLocaleFigures(db, projectIds),
  ]);
  return projectIds.flatMap((projectId) => {
    const keys = needed.get(projectId)!;
    const enabled = locales.get(projectId) ?? [];
    return [
      { projectId, localeId: TARGET_LOCALES, code: null, ...sumTargets(enabled, keys) },
      ...enabled.map((locale) => ({
        projectId,
        localeId: locale.id,
        code: locale.code,
        ...sumsOf(locale, keys),
      })),
    ];
  });
}
