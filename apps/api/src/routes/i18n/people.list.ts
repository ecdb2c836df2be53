import { i18nPeopleList } from '@parlance/contracts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listPeople } from '../../domain/talk/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const i18nPeopleListRoute = route(
  i18nPeopleList,
  async ({ deps: { db }, principal, params, query }) => {
    const project = await getProject(db, ownerOf(principal), params.projectId);
    // A guest, or a personal API key for some projects, must not see the other members of the organization.
    const filter = { q: query.q, onlyAuthors: principal.projectIds !== null };
    const page = await listPeople(db, project, filter, pageQueryOf(query));
    return listAnswer(page, ({ id, name }) => ({ userId: id, name }));
  },
);
