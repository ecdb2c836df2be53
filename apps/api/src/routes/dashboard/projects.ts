import { dashboardProjects } from '@parlance/contracts';
import { listProgress } from '../../domain/editor/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardProjectsRoute = route(dashboardProjects, async ({ deps, principal, query }) =>
  listAnswer(await listProgress(deps, ownerOf(principal), pageQueryOf(query)), (row) => ({
    ...row,
    lastChangeAt: row.lastChangeAt?.toISOString() ?? null,
    lastReleaseAt: row.lastReleaseAt?.toISOString() ?? null,
    lastImportAt: row.lastImportAt?.toISOString() ?? null,
  })),
);
