import { i18nChildrenList } from '@parlance/contracts';
import { archivablePageQueryOf, ownerOf } from '../../domain/kernel/index.ts';
import { getProject, listProjects } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nChildrenListRoute = route(
  i18nChildrenList,
  async ({ deps, principal, params, query }) => {
    const owner = ownerOf(principal);
    const { id: parentId } = await getProject(deps.db, owner, params.projectId);
    const page = { ...archivablePageQueryOf(query), parentId, q: query.q };
    return listAnswer(await listProjects(deps.db, owner, page), presentProject);
  },
);
