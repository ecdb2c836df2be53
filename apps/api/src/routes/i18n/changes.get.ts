import { i18nChangesGet } from '@parlance/contracts';
import { getProjectChange } from '../../domain/change/change-list.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { route } from '../../http/route.ts';
import { presentChange } from './change.present.ts';

export const i18nChangesGetRoute = route(i18nChangesGet, async ({ deps, principal, params }) => {
  const project = await getProject(deps.db, ownerOf(principal), params.projectId);
  return { data: presentChange(await getProjectChange(deps.db, project, params.changeId)) };
});
