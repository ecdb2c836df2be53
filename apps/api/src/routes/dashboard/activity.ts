import { dashboardActivity } from '@parlance/contracts';
import { viewActivity } from '../../domain/dashboard/view-activity.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardActivityRoute = route(dashboardActivity, async ({ deps, principal, query }) =>
  listAnswer(await viewActivity(deps, ownerOf(principal), pageQueryOf(query)), (row) => ({
    id: row.id,
    type: row.type,
    projectId: row.project_id,
    projectName: row.project_name,
    actor: row.actor,
    summary: row.summary,
    at: row.at.toISOString(),
  })),
);
