import { translateJobsList } from '@parlance/contracts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { listJobs } from '../../domain/translation/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentJob } from './translation.present.ts';

export const translateJobsListRoute = route(
  translateJobsList,
  async ({ deps, principal, query }) => {
    const { status, projectId } = query;
    const page = { ...pageQueryOf(query), status, projectId };
    return listAnswer(await listJobs(deps.db, ownerOf(principal), page), presentJob);
  },
);
