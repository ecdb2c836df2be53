import { translateJobsList } from '@parlance/contracts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { listJobs } from '../../domain/translation/jobs/translation-job.store.ts';
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
