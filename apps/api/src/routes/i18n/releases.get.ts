import { i18nReleasesGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { getRelease } from '../../domain/release/index.ts';
import { waitMsOf } from '../../http/body/prefer.ts';
import { route } from '../../http/route.ts';
import { pollUntil } from '../../lib/poll.ts';
import { presentRelease } from './release.present.ts';

export const i18nReleasesGetRoute = route(
  i18nReleasesGet,
  async ({ deps, principal, params, request, signal }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const release = await pollUntil(
      () => getRelease(deps.db, id, params.releaseId),
      ({ status }) => status !== 'publishing',
      { waitMs: waitMsOf(request, 0), signal },
    );
    return { data: presentRelease(release) };
  },
);
