import { i18nProjectsList } from '@parlance/contracts';
import { archivablePageQueryOf, ownerOf } from '../../domain/kernel/index.ts';
import { listProjects } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentProject } from './project.present.ts';

export const i18nProjectsListRoute = route(i18nProjectsList, async ({ deps, principal, query }) => {
  const page = { ...archivablePageQueryOf(query), q: query.q };
  return listAnswer(await listProjects(deps.db, ownerOf(principal), page), presentProject);
});
