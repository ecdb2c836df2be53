import { i18nRowIndexGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { readRowState } from '../../domain/row/revision.ts';
import { viewRowIndex } from '../../domain/row/view-row-index.ts';
import { conditionalOn } from '../../http/conditional.ts';
import { route } from '../../http/route.ts';

export const i18nRowIndexGetRoute = route(
  i18nRowIndexGet,
  async ({ deps, principal, params, query, request, signal }) => {
    const project = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { locales, revision } = await readRowState(deps.db, project);
    const { notModified, headers } = conditionalOn(request, revision, deps.site.version);
    if (notModified) return notModified;
    const index = await viewRowIndex(deps, principal, project, locales, query, signal);
    const { keyIds, ...rest } = index;
    const isComplete = index.nextCursor === null;
    const data = { ...rest, revision, isComplete, ...(keyIds && { keyIds }) };
    return { data, headers: isComplete ? headers : {} };
  },
);
