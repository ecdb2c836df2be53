import { translateJobsCancel } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { cancelJob } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';
import { presentJob } from './translation.present.ts';

export const translateJobsCancelRoute = route(
  translateJobsCancel,
  async ({ deps, principal, params }) => ({
    data: presentJob(await cancelJob(deps, ownerOf(principal), params.jobId)),
  }),
);
