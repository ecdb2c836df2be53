import type { DashboardProject } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { neededValues } from '../../content/index.ts';
import type { Owner, Page, PageQuery } from '../../kernel/index.ts';
import { listProjects } from '../../project/index.ts';
import { findFigures, findLocaleFigures, type LocaleFigures } from './project-progress.store.ts';
import { sumTargets } from './sum-targets.ts';

export interface ProjectProgress {
  id: string;
  name: string;
  sourceLocale: string;
  keys: number;
  locales: DashboardProject['locales'];
  values: DashboardProject['values'];
  lastJob: DashboardProject['lastJob'];
  lastChangeAt: Date | null;
  lastReleaseAt: Date | null;
  lastImportAt: Date | null;
}

/** Lists active projects, the oldest first, with the current progress of each locale. */
export async function listProgress(
  { db, contentReads }: Pick<Deps, 'db' | 'contentReads'>,
  owner: Owner,
  page: PageQuery,
): Promise<Page<ProjectProgress>> {
  const projects = await listProjects(db, owner, { ...page, withArchived: false });
  const ids = projects.rows.map(({ id }) => id);
  const [figures, locales] = await Promise.all([
    findFigures(db, owner.organizationId, ids),
    contentReads.ofProjects(owner, ids, (reader) => findLocaleFigures(reader, ids)),
  ]);
  const rows = projects.rows.map((project): ProjectProgress => {
    const projectFigures = figures.get(project.id)!;
    const enabled = locales.get(project.id) ?? [];
    return {
      id: project.id,
      name: project.name,
      sourceLocale: project.source_locale,
      keys:
        projectFigures.plain_keys +
        projectFigures.family_members +
        projectFigures.untranslatable_keys,
      locales: enabled.map(({ code, values_count, needs_review, reviewed, outdated }) => {
        const needed = neededValues(code, projectFigures);
        return {
          code,
          percent: percentOf(values_count, needed),
          reviewedPercent: percentOf(reviewed, needed),
          missing: Math.max(0, needed - values_count),
          needsReview: needs_review,
          outdated,
        };
      }),
      values: { ...sumTargets(enabled, projectFigures), outdated: sumOutdated(enabled) },
      lastJob: projectFigures.last_job,
      lastChangeAt: projectFigures.last_change_at,
      lastReleaseAt: projectFigures.last_release_at,
      lastImportAt: projectFigures.last_import_at,
    };
  });
  return { ...projects, rows };
}

const sumOutdated = (locales: readonly LocaleFigures[]): number =>
  locales.reduce((sum, { is_source, outdated }) => sum + (is_source ? 0 : outdated), 0);

/** Returns a percentage with one decimal place. It is 100 only if `part` is at least `whole`. */
const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.max(0, Math.min(100, Math.floor((part / whole) * 1000) / 10));
