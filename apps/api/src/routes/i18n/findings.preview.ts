import { i18nFindingsPreview } from '@parlance/contracts';
import { compareFindings, VALUES_AT_ONCE } from '../../domain/content/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getProject, requireRuntimes } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { encodeCursor } from '../../lib/cursor.ts';

export const i18nFindingsPreviewRoute = route(
  i18nFindingsPreview,
  async ({ deps, principal, params, query: { runtimes = null, cursor } }) => {
    requireRuntimes(runtimes, 'query/runtimes');
    const { after } = pageQueryOf({ cursor });
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { next, ...changes } = await compareFindings(deps.db, id, { runtimes }, after);
    const nextCursor = next === null ? null : encodeCursor(next);
    return { data: changes, meta: { nextCursor, limit: VALUES_AT_ONCE } };
  },
);
