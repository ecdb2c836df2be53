import { i18nProjectsGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsGetRoute = route(i18nProjectsGet, async ({ deps, principal, params }) => ({
  data: presentProject(await getProject(deps.db, ownerOf(principal), params.projectId)),
}));
