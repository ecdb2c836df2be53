import { dashboardQueue } from '@parlance/contracts';
import { listQueues } from '../../domain/editor/index.ts';
import { pageQueryOf } from '../../domain/kernel/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardQueueRoute = route(dashboardQueue, async ({ deps, principal, query }) =>
  listAnswer(await listQueues(deps, principal, pageQueryOf(query)), (row) => row),
);
