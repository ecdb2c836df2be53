import type { DashboardProgress, LocaleProgress, ProgressPoint } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { daysEnding } from '../../billing/index.ts';
import { listProgressRows, type ProgressFigures, TARGET_LOCALES } from '../../content/index.ts';
import type { Owner, Page, PageQuery } from '../../kernel/index.ts';
import { getProject, listProjects } from '../../project/index.ts';
import { readProgress } from './read-progress.ts';

const DEFAULT_DAYS = 30;

/** Lists active projects, the oldest first, with the progress of their target locales over time. */
export async function listDailyProgress(
  deps: Pick<Deps, 'db' | 'contentReads' | 'clock'>,
  owner: Owner,
  { days, ...page }: PageQuery & { days?: number },
): Promise<Page<DashboardProgress>> {
  const projects = await listProjects(deps.db, owner, { ...page, withArchived: false });
  const ids = projects.rows.map(({ id }) => id);
  const points = await readPoints(deps, owner, ids, { days, of: 'targets' });
  return { ...projects, rows: ids.map((id) => ({ projectId: id, points: points.get(id)! })) };
}

export async function viewDailyProgress(
  deps: Pick<Deps, 'db' | 'contentReads' | 'clock'>,
  owner: Owner,
  { projectId, days }: { projectId: string; days?: number },
): Promise<LocaleProgress[]> {
  const { id } = await getProject(deps.db, owner, projectId);
  const points = await readPoints(deps, owner, [id], { days, of: 'locales' });
  return [...points].map(([locale, localePoints]) => ({ locale, points: localePoints }));
}

/**
 * Returns the figures that were recorded for each day of a period. The last day has the current
 * figures.
 */
async function readPoints(
  { db, contentReads, clock }: Pick<Deps, 'db' | 'contentReads' | 'clock'>,
  owner: Owner,
  projectIds: readonly string[],
  { days = DEFAULT_DAYS, of }: { days: number | undefined; of: 'targets' | 'locales' },
): Promise<Map<string, ProgressPoint[]>> {
  const { from, to } = daysEnding(clock.now(), days);
  const [noted, now] = await Promise.all([
    listProgressRows(db, projectIds, { from, of }),
    contentReads.ofProjects(owner, projectIds, (reader) => readProgress(reader, projectIds)),
  ]);
  const nameOf = ({ projectId, localeId }: ProgressFigures) => `${projectId} ${localeId}`;
  const notedByName = Map.groupBy(noted, nameOf);
  return new Map(
    now
      .filter(({ localeId }) => (localeId === TARGET_LOCALES) === (of === 'targets'))
      .map((figures) => {
        const before = (notedByName.get(nameOf(figures)) ?? []).filter(({ day }) => day < to);
        const points = [...before, { ...figures, day: to }].map(toPoint);
        return [figures.code ?? figures.projectId, points];
      }),
  );
}

const toPoint = ({
  day,
  translated,
  needsReview,
  missing,
}: ProgressFigures & { day: string }): ProgressPoint => ({ day, translated, needsReview, missing });
