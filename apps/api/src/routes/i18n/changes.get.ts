import { i18nChangesGet } from '@parlance/contracts';
import { getProjectChange } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentChange } from './change.present.ts';

export const i18nChangesGetRoute = route(i18nChangesGet, async ({ deps, principal, params }) => {
  const project = await getProject(deps.db, ownerOf(principal), params.projectId);
  return { data: presentChange(await getProjectChange(deps.db, project, params.changeId)) };
});
