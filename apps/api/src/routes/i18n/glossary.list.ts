import { i18nGlossaryList } from '@parlance/contracts';
import { listTerms } from '../../domain/content/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentGlossaryTerm } from './glossary-term.present.ts';

export const i18nGlossaryListRoute = route(
  i18nGlossaryList,
  async ({ deps, principal, params, query }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { archived: withArchived = false, inherited: withInherited = true, q } = query;
    const page = { ...pageQueryOf(query), withArchived, withInherited, q };
    return listAnswer(await listTerms(deps.db, project, page), presentGlossaryTerm);
  },
);
