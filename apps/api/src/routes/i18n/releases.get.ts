import { i18nReleasesGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { getRelease } from '../../domain/release/release.store.ts';
import { route } from '../../http/route.ts';
import { presentRelease } from './release.present.ts';

export const i18nReleasesGetRoute = route(i18nReleasesGet, async ({ deps, principal, params }) => {
  const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
  return { data: presentRelease(await getRelease(deps.db, id, params.releaseId)) };
});
