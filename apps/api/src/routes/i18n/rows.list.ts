import { i18nRowsList } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { pageRows } from '../../domain/row/page-rows.ts';
import { readRowState } from '../../domain/row/revision.ts';
import { conditionalOn } from '../../http/conditional.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentRow } from './row.present.ts';

export const i18nRowsListRoute = route(
  i18nRowsList,
  async ({ deps, principal, params, query, request, signal }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { locales, revision } = await readRowState(deps.db, project);
    const { notModified, headers } = conditionalOn(request, revision, deps.site.version);
    if (notModified) return notModified;
    const page = await pageRows(deps, principal, project, locales, query, signal);
    return { ...listAnswer(page, presentRow), headers: page.isWhole ? headers : {} };
  },
);
