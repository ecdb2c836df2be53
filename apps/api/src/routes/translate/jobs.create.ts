import { translateJobsCreate } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import {
  isOver,
  resolveRequest,
  startMissingJob,
  startStringsJob,
  waitForJob,
} from '../../domain/translation/index.ts';
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
