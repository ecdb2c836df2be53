import { i18nCountsGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { countValues } from '../../domain/row/count-values.ts';
import { readRowState } from '../../domain/row/revision.ts';
import { conditionalOn } from '../../http/conditional.ts';
import { route } from '../../http/route.ts';

export const i18nCountsGetRoute = route(
  i18nCountsGet,
  async ({ deps, principal, params, query, request }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { locales, revision } = await readRowState(deps.db, project);
    const { notModified, headers } = conditionalOn(request, revision, deps.site.version);
    if (notModified) return notModified;
    return { data: await countValues(deps.db, project.id, locales, query.locales), headers };
  },
);
