import { dashboardProjects } from '@parlance/contracts';
import { listProgress } from '../../domain/dashboard/list-progress.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardProjectsRoute = route(dashboardProjects, async ({ deps, principal, query }) =>
  listAnswer(await listProgress(deps, ownerOf(principal), pageQueryOf(query)), (row) => ({
    ...row,
    lastChangeAt: row.lastChangeAt?.toISOString() ?? null,
    lastReleaseAt: row.lastReleaseAt?.toISOString() ?? null,
    lastImportAt: row.lastImportAt?.toISOString() ?? null,
  })),
);
