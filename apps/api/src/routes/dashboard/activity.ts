import { type DashboardActivity, dashboardActivity } from '@parlance/contracts';
import { type Activity, viewActivity } from '../../domain/editor/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardActivityRoute = route(dashboardActivity, async ({ deps, principal, query }) =>
  listAnswer(await viewActivity(deps, ownerOf(principal), pageQueryOf(query)), (row) => ({
    id: row.id,
    type: row.type,
    projectId: row.project_id,
    projectName: row.project_name,
    actor: row.actor,
    summary: row.summary,
    ...factsOf(row),
    at: row.at.toISOString(),
  })),
);

type Facts = Pick<DashboardActivity, 'import' | 'release' | 'job'>;

function factsOf({ import: brought, release, job }: Activity): Facts {
  return {
    import: brought
      ? {
          format: brought.format ?? null,
          locale: brought.locale ?? null,
          keysCreated: brought.keys?.created ?? 0,
          keysRestored: brought.keys?.restored ?? 0,
          keysArchived: brought.keys?.archived ?? 0,
          valuesCreated: brought.values?.created ?? 0,
          valuesUpdated: brought.values?.updated ?? 0,
        }
      : null,
    release: release
      ? {
          version: release.version,
          environment: release.environment,
          locales: Number(release.locales_count),
        }
      : null,
    job: job
      ? {
          status: job.status,
          strings: job.strings_total,
          done: job.strings_done,
          failed: job.strings_failed,
        }
      : null,
  };
}
