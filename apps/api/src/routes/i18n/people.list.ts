import { i18nPeopleList } from '@parlance/contracts';
import { listPeople } from '../../domain/comment/people.store.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { listAnswer, route } from '../../http/route.ts';

export const i18nPeopleListRoute = route(
  i18nPeopleList,
  async ({ deps: { db }, principal, params, query }) => {
    const project = await getProject(db, ownerOf(principal), params.projectId);
    // A guest, or a personal API key for some projects, learns nothing of the organization.
    const filter = { q: query.q, onlyAuthors: principal.projectIds !== null };
    const page = await listPeople(db, project, filter, pageQueryOf(query));
    return listAnswer(page, ({ id, name }) => ({ userId: id, name }));
  },
);
