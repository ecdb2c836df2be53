import { translateJobsCreate } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { waitForJob } from '../../domain/translation/jobs/job-results.ts';
import { startMissingJob, startStringsJob } from '../../domain/translation/jobs/start-job.ts';
import { isOver } from '../../domain/translation/jobs/translation-job.store.ts';
import { resolveRequest } from '../../domain/translation/translation-request.ts';
import { waitMsOf } from '../../http/body/prefer.ts';
import { route } from '../../http/route.ts';
import { presentJob } from './translation.present.ts';

export const translateJobsCreateRoute = route(
  translateJobsCreate,
  async ({ deps, principal, body, request, signal }) => {
    const started =
      'strings' in body
        ? await startStringsJob(
            deps,
            principal,
            await resolveRequest(deps.db, principal, body),
            signal,
          )
        : await startMissingJob(deps, principal, body, signal);
    const job = await waitForJob(deps, ownerOf(principal), started.id, {
      waitMs: waitMsOf(request, 0),
      signal,
    });
    return { data: presentJob(job), status: isOver(job) ? 200 : 202 };
  },
);
