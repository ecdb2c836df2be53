import { dashboardQueue } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/paging.ts';
import { listQueues } from '../../domain/queue/view-queue.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardQueueRoute = route(dashboardQueue, async ({ deps, principal, query }) =>
  listAnswer(await listQueues(deps, principal, pageQueryOf(query)), (row) => row),
);
