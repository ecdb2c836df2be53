import type { DashboardProject, DashboardUsage } from '@parlance/contracts';

/** Share of the monthly credits. If the remaining credits are below this share, the page shows a warning. */
const LOW_CREDITS = 0.1;

/** Kinds of work in a project that do not concern a single text. The most urgent kind comes first. */
export const PROJECT_WORK = ['failedJob', 'unreleased'] as const;
export type ProjectWork = (typeof PROJECT_WORK)[number];

export interface WorkItem {
  readonly project: DashboardProject;
  readonly work: ProjectWork;
  /** Number of strings. 0 for `unreleased`. */
  readonly count: number;
}

const countOf = (project: DashboardProject, work: ProjectWork): number =>
  work === 'failedJob' ? (project.lastJob?.failed ?? 0) : 0;

/** True if the project has changed since its last release. False for a project without releases. */
export const isUnreleased = (lastChangeAt: string | null, lastReleaseAt: string | null): boolean =>
  lastReleaseAt !== null && lastChangeAt !== null && lastChangeAt > lastReleaseAt;

/** Lists the work in several projects that does not concern a single text. The most urgent work comes first. */
export const workOf = (projects: readonly DashboardProject[]): WorkItem[] =>
  PROJECT_WORK.flatMap((work) =>
    projects
      .map((project) => ({ project, work, count: countOf(project, work) }))
      .filter(({ project, count }) =>
        work === 'unreleased'
          ? isUnreleased(project.lastChangeAt, project.lastReleaseAt)
          : count > 0,
      )
      .sort((a, b) => b.count - a.count),
  );

/**
 * Returns the remaining credits if they are few compared with the monthly credits. Returns null if they are sufficient
 * or unlimited.
 */
export function lowCredits({
  plan: { monthlyCredits },
  credits: { balance, reserved },
}: Pick<DashboardUsage, 'plan' | 'credits'>): { left: number; all: number } | null {
  if (monthlyCredits === null || balance === null) return null;
  const left = Math.max(0, balance - reserved);
  return left <= monthlyCredits * LOW_CREDITS ? { left, all: monthlyCredits } : null;
}
