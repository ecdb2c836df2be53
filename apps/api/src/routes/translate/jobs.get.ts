import { translateJobsGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { waitForJob } from '../../domain/translation/index.ts';
import { waitMsOf } from '../../http/body/prefer.ts';
import { route } from '../../http/route.ts';
import { presentJob } from './translation.present.ts';

export const translateJobsGetRoute = route(
  translateJobsGet,
  async ({ deps, principal, params, request, signal }) => ({
    data: presentJob(
      await waitForJob(deps, ownerOf(principal), params.jobId, {
        waitMs: waitMsOf(request, 0),
        signal,
      }),
    ),
  }),
);
